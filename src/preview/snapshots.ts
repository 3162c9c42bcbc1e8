// Two folders in turn: a build writes into the one that is not served, and a good one is served
// from then on, all of its files at one instant. What was good last stays while builds fail.
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

  /** `name`: below the folder of both. */
  constructor(
    root: string,
    readonly name: string,
  ) {
    this.folder = join(root, name);
  }

  /** An entity tag that follows the bytes of a file; undefined when there is no such file. */
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

  /** Keeps the folder as it is until the function is called that this gives; once is enough. */
  hold(): () => void {
    this.#readers++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (--this.#readers === 0) for (const go of this.#waiting.splice(0)) go();
    };
  }

  /** Waits until nobody holds the folder; it may change then. */
  async open(): Promise<void> {
    while (this.#readers > 0) await new Promise<void>((go) => this.#waiting.push(go));
    this.#tags.clear();
  }
}

/** The snapshot that is served, and the place of the next one. */
export class Snapshots {
  readonly #slots: readonly [Slot, Slot];
  #current: Slot | undefined;

  /** `root`: a folder of its own, which holds both. */
  constructor(readonly root: string) {
    this.#slots = [new Slot(root, 'a'), new Slot(root, 'b')];
  }

  /** Undefined until there was a good build. */
  get current(): Slot | undefined {
    return this.#current;
  }

  /** Builds into the folder that is not served; if that is good, it is served from now on. */
  async build(work: (out: string) => Promise<FindingsReport>): Promise<FindingsReport> {
    const next = this.#current === this.#slots[0] ? this.#slots[1] : this.#slots[0];
    await next.open();
    const report = await work(next.folder);
    if (report.ok) this.#current = next;
    return report;
  }
}
