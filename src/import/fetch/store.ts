// Stores the raw answers of an origin until an import is done, in a folder per run: a file for each body, named by its
// SHA-256, and an empty file for each answer, whose name is the whole answer (see {@link ANSWER}). Files appear
// complete, so that a run can be killed at any instant and the next one gets the same answers without requests.
import { createHash, hash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cannotWrite, isFolder, makeFolder, realPath } from '../../files/disk/boundary.js';
import { type Lock, takeLock } from '../../files/disk/lock.js';
import type { JsonObject } from '../../model/fields.js';
import { writing } from '../../problems/failure.js';
import { argsOf, UsageError } from '../../problems/problem.js';

/** An answer in the store. */
export interface Kept {
  readonly status: number;
  /** The SHA-256 of its uncompressed body; empty if the body is not stored. */
  readonly body: string;
}

interface StoreOptions {
  readonly fresh?: boolean;
  readonly breakLock?: boolean;
}

/** After this time, a day in milliseconds, a run is too old to be continued. */
const MAX_AGE = 86_400_000;
/** After how many milliseconds the lock is touched, to show other machines that this process is alive. */
const SIGN_OF_LIFE = 10_000;
const LOCK = 'lock';
/** The name of a run's folder: when it, or the first run that it continues, began; a hash of what is fetched. */
const RUN = /^run-(\d+)-([0-9a-f]{32})$/;
/** The name of an answer's file: a hash of the question, the status, the SHA-256 of the body. */
const ANSWER = /^([0-9a-f]{32})-(\d{3})-((?:[0-9a-f]{64})?)$/;
/** The beginning of the name of an incomplete body. */
const PART = 'part-';
const BLOCK = 256 * 1024;

export class AnswerStore {
  /** When the earlier run began that this one continues, in ISO 8601. */
  continued: string | undefined;
  readonly #run: string;
  readonly #answers = new Map<string, Kept>();
  #touched = 0;

  private constructor(
    private readonly folder: string,
    private readonly lock: Lock,
    about: JsonObject,
    fresh: boolean,
  ) {
    chmodSync(folder, 0o700);
    const asked = keyOf(JSON.stringify(about));
    const begun = begunIn(folder, fresh ? '' : asked);
    this.#run = join(folder, `run-${begun ?? Date.now()}-${asked}`);
    mkdirSync(this.#run, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#run)) {
      if (name.startsWith(PART)) rmSync(join(this.#run, name));
      const [, key, status, body] = ANSWER.exec(name) ?? [];
      if (key) this.#answers.set(key, { status: Number(status), body: body! });
    }
    if (begun !== undefined && this.#answers.size > 0) {
      this.continued = new Date(begun).toISOString();
    }
  }

  /**
   * Opens a folder that no other user can read. `about`: what is fetched; stored answers about anything else
   * are deleted, and with `fresh` all of them. Throws a {@link UsageError} when another import has its lock, unless
   * `breakLock`.
   */
  static open(
    folder: string,
    about: JsonObject,
    { fresh = false, breakLock = false }: StoreOptions,
  ): AnswerStore {
    return writingTo(folder, () => {
      const lock = lockOf(folder, breakLock);
      try {
        return new AnswerStore(folder, lock, about, fresh);
      } catch (error) {
        lock.release();
        throw error;
      }
    });
  }

  /** The answer to a question that was asked before. */
  find(question: string): Kept | undefined {
    const kept = this.#answers.get(keyOf(question));
    return kept && (kept.body === '' || existsSync(join(this.#run, kept.body))) ? kept : undefined;
  }

  /** Stores an answer, whose body, if any, is stored already. */
  keep(question: string, kept: Kept): void {
    if (Date.now() - this.#touched > SIGN_OF_LIFE) {
      this.lock.touch();
      this.#touched = Date.now();
    }
    const key = keyOf(question);
    this.#answers.set(key, kept);
    const path = join(this.#run, `${key}-${kept.status}-${kept.body}`);
    writingTo(this.folder, () => writing(path, () => writeFileSync(path, '')));
  }

  /** Begins a body, which is stored once it is finished. */
  begin(): NewBody {
    return writingTo(this.folder, () => new NewBody(this.#run));
  }

  /** Yields the blocks of a body. Throws a {@link UsageError} after the last one if they do not have its SHA-256. */
  async *blocks(body: string): AsyncGenerator<Buffer> {
    const digest = createHash('sha256');
    const path = join(this.#run, body);
    for await (const block of createReadStream(path, { highWaterMark: BLOCK })) {
      digest.update(block);
      yield block;
    }
    if (digest.digest('hex') !== body) {
      rmSync(path, { force: true });
      throw new UsageError(`${path} is damaged, and is fetched anew by the next import`);
    }
  }

  /** Deletes the answers of this run, so that the next one requests all of them again. */
  remove(): void {
    rmSync(this.#run, { recursive: true, force: true });
  }

  close(): void {
    this.lock.release();
  }
}

/** A body that is being received. */
export class NewBody {
  readonly #hash = createHash('sha256');
  readonly #path: string;

  constructor(private readonly folder: string) {
    this.#path = join(folder, PART + randomUUID());
    this.append(Buffer.alloc(0));
  }

  append(block: Buffer): void {
    this.#hash.update(block);
    writing(this.#path, () => appendFileSync(this.#path, block));
  }

  /** Stores the body, and returns its SHA-256. */
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

const keyOf = (question: string): string => hash('sha256', question, 'hex').slice(0, 32);

/** When the run in a folder began that can be continued, if there is one; deletes the answers of all others. */
function begunIn(folder: string, asked: string): number | undefined {
  let found: number | undefined;
  for (const name of readdirSync(folder)) {
    const [, begun, of] = RUN.exec(name) ?? [];
    if (begun === undefined) continue;
    const age = Date.now() - Number(begun);
    if (of === asked && age >= 0 && age < MAX_AGE) found = Number(begun);
    else rmSync(join(folder, name), { recursive: true, force: true });
  }
  return found;
}

function lockOf(folder: string, breakLock: boolean): Lock {
  const make = () => {
    if (!isFolder(folder)) makeFolder(realPath(folder), 0o700);
  };
  try {
    return takeLock(join(folder, LOCK), folder, make, breakLock);
  } catch (error) {
    if (!argsOf(error, 'lock/held')) throw error;
    throw new UsageError(
      `another import of this origin is under way, by ${folder}; wait for it to end`,
    );
  }
}

/** Does a write; if the system refuses it, the error is a {@link UsageError} that names the folder. */
function writingTo<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}
