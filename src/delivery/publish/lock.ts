// Lets only one `publish` work on a bucket at a time. The lock is an object. The store replaces this object only if
// nobody has changed it meanwhile. The lock also says which snapshot is live, and whether the bucket may have files of
// another one.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';
import { hasEnded, machine } from '../../files/disk/temporary.js';
import { jsonOf } from '../../files/source/foreign-json.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { type Bucket, type Condition, type Key, NotLive, type Stored } from './bucket.js';
import { PRIVATE } from './headers.js';
import type { Place } from './watch.js';

const LOCK: Key = 'kept/lock';
/** If the lock was not renewed for this long, its holder counts as dead. */
const ABANDONED_MS = 15 * 60_000;
/** How often the holder renews the lock. */
const SIGN_MS = 60_000;
/** How often a run tries to take a lock that changes at the same moment. */
const ATTEMPTS = 5;

const content = z.object({
  /**
   * `held`: a `publish` is running, or was killed. `left`: no `publish` is running, but the bucket may have files of two
   * snapshots. `free`: no `publish` is running, and the bucket has files of one snapshot.
   */
  state: z.enum(['held', 'left', 'free']),
  /** A random text that identifies the run. */
  run: z.string(),
  host: z.string(),
  pid: z.number(),
  since: z.string(),
  machine: z.string().optional(),
  live: z.string().optional(),
  next: z.string().optional(),
});
type Content = z.infer<typeof content>;

/** What the lock says before a run takes it. */
export interface Found extends Place {
  /** As in the lock; also `none` if there is no lock, and `left` if the run that holds it has certainly ended. */
  readonly state: Content['state'] | 'none';
}

/** Another run has taken the lock, or somebody has removed it. */
export class LockLost extends NotLive {}

/** The runs of this process that have ended or lost their lock, and could not release it. */
const stranded = new Set<string>();

/** Reads what the lock says, without taking it. */
export const readLock = async (bucket: Bucket): Promise<Found> => foundIn(await bucket.read(LOCK));

/**
 * Takes the lock. Throws {@link NotLive} if another run has it, unless `byForce`. Throws a {@link UsageError} if the
 * store ignores conditions of writes.
 */
export async function takeLock(bucket: Bucket, byForce: boolean): Promise<PublishLock> {
  for (let attempt = 1; ; attempt++) {
    const stored = await bucket.read(LOCK);
    const found = foundIn(stored);
    const isHeld = found.state === 'held' && stored && stored.age <= ABANDONED_MS;
    if (isHeld && !byForce) throw heldBy(bucket, stored);
    const lock = new PublishLock(bucket, found, stored ? { etag: stored.etag } : 'absent');
    try {
      await lock.renew();
      if (await lock.heedsConditions()) return lock.keepAlive();
    } catch (error) {
      // Another run may have released the lock at this moment, or renewed the lock that is to be broken.
      if (error instanceof LockLost && attempt < ATTEMPTS) continue;
      // The store may have the lock already.
      await lock.release(found.state === 'free', found).catch(() => {});
      throw error;
    }
    if (stored) await bucket.write(LOCK, stored.bytes, PRIVATE);
    else await bucket.remove(LOCK);
    throw new UsageError(
      `${bucket.name} ignores the conditions of writes (as buckets of some stores do that keep versions), so two publishers could not be kept apart: it cannot be published to`,
    );
  }
}

export class PublishLock {
  readonly #mine: Omit<Content, 'state'>;
  #place: Place;
  #condition: Condition;
  /** What this run last wrote into the lock. */
  #text = '';
  #signedAt = Date.now();
  #writing: Promise<void> = Promise.resolve();
  #asking: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #loss: LockLost | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bucket: Bucket,
    /** What the lock said before this run took it. */
    readonly found: Found,
    condition: Condition,
  ) {
    this.#place = found;
    this.#condition = condition;
    this.#mine = {
      run: randomUUID(),
      host: hostname(),
      pid: process.pid,
      since: new Date().toISOString(),
      machine: boot(),
    };
  }

  /** Tries two writes, and returns whether the store refuses them, as it should. */
  async heedsConditions(): Promise<boolean> {
    const { bucket } = this;
    const isRefused = async (condition: Condition) =>
      (await bucket.write(LOCK, Buffer.from(this.#text), PRIVATE, condition)) === undefined;
    if ((await isRefused('absent')) && (await isRefused({ etag: '00000000' }))) return true;
    // If somebody has just removed the lock, the store was right to accept the first write, and refuses it now.
    if (await isRefused('absent')) throw this.#lostTo(undefined);
    return false;
  }

  /** Renews the lock regularly. */
  keepAlive(): this {
    // If this fails, `confirm` or the next renewal tells whether the lock is lost.
    this.#timer = setInterval(() => this.renew().catch(() => {}), SIGN_MS).unref();
    return this;
  }

  /** Renews the lock, with the present `place` of the bucket. Throws {@link LockLost}. */
  renew(place: Place = this.#place): Promise<void> {
    this.#place = place;
    const write = () => this.#write('held');
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }

  /**
   * Reads the lock, and throws {@link LockLost} if this run no longer has it. Calls that come while another call waits
   * share its request. But no call uses a request that began before it.
   */
  confirm(): Promise<void> {
    this.#waiting ??= this.#asking.then(() => {
      this.#waiting = undefined;
      const asked = this.#ask();
      this.#asking = asked.catch(() => {});
      return asked;
    });
    return this.#waiting;
  }

  /**
   * Releases the lock. `isWhole`: whether all files in the bucket are certainly of the live snapshot. Throws {@link
   * LockLost} if another run has the lock, which then says that the bucket may have files of two snapshots.
   */
  async release(isWhole: boolean, place: Place): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing.catch(() => {});
    this.#place = place;
    stranded.add(this.#mine.run);
    try {
      await this.#write(isWhole ? 'free' : 'left');
      stranded.delete(this.#mine.run);
    } finally {
      if (this.#loss) await this.#tellNext();
    }
  }

  async #ask(): Promise<void> {
    if (Date.now() - this.#signedAt > ABANDONED_MS) {
      this.#loss ??= new LockLost(
        `no sign of life reached ${this.bucket.name} for 15 minutes: somebody else may publish there by now`,
      );
    }
    if (this.#loss) throw this.#loss;
    const stored = await this.bucket.read(LOCK);
    if (contentOf(stored)?.run !== this.#mine.run) throw this.#lostTo(stored);
  }

  async #write(state: Content['state']): Promise<void> {
    if (this.#loss) throw this.#loss;
    const { live, next } = this.#place;
    this.#text = JSON.stringify({ ...this.#mine, state, live, next } satisfies Content);
    const etag = (await this.#put(this.#text)) ?? (await this.#putAgain(this.#text));
    this.#condition = { etag };
    this.#signedAt = Date.now();
  }

  #put(text: string): Promise<string | undefined> {
    return this.bucket.write(LOCK, Buffer.from(text), PRIVATE, this.#condition);
  }

  /**
   * If the answer to a write is lost, the lock has another etag than this run knows. The next write is then refused. So
   * the lock is read: if this run wrote it, the write is repeated with that etag.
   */
  async #putAgain(text: string): Promise<string> {
    const stored = await this.bucket.read(LOCK);
    if (stored?.bytes.toString() === text) return stored.etag;
    if (!stored || contentOf(stored)?.run !== this.#mine.run) throw this.#lostTo(stored);
    this.#condition = { etag: stored.etag };
    const etag = await this.#put(text);
    if (etag === undefined) throw this.#lostTo(await this.bucket.read(LOCK));
    return etag;
  }

  #lostTo(stored: Stored | undefined): LockLost {
    stranded.add(this.#mine.run);
    this.#loss ??= stored
      ? heldBy(this.bucket, stored)
      : new LockLost(
          `the lock of ${this.bucket.name} is gone: somebody removed it; readers may get files of two snapshots until you publish again, which compares all files`,
        );
    return this.#loss;
  }

  /** A request of this run may have arrived after the next run has ended. So the run after that has to look. */
  async #tellNext(): Promise<void> {
    const stored = await this.bucket.read(LOCK);
    const other = contentOf(stored);
    if (!stored || other?.state !== 'free') return;
    const bytes = Buffer.from(JSON.stringify({ ...other, state: 'left' } satisfies Content));
    await this.bucket.write(LOCK, bytes, PRIVATE, { etag: stored.etag });
  }
}

function foundIn(stored: Stored | undefined): Found {
  if (!stored) return { state: 'none' };
  const said = contentOf(stored);
  if (!said) return { state: 'held' };
  const { live, next } = said;
  return { state: said.state === 'held' && isOver(said) ? 'left' : said.state, live, next };
}

/** Whether the run that holds a lock has certainly ended. False if the run was on another machine. */
function isOver({ machine, pid, run }: Content): boolean {
  if (machine !== boot()) return false;
  return pid === process.pid ? stranded.has(run) : hasEnded(pid);
}

/**
 * Identifies this machine since it was started. The name of the host does not suffice, because machines of a cloud may
 * have the same name.
 */
function boot(): string {
  const file = '/proc/sys/kernel/random/boot_id';
  return `${machine()} ${existsSync(file) ? readFileSync(file, 'utf8').trim() : ''}`;
}

function heldBy({ name }: Bucket, stored: Stored): LockLost {
  const found = contentOf(stored);
  const by = found
    ? `process ${found.pid} on ${quote(found.host)}, since ${quote(found.since)}`
    : 'its lock does not say who';
  return new LockLost(
    `someone else is publishing to ${name}: ${by}, last sign of life ${Math.max(0, Math.round(stored.age / 1000))} s ago; wait for it to end, or if it is gone, publish with --break-lock`,
  );
}

const contentOf = (stored: Stored | undefined): Content | undefined =>
  content.safeParse(jsonOf(stored?.bytes)).data;
