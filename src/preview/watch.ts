// Notices when data, settings or the code of a portal may have changed. It looks at the files again and again, because this works on every
// file system. It may report a change although no content has changed.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { statSignature } from '../files/disk/stat-signature.js';
import { JOURNAL } from '../files/source/files.js';

/** How many milliseconds to wait before looking again. */
const LOOK_MS = 50;
/** The wait is at least this many times as long as the last look took, so that looking takes at most 5% of the time. */
const PAUSES = 20;

export class FileWatch {
  #seen: string;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Until {@link end}, calls `changed` when a file in the folder `data`, or one of `others`, has changed.
   */
  constructor(
    private readonly data: string,
    private readonly others: readonly string[],
    private readonly changed: () => void,
  ) {
    this.#seen = this.#stamps();
    this.#lookAfter(LOOK_MS);
  }

  /** Looks at the files now, and calls `changed` if one of them has changed. */
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
    return [stampsOf(this.others), ...stampsIn(this.data)].join('\n');
  }
}

/** The paths of a folder and its subfolders, and the stamps of their files. Leaves out some files, such as `*.md`. */
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

/** A text that changes with the stat signature of one of these files. */
export const stampsOf = (files: readonly string[]): string => files.map(stampOf).join('\n');

/** A text that changes with the stat signature of the file, or with the reason why it has none. */
function stampOf(path: string): string {
  try {
    return `${path} ${statSignature(statSync(path))}`;
  } catch (error) {
    return `${path} ${(error as NodeJS.ErrnoException).code}`; // such as a link that leads to itself
  }
}
