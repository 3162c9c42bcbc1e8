// Stores the answers of an origin in files of a temporary folder, because they may not fit into memory: each body while
// it is received, and then the records of each page, one per line.
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../model/fields.js';
import { writing } from '../../problems/failure.js';
import { FileWriter } from '../split/lay.js';

export class BodyStore {
  /** `folder`: a folder that no other user can read. */
  constructor(private readonly folder: string) {}

  begin(): NewBody {
    return new NewBody(join(this.folder, `part-${randomUUID()}`));
  }

  /** Keeps the records of a page with this SHA-256, which `read` passes on. Pages with the same bytes are kept once. */
  keep<T>(body: string, read: (keep: (record: JsonObject) => void) => T): T {
    if (existsSync(this.pathOf(body))) return read(() => {});
    const files = new FileWriter(this.folder);
    const add = (line: string) => files.add(fileOf(body), line);
    add(''); // a page without records has a file, too
    const result = read((record) => add(`${JSON.stringify(record)}\n`));
    files.flush();
    return result;
  }

  /** The file with the records of a page. */
  pathOf(body: string): string {
    return join(this.folder, fileOf(body));
  }
}

const fileOf = (body: string): string => `${body}.ndjson`;

/** A body that is being received. */
export class NewBody {
  readonly #hash = createHash('sha256');
  length = 0;

  constructor(private readonly path: string) {
    this.append(Buffer.alloc(0));
  }

  append(block: Buffer): void {
    this.length += block.length;
    this.#hash.update(block);
    writing(this.path, () => appendFileSync(this.path, block));
  }

  /** All received bytes, and their SHA-256. */
  read(): { readonly bytes: Buffer; readonly sha: string } {
    return { bytes: readFileSync(this.path), sha: this.#hash.digest('hex') };
  }

  discard(): void {
    rmSync(this.path, { force: true });
  }
}
