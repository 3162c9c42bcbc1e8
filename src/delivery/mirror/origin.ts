// The server of which a mirror is made: each file is fetched into a stage as it arrives, and hashed on its way, so that
// memory holds none of it. What an earlier run fetched there, and was killed before it was put in place, is not fetched again.
import { createHash } from 'node:crypto';
import {
  closeSync,
  type Dirent,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFile } from '../../files/source/data-file.js';
import { withPath } from '../../problems/failure.js';
import { refused } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { signaturesIn } from '../../site/signature.js';
import type { Ask, AskFor } from '../http/answer.js';
import { Refused } from '../http/body.js';
import { MAX_DESCRIPTION, type ReadApart } from './manifest.js';
import { NotInStep } from './not-in-step.js';
import { because } from './words.js';

const GIGABYTE = 1e9;

export class MirrorOrigin {
  /** The base URL. */
  base: string;
  /** The SHA-256 of each file that waits whole. */
  readonly #staged = new Map<string, string>();
  #bytes = 0;

  /**
   * `named`: its address, without a slash at its end, perhaps with `/api`; `stage`: where files wait; `maxSize`: the most
   * gigabytes that are fetched.
   */
  constructor(
    private readonly ask: AskFor,
    private readonly named: string,
    private readonly stage: string,
    private readonly maxSize: number,
  ) {
    this.base = named.replace(/\/api$/, '');
  }

  /** Takes over what a run has fetched that was killed. */
  async takeOver(): Promise<void> {
    const names: string[] = [];
    this.keep((name) => names.push(name) > 0);
    for (const name of names) this.#staged.set(name, await hashFile(this.pathOf(name)));
  }

  /** Whether a file with this SHA-256 waits under a name. */
  has(name: string, hash: string): boolean {
    return this.#staged.get(name) === hash;
  }

  /** The size of a file that waits. */
  sizeOf(name: string): number {
    return statSync(this.pathOf(name)).size;
  }

  /** Why snapshot.json counts as nobody's. */
  isNotSigned(hasSignature: boolean): NotInStep {
    const url = this.#urlOf(SIGNATURE);
    // Signature and snapshot.json are asked for one after the other, and may be of two snapshots.
    return hasSignature
      ? new NotInStep(because('wrongSignature', url), true)
      : new NotInStep(because('unsigned', url));
  }

  /** A file waits that was made here; `hash`: undefined where it could not be made. */
  made(name: string, hash: string | undefined): void {
    if (hash === undefined) this.#staged.delete(name);
    else this.#staged.set(name, hash);
  }

  /** Where a file waits. */
  pathOf(name: string): string {
    return join(this.stage, name);
  }

  /** snapshot.json. Throws a {@link UsageError} where the server has none. */
  async snapshot(): Promise<Buffer> {
    const { named } = this;
    let status = await this.#bring(SNAPSHOT, MAX_DESCRIPTION);
    if (status === 404 && this.base !== named) {
      // The base URL itself may end in `/api`.
      const base = this.base;
      this.base = named;
      status = await this.#bring(SNAPSHOT, MAX_DESCRIPTION);
      if (status === 404) this.base = base;
    }
    const url = this.#urlOf(SNAPSHOT);
    if (status === 429 || status >= 500)
      throw new NotInStep(because('status', url, String(status)));
    if (status !== 200) throw refused('mirror/no-snapshot', { url, status });
    return this.#read(SNAPSHOT);
  }

  /** The signatures of snapshot.json; none where it is not signed. */
  async signatures(): Promise<readonly string[]> {
    const url = this.#urlOf(SIGNATURE);
    const answer = await this.ask(url);
    if (answer.failure !== undefined) throw new NotInStep(because('noAnswer', url, answer.failure));
    if (answer.status !== 200 && answer.status !== 404) {
      throw new NotInStep(because('status', url, String(answer.status)));
    }
    return answer.status === 200 ? signaturesIn(answer.body) : [];
  }

  /** Reads a file to which snapshot.json refers; `there`: as it is in the mirror, if it is there. */
  apart(there: (name: string) => Buffer | undefined): ReadApart {
    return async (name, fits) => {
      const own = there(name);
      if (own && fits(own)) return own;
      if (this.#staged.has(name)) {
        const waiting = this.#read(name);
        if (fits(waiting)) return waiting;
      }
      await this.fetch(name, undefined, MAX_DESCRIPTION);
      const bytes = this.#read(name);
      if (fits(bytes)) return bytes;
      throw new NotInStep(because('otherBytes', this.#urlOf(name)), true);
    };
  }

  /** Fetches a file, which must have this SHA-256, if that is known. Throws {@link NotInStep}. */
  async fetch(name: string, hash?: string, most?: number): Promise<void> {
    const status = await this.#bring(name, most);
    const url = this.#urlOf(name);
    if (status === 404) throw new NotInStep(because('missing', url), true);
    if (status !== 200) throw new NotInStep(because('status', url, String(status)));
    if (hash !== undefined && !this.has(name, hash)) {
      throw new NotInStep(because('otherBytes', url), true);
    }
  }

  /** Removes all that waits but what `isKept`, and the folders that are empty then. */
  keep(isKept: (name: string) => boolean, folder = ''): boolean {
    let isEmpty = true;
    for (const entry of entriesIn(this.pathOf(folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const stays = entry.isDirectory() ? !this.keep(isKept, name) : entry.isFile() && isKept(name);
      if (stays) isEmpty = false;
      else rmSync(this.pathOf(name), { recursive: true, force: true });
    }
    return isEmpty;
  }

  #urlOf(name: string): string {
    return `${this.base}/${name}`;
  }

  #read(name: string): Buffer {
    return readFileSync(this.pathOf(name));
  }

  /** Fetches a file of at most so many bytes into the stage; the status of the answer. */
  async #bring(name: string, most = Number.POSITIVE_INFINITY): Promise<number> {
    const { ask, maxSize } = this;
    const url = this.#urlOf(name);
    const path = this.pathOf(name);
    this.#staged.delete(name);
    let wrong: unknown;
    /** What is not the connection's fault ends it, and is not asked for again. */
    const own = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        wrong = withPath(path, error);
        throw new Refused('');
      }
    };
    const read: Ask['read'] = async ({ status }, blocks) => {
      if (status !== 200) return;
      const sum = createHash('sha256');
      let size = 0;
      const fd = own(() => open(path));
      try {
        for await (const block of blocks) {
          size += block.length;
          this.#bytes += block.length;
          if (size > most) throw new Refused(`a body of more than ${most} bytes`);
          own(() => {
            if (this.#bytes > maxSize * GIGABYTE) throw new NotInStep(because('tooLarge', maxSize));
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
    if (wrong) throw wrong;
    if (failure !== undefined) throw new NotInStep(because('noAnswer', url, failure));
    return status;
  }
}

function open(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'w');
}

/** The entries of a folder; none where it is not there. */
function entriesIn(folder: string): Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}
