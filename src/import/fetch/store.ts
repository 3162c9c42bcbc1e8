// The raw answers of an origin, kept until an import is done, in a folder: a file for each body, named by its SHA-256,
// and an empty file for each answer, whose name says all of it. Files appear whole, so that a run that is killed at any
// instant leaves all that it had, and the next one gets the same answers to the same questions without asking.
import { createHash, hash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  createReadStream,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cannotWrite, isFolder, makeFolder, realPath } from '../../files/disk/boundary.js';
import { type Lock, takeLock } from '../../files/disk/lock.js';
import { textOf } from '../../files/disk/text-file.js';
import type { JsonObject } from '../../model/fields.js';
import { writing } from '../../problems/failure.js';
import { argsOf, UsageError } from '../../problems/problem.js';

/** An answer that is kept. */
export interface Kept {
  readonly status: number;
  /** The SHA-256 of its body, unpacked; empty for an answer whose body says nothing. */
  readonly body: string;
}

/** An older store says too little about the origin of today: a day, in milliseconds. */
const MAX_AGE = 86_400_000;
/** How often other machines are told that this process is alive, in milliseconds. */
const SIGN_OF_LIFE = 10_000;
/** What is asked for, and when the first run began: without this file nothing is gone on with. */
const ABOUT = 'about.json';
const LOCK = 'lock';
/** Names of answers: the hash of the question, the status, the body. */
const ANSWER = /^([0-9a-f]{32})-(\d{3})-((?:[0-9a-f]{64})?)$/;
/** Names of files of the store: all of them, and those of bodies that are not whole. */
const OWN = /^(?:about\.json|part-[0-9a-f-]+|[0-9a-f]{64}|[0-9a-f]{32}-\d{3}-[0-9a-f]*)$/;
const PART = /^part-[0-9a-f-]+$/;
const BLOCK = 256 * 1024;

export class AnswerStore {
  /** When an earlier run began that is gone on with, as ISO 8601 has it. */
  continued: string | undefined;
  readonly #answers = new Map<string, Kept>();
  #touched = 0;

  private constructor(
    private readonly folder: string,
    private readonly lock: Lock,
  ) {}

  /**
   * Opens a folder that no other user can read. `about`: what is asked for; answers to anything else are
   * thrown away, and so are those of a run that came to its end with errors, and where `fresh` is wanted, all.
   */
  static open(folder: string, about: JsonObject, fresh = false): AnswerStore {
    const store = writingTo(folder, () => new AnswerStore(folder, lockOf(folder)));
    try {
      writingTo(folder, () => store.#begin(about, fresh));
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** The answer to a question that was asked before. */
  find(question: string): Kept | undefined {
    const kept = this.#answers.get(keyOf(question));
    return kept && (kept.body === '' || existsSync(join(this.folder, kept.body)))
      ? kept
      : undefined;
  }

  /** Remembers an answer; its body, if any, is here by now. */
  keep(question: string, kept: Kept): void {
    if (Date.now() - this.#touched > SIGN_OF_LIFE) {
      this.lock.touch();
      this.#touched = Date.now();
    }
    const key = keyOf(question);
    this.#answers.set(key, kept);
    this.#write(`${key}-${kept.status}-${kept.body}`, '');
  }

  /** Begins a body, which is kept once it is finished. */
  begin(): NewBody {
    return writingTo(this.folder, () => new NewBody(this.folder));
  }

  /** The blocks of a body. Throws a {@link UsageError} at their end if they are not those that were kept. */
  async *blocks(body: string): AsyncGenerator<Buffer> {
    const digest = createHash('sha256');
    const path = join(this.folder, body);
    for await (const block of createReadStream(path, { highWaterMark: BLOCK })) {
      digest.update(block);
      yield block;
    }
    if (digest.digest('hex') !== body) {
      rmSync(path, { force: true });
      throw new UsageError(`${path} is damaged, and is fetched anew by the next import`);
    }
  }

  /** Nothing of this is to be continued: the origin is asked anew by the next run. */
  giveUp(): void {
    this.#clear(/^about\.json$/);
  }

  /** Removes all that was kept. */
  remove(): void {
    this.#clear(OWN);
  }

  close(): void {
    this.lock.release();
  }

  #clear(names: RegExp): void {
    for (const name of readdirSync(this.folder)) {
      if (names.test(name)) rmSync(join(this.folder, name), { force: true });
    }
  }

  #begin(about: JsonObject, fresh: boolean): void {
    chmodSync(this.folder, 0o700);
    const begun = fresh ? undefined : begunIn(join(this.folder, ABOUT), about);
    this.#clear(begun === undefined ? OWN : PART);
    for (const name of readdirSync(this.folder)) {
      const [, key, status, body] = ANSWER.exec(name) ?? [];
      if (key) this.#answers.set(key, { status: Number(status), body: body! });
    }
    if (this.#answers.size > 0) this.continued = begun;
    if (begun === undefined) {
      this.#write(ABOUT, JSON.stringify({ about, begun: new Date().toISOString() }));
    }
  }

  #write(name: string, text: string): void {
    const path = join(this.folder, name);
    writingTo(this.folder, () => writing(path, () => writeFileSync(path, text, { mode: 0o600 })));
  }
}

/** A body as it arrives. */
export class NewBody {
  readonly #hash = createHash('sha256');
  readonly #path: string;

  constructor(private readonly folder: string) {
    this.#path = join(folder, `part-${randomUUID()}`);
    this.append(Buffer.alloc(0));
  }

  append(block: Buffer): void {
    this.#hash.update(block);
    writing(this.#path, () => appendFileSync(this.#path, block, { mode: 0o600 }));
  }

  /** Keeps it, and gives its SHA-256. */
  finish(): string {
    const sha = this.#hash.digest('hex');
    renameSync(this.#path, join(this.folder, sha));
    return sha;
  }

  /** Throws it away, unless it is kept already. */
  discard(): void {
    rmSync(this.#path, { force: true });
  }
}

const keyOf = (question: string): string => hash('sha256', question, 'hex').slice(0, 32);

/** When a run began that may be gone on with, of a store about this; undefined if there is none. */
function begunIn(path: string, about: JsonObject): string | undefined {
  try {
    const kept = JSON.parse(textOf(path) ?? '');
    const age = Date.now() - Date.parse(kept.begun);
    const isAbout = JSON.stringify(kept.about) === JSON.stringify(about);
    return isAbout && age >= 0 && age < MAX_AGE ? kept.begun : undefined;
  } catch {
    return undefined; // what is not JSON, or not of this tool
  }
}

function lockOf(folder: string): Lock {
  const make = () => {
    if (!isFolder(folder)) makeFolder(realPath(folder), 0o700);
  };
  try {
    return takeLock(join(folder, LOCK), folder, make, false);
  } catch (error) {
    if (!argsOf(error, 'lock/held')) throw error;
    throw new UsageError(
      `another import of this origin is under way, by ${folder}; wait for it to end`,
    );
  }
}

/** Does a write; where the system refuses it, the error says so. */
function writingTo<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}
