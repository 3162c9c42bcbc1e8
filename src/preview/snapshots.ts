// Two folders, used in turn: a build writes into the one that is not served; if it succeeds, that folder
// is served from then on, so all files change at once. While builds fail, the last good one stays.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingsReport } from '../report.js';

/** One of the two folders. */
export class Slot {
  readonly folder: string;
  readonly #tags = new Map<string, string>();
  readonly #waiting: (() => void)[] = [];
  #readers = 0;

  /** `name`: the folder's name in `root`, which holds both folders. */
  constructor(
    root: string,
    readonly name: string,
  ) {
    this.folder = join(root, name);
  }

  /** An entity tag made from the bytes of a file; undefined when there is no such file. */
  tagOf(file: string): string | undefined {
    let tag = this.#tags.get(file);
    if (tag === undefined) {
      try {
        tag = `"${hash('sha256', readFileSync(join(this.folder, file)), 'hex').slice(0, 32)}"`;
      } catch {
        return undefined;
      }
      this.#tags.set(file, tag);
    }
    return tag;
  }

  /** Keeps builds out of the folder until the returned function is called; further calls do nothing. */
  hold(): () => void {
    this.#readers++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (--this.#readers === 0) for (const go of this.#waiting.splice(0)) go();
    };
  }

  /** Waits until nobody holds the folder, so that a build may change it. */
  async open(): Promise<void> {
    while (this.#readers > 0) await new Promise<void>((go) => this.#waiting.push(go));
    this.#tags.clear();
  }
}

/** The snapshot that is served, and the folder for the next one. */
export class Snapshots {
  readonly #slots: readonly [Slot, Slot];
  #current: Slot | undefined;

  /** `root`: the preview's own folder, in which both folders are made. */
  constructor(readonly root: string) {
    this.#slots = [new Slot(root, 'a'), new Slot(root, 'b')];
  }

  /** Undefined until the first good build. */
  get current(): Slot | undefined {
    return this.#current;
  }

  /** Builds into the folder that is not served, and serves it from then on if there is no error. */
  async build(work: (out: string) => Promise<FindingsReport>): Promise<FindingsReport> {
    const next = this.#current === this.#slots[0] ? this.#slots[1] : this.#slots[0];
    await next.open();
    const report = await work(next.folder);
    if (report.ok) this.#current = next;
    return report;
  }
}
