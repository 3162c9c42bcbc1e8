// Tells when data or settings may have changed. It says so too often rather than too seldom: a build
// finds out by itself what changed.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/** What is watched; absolute paths. */
export interface Watched {
  readonly data: string;
  /** The settings file, whether it is there or not. */
  readonly config: string;
}

/** A watch waits no longer than this to be ready: a folder may go while it is read. */
const READY_MS = 2000;

/** Watches a data folder and the settings file. */
export class DataWatch {
  readonly #data: string;
  readonly #config: string;
  #watcher: FSWatcher | undefined;
  #folders = '';

  /** `changed` and `failed` are called as often as it happens. Begins with {@link refresh}. */
  constructor(
    { data, config }: Watched,
    private readonly changed: () => void,
    private readonly failed: (error: Error) => void,
  ) {
    this.#data = realPath(data);
    this.#config = realPath(config);
  }

  /**
   * Begins to watch, or begins anew if folders were made, removed or replaced since: a watch
   * follows folders, not their names. Whether it began; what changed just before may be missed.
   */
  async refresh(): Promise<boolean> {
    // The folders above are watched too: the data folder itself may go and come back. Files are
    // not, since their folders tell of them. Links are not followed: they may lead anywhere.
    const paths = [this.#data, this.#config];
    const above = [...new Set(paths.map((path) => nearestFolder(dirname(path))))];
    const folders = [...above.map(identityOf), ...foldersOf(this.#data)].join('\n');
    if (this.#watcher && folders === this.#folders) return false;
    this.#folders = folders;
    await this.#watcher?.close();
    const watcher = watch(above, {
      ignored: (path, stats) => stats?.isFile() || !(this.#isAbove(path) || this.#isData(path)),
      ignoreInitial: true,
      followSymlinks: false,
      // Both of these wait, or drop what comes soon after; a build does neither harm nor cost much.
      atomic: false,
      awaitWriteFinish: false,
    });
    this.#watcher = watcher;
    watcher.on('error', (error) => this.failed(toError(error)));
    watcher.on('all', (_, path) => this.#notice(path));
    // `all` leaves out what follows within milliseconds; this is everything the system tells.
    watcher.on('raw', (_, name, details) => {
      const { watchedPath } = details as { watchedPath: string }; // as chokidar's README says
      this.#notice(name ? join(watchedPath, name) : watchedPath);
    });
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((ready) => {
      watcher.once('ready', ready);
      late = setTimeout(ready, READY_MS);
    });
    clearTimeout(late);
    return true;
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
  }

  #notice(path: string): void {
    const isNote = path.endsWith('.md');
    if (path === this.#config || this.#isAbove(path) || (this.#isData(path) && !isNote)) {
      this.changed();
    }
  }

  /** Whether a path leads to what is watched. */
  #isAbove(path: string): boolean {
    const folder = path.endsWith(sep) ? path : path + sep;
    return this.#data.startsWith(folder) || this.#config.startsWith(folder);
  }

  /** Whether a path is the data folder, or below it and not hidden. */
  #isData(path: string): boolean {
    if (path === this.#data) return true;
    if (!path.startsWith(this.#data + sep)) return false;
    return !relative(this.#data, path)
      .split(sep)
      .some((name) => name.startsWith('.'));
  }
}

/** All folders from one on, each with what tells it from another one of its name. */
function foldersOf(folder: string): string[] {
  try {
    const below = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .flatMap(({ name }) => foldersOf(join(folder, name)));
    return [identityOf(folder), ...below];
  } catch {
    return []; // not there, or it went while it was read
  }
}

function identityOf(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return `${folder} ${stats?.ino} ${stats?.birthtimeMs}`;
}

/** A folder, or of those above it the first that is there. */
function nearestFolder(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** A path without links; of what is not there, as far as the folder above is. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
