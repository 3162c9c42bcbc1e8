// The server that is copied. Each file is written into the stage, a folder beside the copy, and hashed while it
// arrives. Files of the snapshot that an earlier run left in the stage are used.
import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { stagedName, stagedPath } from '../../engine/write/output-file.js';
import { hashFile } from '../../files/source/data-file.js';
import { writing } from '../../problems/failure.js';
import { UsageError } from '../../problems/problem.js';
import { SNAPSHOT } from '../../site/address.js';
import { MAX_DESCRIPTION, type ReadApart, WrongSnapshot } from '../../site/snapshot-reader.js';
import type { Ask, AskFor } from '../http/answer.js';
import { findBase } from '../http/base-url.js';
import { Refused } from '../http/body.js';

/** Thrown if a file cannot be fetched, or is not as snapshot.json says. */
export class NotInStep extends WrongSnapshot {
  override name = 'NotInStep';

  /** `mayPass`: whether another attempt may succeed, because the server may be publishing at the moment. */
  constructor(
    message: string,
    readonly mayPass = false,
  ) {
    super(message);
  }
}

const GIGABYTE = 1e9;

export class MirrorOrigin {
  /** The base URL; empty until it is known. */
  base = '';
  /** The SHA-256 of each file in the stage, by name; empty while a file is not complete. */
  readonly #staged = new Map<string, string>();
  /** The number of bytes that count for `maxSize`: fetched ones, and those that earlier runs left in the stage. */
  #bytes = 0;

  /**
   * `given`: the address of the server, with or without `/api/`; `stage`: the folder for fetched files; `maxSize`:
   * the most gigabytes to fetch.
   */
  constructor(
    private readonly ask: AskFor,
    private readonly given: URL,
    private readonly stage: string,
    private readonly maxSize: number,
  ) {}

  /** Keeps the files that an earlier run left in the stage, and removes anything else there. */
  async takeOver(): Promise<void> {
    for (const entry of readdirSync(this.stage, { withFileTypes: true })) {
      const name = entry.isFile() ? stagedName(entry.name) : undefined;
      if (name !== undefined) this.#staged.set(name, await hashFile(this.pathOf(name)));
      else rmSync(join(this.stage, entry.name), { recursive: true, force: true });
    }
  }

  /** Removes from the stage the files that do not belong to this snapshot. The other files count as fetched. */
  keepOf(files: ReadonlyMap<string, string>): void {
    this.#bytes = 0;
    for (const [name, hash] of this.#staged) {
      if (files.get(name) === hash) this.#bytes += this.sizeOf(name);
      else {
        rmSync(this.pathOf(name), { force: true });
        this.#staged.delete(name);
      }
    }
  }

  /** Whether the stage has a file with this name and SHA-256. */
  has(name: string, hash: string): boolean {
    return this.#staged.get(name) === hash;
  }

  sizeOf(name: string): number {
    return statSync(this.pathOf(name)).size;
  }

  pathOf(name: string): string {
    return stagedPath(this.stage, name);
  }

  /** Fetches snapshot.json. Throws a {@link UsageError} if the server has none. */
  async snapshot(): Promise<Buffer> {
    let status = 0;
    this.base = await findBase(this.given, async (base) => {
      this.base = base;
      status = await this.#bring(SNAPSHOT, MAX_DESCRIPTION);
      return status !== 404;
    });
    const url = this.#urlOf(SNAPSHOT);
    if (status === 429 || status >= 500) throw refusal(url, status);
    if (status !== 200)
      throw new UsageError(
        `there is no snapshot to copy: ${url} answers with status ${status}; name the base URL of a published snapshot`,
      );
    return this.#read(SNAPSHOT);
  }

  /**
   * Returns a function that reads files of digests (see {@link ReadApart}). It fetches a file only if neither the copy
   * nor the stage has the right one. `there`: returns the bytes of a file in the copy.
   */
  apart(there: (name: string) => Buffer | undefined): ReadApart {
    return async (name, sum) => {
      const own = there(name);
      if (own && hash('sha256', own, 'hex') === sum) return own;
      if (!this.has(name, sum)) await this.fetch(name, sum, MAX_DESCRIPTION);
      return this.#read(name);
    };
  }

  /**
   * Fetches a file of at most `most` bytes. If its SHA-256 is not `hash`, a cache may have answered, and the file is
   * fetched once more, past caches. Throws {@link NotInStep} if that fails.
   */
  async fetch(name: string, hash: string, most?: number): Promise<void> {
    const url = this.#urlOf(name);
    // The query bypasses caches, which may keep a file of an older snapshot for a day: for a cache, each query is
    // another address. Hosts ignore the query.
    for (const query of ['', `?for=${this.#staged.get(SNAPSHOT)}`]) {
      const status = await this.#bring(name, most, query);
      if (status === 404)
        throw new NotInStep(`snapshot.json names ${url}, and nothing is there`, true);
      if (status !== 200) throw refusal(url, status);
      if (this.has(name, hash)) return;
    }
    throw new NotInStep(
      `what is at ${url} does not have the digest that snapshot.json gives`,
      true,
    );
  }

  #urlOf(name: string): string {
    return `${this.base}/${name}`;
  }

  #read(name: string): Buffer {
    return readFileSync(this.pathOf(name));
  }

  /** Fetches a file of at most `most` bytes into the stage. Returns the status of the answer. */
  async #bring(name: string, most = Number.POSITIVE_INFINITY, query = ''): Promise<number> {
    const { ask, maxSize } = this;
    const url = this.#urlOf(name) + query;
    const path = this.pathOf(name);
    // As long as the file is not complete, it has no SHA-256.
    this.#staged.set(name, '');
    const read: Ask['read'] = async ({ status }, blocks) => {
      if (status !== 200) return;
      const sum = createHash('sha256');
      let size = 0;
      const fd = writing(path, () => openSync(path, 'w'));
      try {
        for await (const block of blocks) {
          size += block.length;
          this.#bytes += block.length;
          if (size > most) throw new Refused(`a body of more than ${most} bytes`);
          if (this.#bytes > maxSize * GIGABYTE) {
            throw new NotInStep(`more than ${maxSize} GB would have to be fetched (--max-size)`);
          }
          writing(path, () => {
            for (let at = 0; at < block.length; ) at += writeSync(fd, block, at);
          });
          sum.update(block);
        }
      } finally {
        closeSync(fd);
      }
      this.#staged.set(name, sum.digest('hex'));
    };
    const headers = { 'accept-encoding': 'br, gzip' };
    const { status, failure } = await ask(url, { headers, read });
    if (failure !== undefined) throw new NotInStep(`no answer from ${url}: ${failure}`);
    return status;
  }
}

const refusal = (url: string, status: number) =>
  new NotInStep(`${url} answers with status ${status}`);
