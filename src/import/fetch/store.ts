// The bodies of an origin's answers, in files of a folder that goes with the run, since all of them may not fit into memory.
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, createReadStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writing } from '../../problems/failure.js';

const BLOCK = 256 * 1024;

export class BodyStore {
  /** `folder`: one that no other user can read. */
  constructor(private readonly folder: string) {}

  /** Begins a body, which is stored once it is finished. */
  begin(): NewBody {
    return new NewBody(this.folder);
  }

  /** The blocks of a body, by its SHA-256. */
  blocks(body: string): AsyncIterator<Buffer> {
    const stream = createReadStream(join(this.folder, body), { highWaterMark: BLOCK });
    return stream[Symbol.asyncIterator]();
  }
}

/** A body that is being received. */
export class NewBody {
  readonly #hash = createHash('sha256');
  readonly #path: string;

  constructor(private readonly folder: string) {
    this.#path = join(folder, `part-${randomUUID()}`);
    this.append(Buffer.alloc(0));
  }

  append(block: Buffer): void {
    this.#hash.update(block);
    writing(this.#path, () => appendFileSync(this.#path, block));
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
