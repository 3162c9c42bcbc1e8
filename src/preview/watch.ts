// Notices when data or settings may have changed. It looks at all files again and again: that works on any file system,
// and whatever happens to folders. Changes are told too often rather than too seldom.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL } from '../files/source/files.js';

/** How long to wait between two looks. */
const LOOK_MS = 100;
/** For many files, waiting takes this many times as long as looking. */
const PAUSES = 20;

export class FileWatch {
  #seen: string;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `changed` when a file has changed since, until {@link end} is called. */
  constructor(
    private readonly data: string,
    private readonly config: string,
    private readonly changed: () => void,
  ) {
    this.#seen = this.#stamps();
    this.#lookAfter(LOOK_MS);
  }

  /** Looks now. */
  look(): void {
    const now = this.#stamps();
    if (now === this.#seen) return;
    this.#seen = now;
    this.changed();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #lookAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      const start = performance.now();
      this.look();
      this.#lookAfter(Math.max(LOOK_MS, PAUSES * (performance.now() - start)));
    }, ms);
  }

  #stamps(): string {
    return [stampOf(this.config), ...stampsIn(this.data)].join('\n');
  }
}

/** A folder, and the stamps of all files below it that are data, or tell of an unfinished change. */
function stampsIn(folder: string): string[] {
  try {
    const below = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.endsWith('.md')) return [];
      if (entry.name.startsWith('.') && entry.name !== JOURNAL) return [];
      return entry.isDirectory() ? stampsIn(path) : [stampOf(path)];
    });
    return [folder, ...below];
  } catch {
    return []; // missing, or removed while it was read
  }
}

/** A text that is another one after each change of a file. */
function stampOf(path: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return [path, ino, size, mtimeMs, ctimeMs].join(' ');
}
