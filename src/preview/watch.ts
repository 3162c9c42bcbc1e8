// Notices when data or settings may have changed. It reports too many changes rather than too few: a build finds out
// what really changed.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { realPath } from '../files/disk/boundary.js';
import { JOURNAL } from '../files/source/files.js';

/** What is watched; absolute paths. */
export interface Watched {
  readonly data: string;
  /** The settings file, even if it does not exist. */
  readonly config: string;
}

/** The longest wait for the watcher to be ready. If a folder is removed meanwhile, it may never be. */
const READY_MS = 2000;

/** Watches a data folder and the settings file. */
export class DataWatch {
  readonly #data: string;
  readonly #config: string;
  #watcher: FSWatcher | undefined;
  #folders = '';

  /** `changed` and `failed` may be called any number of times. {@link refresh} starts watching. */
  constructor(
    { data, config }: Watched,
    private readonly changed: () => void,
    private readonly failed: (error: Error) => void,
  ) {
    this.#data = realPath(data);
    this.#config = realPath(config);
  }

  /**
   * Starts watching, or starts again if folders were made, removed or replaced since: a watcher
   * follows folders, not their names. Changes before the promise is fulfilled may be missed.
   */
  async refresh(): Promise<void> {
    // The folders above are watched too: the data folder itself may be removed and made again. Files
    // are not, since events of their folders cover them. Links are not followed: they may lead anywhere.
    const paths = [this.#data, this.#config];
    const above = [...new Set(paths.map((path) => nearestFolder(dirname(path))))];
    const folders = [...above.map(identityOf), ...foldersOf(this.#data)].join('\n');
    if (this.#watcher && folders === this.#folders) return;
    this.#folders = folders;
    await this.#watcher?.close();
    const watcher = watch(above, {
      ignored: (path, stats) => stats?.isFile() || !(this.#isAbove(path) || this.#isData(path)),
      ignoreInitial: true,
      followSymlinks: false,
      // Both options would delay events, or drop those that follow soon; a needless build is harmless and cheap.
      atomic: false,
      awaitWriteFinish: false,
    });
    this.#watcher = watcher;
    watcher.on('error', (error) => this.failed(toError(error)));
    watcher.on('all', (_, path) => this.#notice(path));
    // `all` leaves out events that follow each other within milliseconds; `raw` has all events of the system.
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
    return this.refresh(); // folders may have changed meanwhile
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

  /** Whether a path is a folder above the data folder or the settings file. */
  #isAbove(path: string): boolean {
    const folder = path.endsWith(sep) ? path : path + sep;
    return this.#data.startsWith(folder) || this.#config.startsWith(folder);
  }

  /**
   * Whether a path is the data folder, or below it and not hidden; or the journal, which is removed at the end of a
   * change.
   */
  #isData(path: string): boolean {
    if (path === this.#data) return true;
    if (!path.startsWith(this.#data + sep)) return false;
    return !relative(this.#data, path)
      .split(sep)
      .some((name) => name.startsWith('.') && name !== JOURNAL);
  }
}

/** A folder and all folders below it, each with its inode and birth time: a folder that replaces another has others. */
function foldersOf(folder: string): string[] {
  try {
    const below = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .flatMap(({ name }) => foldersOf(join(folder, name)));
    return [identityOf(folder), ...below];
  } catch {
    return []; // missing, or removed while it was read
  }
}

function identityOf(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return `${folder} ${stats?.ino} ${stats?.birthtimeMs}`;
}

/** The folder if it exists, otherwise the nearest folder above it that does. */
function nearestFolder(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
