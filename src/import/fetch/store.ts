// The bodies of an origin's answers, in files of a folder that goes with the run, since all of them may not fit into memory.
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writing } from '../../problems/failure.js';

export class BodyStore {
  /** `folder`: one that no other user can read. */
  constructor(private readonly folder: string) {}

  /** Begins a body, which is stored once it is finished. */
  begin(): NewBody {
    return new NewBody(this.folder);
  }

  /** A body, by its SHA-256. */
  read(body: string): Buffer {
    return readFileSync(join(this.folder, body));
  }
}

/** A body that is being received. */
export class NewBody {
  readonly #hash = createHash('sha256');
  readonly #path: string;
  length = 0;

  constructor(private readonly folder: string) {
    this.#path = join(folder, `part-${randomUUID()}`);
    this.append(Buffer.alloc(0));
  }

  append(block: Buffer): void {
    this.length += block.length;
    this.#hash.update(block);
    writing(this.#path, () => appendFileSync(this.#path, block));
  }

  /** All that was received so far. */
  read(): Buffer {
    return readFileSync(this.#path);
  }

  /** Stores the body, and returns its SHA-256: two walks that get the same bytes store them once. */
  finish(): string {
    const sha = this.#hash.digest('hex');
    renameSync(this.#path, join(this.folder, sha));
    return sha;
  }

  /** Deletes the body, unless it is stored already. */
  discard(): void {
    rmSync(this.#path, { force: true });
  }
}
