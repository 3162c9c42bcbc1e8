// The raw answers of an origin, kept until an import is done: a folder with a journal of what was asked, and
// a file for each body, named by its SHA-256. A run that is killed at any instant leaves all that it had whole,
// and the next one gets the same answers to the same questions without asking.
import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { cannotWrite, isFolder, makeFolder, realPath } from '../../files/disk/boundary.js';
import { type Lock, takeLock } from '../../files/disk/lock.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { writing } from '../../problems/failure.js';
import { argsOf, UsageError } from '../../problems/problem.js';

/** An answer that is kept. */
export interface Kept {
  readonly status: number;
  /** The SHA-256 of its body, unpacked; empty for an answer whose body says nothing. */
  readonly body: string;
}

const FORMAT = 1;
/** An older store says too little about the origin of today: a day, in milliseconds. */
const MAX_AGE = 86_400_000;
/** How often other machines are told that this process is alive, in milliseconds. */
const SIGN_OF_LIFE = 10_000;
const JOURNAL = 'journal.ndjson';
const LOCK = 'lock';
const SHA256 = /^[0-9a-f]{64}$/;
/** Names of files of the store: all of them, and those of bodies that are not whole. */
const KEPT = /^(?:journal\.ndjson|part-[0-9a-f-]+|[0-9a-f]{64})$/;
const PART = /^part-[0-9a-f-]+$/;

export class Store {
  /** When an earlier run began that is gone on with, as ISO 8601 has it. */
  continued: string | undefined;
  readonly #answers = new Map<string, Kept>();
  #journal: number | undefined;
  #touched = 0;

  private constructor(
    private readonly folder: string,
    private readonly lock: Lock,
  ) {}

  /**
   * Opens a folder that no other user can read. `about`: what is asked for; answers to anything else are
   * thrown away, and so are those of a run that came to its end with errors, and where `fresh` is wanted, all.
   */
  static open(folder: string, about: JsonObject, fresh = false): Store {
    const make = () => {
      if (!isFolder(folder)) makeFolder(realPath(folder), 0o700);
    };
    const store = writingTo(folder, () => new Store(folder, lockOf(folder, make)));
    try {
      store.#begin(about, fresh);
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** The answer to a question that was asked before. */
  find(question: string): Kept | undefined {
    const kept = this.#answers.get(question);
    return kept && (kept.body === '' || this.has(kept.body)) ? kept : undefined;
  }

  /** Remembers an answer; its body, if any, is here by now. */
  keep(question: string, kept: Kept): void {
    if (Date.now() - this.#touched > SIGN_OF_LIFE) {
      this.lock.touch();
      this.#touched = Date.now();
    }
    this.#answers.set(question, kept);
    this.#note({ question, ...kept });
  }

  has(body: string): boolean {
    return existsSync(this.#fileOf(body));
  }

  /** Begins a body, which is kept once it is finished. */
  begin(): NewBody {
    const path = join(this.folder, `part-${randomUUID()}`);
    return writingTo(this.folder, () => new NewBody(path, (sha) => this.#fileOf(sha)));
  }

  /** The blocks of a body. Throws a {@link UsageError} at their end if they are not those that were kept. */
  async *blocks(body: string): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const path = this.#fileOf(body);
    for await (const block of createReadStream(path, { highWaterMark: BLOCK })) {
      hash.update(block);
      yield block;
    }
    if (hash.digest('hex') !== body) {
      rmSync(path, { force: true });
      throw new UsageError(`${path} is damaged, and is fetched anew by the next import`);
    }
  }

  /** Nothing of this is to be continued: the origin is asked anew by the next run. */
  giveUp(): void {
    this.#note({ isOver: true });
  }

  /** Removes all that was kept. */
  remove(): void {
    this.#closeJournal();
    this.#clear(KEPT);
  }

  close(): void {
    this.#closeJournal();
    this.lock.release();
  }

  #closeJournal(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
  }

  #clear(names: RegExp): void {
    for (const name of readdirSync(this.folder)) {
      if (names.test(name)) rmSync(join(this.folder, name), { force: true });
    }
  }

  #begin(about: JsonObject, fresh: boolean): void {
    chmodSync(this.folder, 0o700);
    const kept = fresh ? undefined : journalOf(join(this.folder, JOURNAL), about);
    this.#clear(kept ? PART : KEPT);
    for (const [question, answer] of kept?.answers ?? []) this.#answers.set(question, answer);
    if (this.#answers.size > 0) this.continued = kept!.begun;
    if (!kept) this.#note({ format: FORMAT, about, begun: new Date().toISOString() });
  }

  /** A line begins with a line break: what a killed run wrote last may be half of one. */
  #note(line: JsonObject): void {
    const path = join(this.folder, JOURNAL);
    writingTo(this.folder, () => {
      this.#journal ??= openSync(path, 'a', 0o600);
      const fd = this.#journal;
      writing(path, () => appendFileSync(fd, `\n${JSON.stringify(line)}`));
    });
  }

  #fileOf(body: string): string {
    return join(this.folder, body);
  }
}

const BLOCK = 256 * 1024;

/** A body as it arrives. */
export class NewBody {
  readonly #hash = createHash('sha256');
  readonly #fd: number;
  #isOpen = true;

  constructor(
    private readonly path: string,
    private readonly placeOf: (sha: string) => string,
  ) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  append(block: Buffer): void {
    this.#hash.update(block);
    for (let at = 0; at < block.length; ) {
      at += writing(this.path, () => writeSync(this.#fd, block, at));
    }
  }

  /** Keeps it, and gives its SHA-256. */
  finish(): string {
    this.#close();
    const sha = this.#hash.digest('hex');
    renameSync(this.path, this.placeOf(sha));
    return sha;
  }

  /** Throws it away, unless it is kept already. */
  discard(): void {
    this.#close();
    rmSync(this.path, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }
}

/** The answers in a journal; undefined if it is not to be continued. */
function journalOf(
  path: string,
  about: JsonObject,
): { readonly begun: string; readonly answers: ReadonlyMap<string, Kept> } | undefined {
  if (!existsSync(path)) return undefined;
  const [head, ...lines] = linesOf(readFileSync(path, 'utf8'));
  const begun = Date.parse(String(head?.['begun']));
  const age = Date.now() - begun;
  const isAbout = JSON.stringify(head?.['about']) === JSON.stringify(about);
  if (head?.['format'] !== FORMAT || !isAbout || !(age >= 0 && age < MAX_AGE)) return undefined;
  const answers = new Map<string, Kept>();
  for (const { question, status, body, isOver } of lines) {
    if (isOver) return undefined;
    if (typeof question !== 'string' || typeof status !== 'number') continue;
    if (typeof body !== 'string' || (body !== '' && !SHA256.test(body))) continue;
    answers.set(question, { status, body });
  }
  return { begun: new Date(begun).toISOString(), answers };
}

/** The lines that are whole. */
function linesOf(text: string): JsonObject[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function lockOf(folder: string, make: () => void): Lock {
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
