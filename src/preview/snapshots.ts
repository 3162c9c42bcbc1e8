// Two folders, used in turn: a build writes into the one that is not served; if it succeeds, that folder
// is served from then on, so all files change at once. While builds fail, the last good one stays.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingsReport } from '../problems/report.js';

/** The snapshot that is served, and the folder for the next one. */
export class Snapshots {
  #current: 'a' | 'b' | undefined;

  /** `root`: the preview's own folder, in which both folders are made. */
  constructor(readonly root: string) {}

  /** The folder of the snapshot that is served; undefined until the first good build. */
  get folder(): string | undefined {
    return this.#current && join(this.root, this.#current);
  }

  /** A file of that snapshot; undefined if it cannot be read. It is read in one go: no build changes it meanwhile. */
  read(file: string): Buffer | undefined {
    try {
      return this.folder === undefined ? undefined : readFileSync(join(this.folder, file));
    } catch {
      return undefined;
    }
  }

  /** Builds into the folder that is not served, and serves it from then on if there is no error. */
  async build(work: (out: string) => Promise<FindingsReport>): Promise<FindingsReport> {
    const next = this.#current === 'a' ? 'b' : 'a';
    const report = await work(join(this.root, next));
    if (report.ok) this.#current = next;
    return report;
  }
}
