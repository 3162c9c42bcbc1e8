// Admits one publisher at a time, by conditional writes of one object in the target: the lock. A free lock is not
// removed, but states that it is free. To take it is then one write that fails if the lock changed since it was read.
import { hash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasEnded, startOf } from '../../files/disk/temporary.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { Condition, Key, PublishTarget } from './targets/target.js';

const LOCK: Key = 'kept/lock';
const PROBE: Key = 'kept/probe';
const HEADERS = 'Content-Type: application/json\nCache-Control: no-store';
/** A publisher without a sign of life for this long counts as gone. */
const ABANDONED_MS = 15 * 60_000;
/** How often the holder gives a sign of life. */
const SIGN_MS = 60_000;

/** Another publisher has the lock or took it, or changes files without it. Exit status 1, since neither target nor snapshot is wrong. */
export class Held extends Error {
  override name = 'Held';
}

export interface PublishLock {
  /** Throws {@link Held} if someone else has taken the lock; to be called before each change. */
  readonly check: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** What the lock contains; without `holder` it is free. */
interface Content {
  readonly holder?: Holder;
  /** Changes with every write, so that no two have the same bytes. */
  readonly turn: string;
}

interface Holder {
  readonly run: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
  /** Where `pid` is valid: see `machine()`. `start`: when that process began. */
  readonly machine: string;
  readonly start: string;
}

/**
 * Takes the lock. Throws {@link Held} if another publisher has it, unless `byForce`, and a
 * {@link UsageError} if the target ignores the conditions of writes, or the lock is damaged.
 */
export async function takeLock(target: PublishTarget, byForce: boolean): Promise<PublishLock> {
  await probe(target, false);
  const found = await target.read(LOCK);
  const before = found && contentOf(found.bytes);
  if (before?.holder && !byForce && !isGone(before.holder, found!.age)) {
    throw heldBy(target, before.holder, found!.age);
  }
  if (found && !before && !byForce) {
    throw new UsageError(
      `whether someone else publishes to ${target.name} cannot be known: its lock is damaged; if nobody does, publish with --break-lock`,
    );
  }
  const holder: Holder = {
    run: randomUUID(),
    host: hostname(),
    pid: process.pid,
    since: new Date(target.now()).toISOString(),
    machine: machine(),
    start: startOf(process.pid),
  };
  const lock = new TakenLock(target, holder, found ? { etag: found.etag } : 'absent');
  await lock.write({ holder });
  lock.keepAlive();
  return lock;
}

class TakenLock implements PublishLock {
  #failure: unknown;
  /** The last sign of life: the next one waits for it. */
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly target: PublishTarget,
    private readonly holder: Holder,
    private condition: 'absent' | { readonly etag: string },
  ) {}

  /** Writes the lock if it is as this publisher left it. Throws {@link Held} otherwise. */
  async write(content: Pick<Content, 'holder'>): Promise<void> {
    const etag = await swap(this.target, { ...content, turn: randomUUID() }, this.condition);
    if (etag === undefined) throw await lost(this.target, this.holder.run);
    this.condition = { etag };
  }

  /** Writes the lock again every minute, as a sign of life. */
  keepAlive(): void {
    const sign = () =>
      this.write({ holder: this.holder }).catch((error) => {
        this.#failure ??= error;
      });
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(sign);
    }, SIGN_MS).unref();
  }

  /** Reads the lock once for all calls that come before that read begins. */
  readonly check = (): Promise<void> => {
    this.#next ??= this.#last = this.#last.then(() => this.#look());
    return this.#next;
  };

  async #look(): Promise<void> {
    this.#next = undefined;
    if (this.#failure === undefined) {
      const there = await this.target.read(LOCK);
      const run = there && contentOf(there.bytes)?.holder?.run;
      if (run !== this.holder.run) this.#failure = await lost(this.target, this.holder.run);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    // If someone else took this lock by force, the condition of the write does not hold, and their lock stays.
    if (this.#failure === undefined) await this.write({});
  }
}

/**
 * Throws a {@link UsageError} if a target writes although a condition does not hold. `isDry`: tries only writes that
 * the target must refuse, so that nothing is written unless it ignores conditions.
 */
export async function probe(target: PublishTarget, isDry: boolean): Promise<void> {
  const write = (condition: Condition) =>
    target.write(PROBE, Buffer.from('{}'), HEADERS, condition);
  const isThere = isDry ? await target.read(PROBE) : await write('absent');
  const again = isThere === undefined ? undefined : await write('absent');
  const other = await write({ etag: '00000000' });
  if (again === undefined && other === undefined) return;
  throw new UsageError(
    `${target.name} ignores the conditions of writes (as buckets of some stores do that keep versions), so two publishers could not be kept apart: --no-lock publishes all the same`,
  );
}

/** Writes the lock under a condition. Returns its etag, or undefined if someone else was faster. */
async function swap(
  target: PublishTarget,
  content: Content,
  condition: 'absent' | { readonly etag: string },
): Promise<string | undefined> {
  const bytes = Buffer.from(JSON.stringify(content));
  const etag = await target.write(LOCK, bytes, HEADERS, condition);
  if (etag !== undefined) return etag;
  // If an answer is lost, the client repeats the write, which then fails: this publisher's bytes are there already.
  const there = await target.read(LOCK);
  return there?.bytes.equals(bytes) ? there.etag : undefined;
}

async function lost(target: PublishTarget, run: string): Promise<Held> {
  const found = await target.read(LOCK);
  const holder = found && contentOf(found.bytes)?.holder;
  if (!holder || holder.run === run)
    return new Held(`someone else took the lock of ${target.name}`);
  return heldBy(target, holder, found.age);
}

function heldBy(target: PublishTarget, { host, pid, since }: Holder, age: number): Held {
  return new Held(
    `someone else is publishing to ${target.name}: process ${pid} on ${quote(host)}, since ${quote(since)}, last sign of life ${Math.max(0, Math.round(age / 1000))} s ago; wait for it to end, or if it is gone, publish with --break-lock`,
  );
}

function isGone({ machine: where, pid, start }: Holder, age: number): boolean {
  if (age > ABANDONED_MS) return true;
  if (where === '' || where !== machine()) return false;
  return hasEnded(pid, start);
}

/**
 * Returns where a process id is valid: in one boot of one machine, and one container on it; empty where the system has no
 * /proc: machines that publish to one bucket may have one host name.
 */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return hash('sha256', `${boot} ${readlinkSync('/proc/self/ns/pid')}`, 'hex').slice(0, 16);
  } catch {
    return '';
  }
}

/** Parses a lock; undefined for bytes that no publisher wrote. */
function contentOf(bytes: Buffer): Content | undefined {
  try {
    const { turn, holder } = JSON.parse(bytes.toString()) as Partial<Content>;
    if (typeof turn !== 'string') return undefined;
    if (holder === undefined) return { turn };
    const { run, host, pid, since, machine, start } = holder;
    const texts = [run, host, since, machine, start];
    if (!Number.isSafeInteger(pid) || pid < 1) return undefined;
    return texts.every((text) => typeof text === 'string') ? { turn, holder } : undefined;
  } catch {
    return undefined;
  }
}
