// Lets only one `publish` work on a bucket at a time. The lock is an object. The store replaces this object only if
// nobody has changed it meanwhile. If `publish` is killed, the lock stays, and tells the next run that the bucket may
// have files of two snapshots.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import * as z from 'zod';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { jsonOf } from '../http/json.js';
import { type Bucket, type Condition, type Key, NotLive, type Stored } from './bucket.js';
import { PRIVATE } from './kinds.js';

const LOCK: Key = 'kept/lock';
/** If the lock was not renewed for this long, its holder counts as dead. */
const ABANDONED_MS = 15 * 60_000;
/** How often the holder renews the lock. */
const SIGN_MS = 60_000;

const content = z.object({
  /**
   * `held`: a `publish` is running, or was killed. `left`: a `publish` stopped while the bucket may have had files of
   * two snapshots. `free`: no `publish` is running, and the bucket has files of one snapshot.
   */
  state: z.enum(['held', 'left', 'free']),
  /** A random text that identifies the run. */
  run: z.string(),
  host: z.string(),
  pid: z.number(),
  since: z.string(),
});
type Content = z.infer<typeof content>;

/**
 * Takes the lock. Throws {@link NotLive} if another run has it, unless `byForce`. Throws a {@link UsageError} if the
 * store ignores conditions of writes.
 */
export async function takeLock(bucket: Bucket, byForce: boolean): Promise<PublishLock> {
  const found = await bucket.read(LOCK);
  if (found && !byForce && !isFree(found)) throw heldBy(bucket, found);
  const mine: Content = {
    state: 'held',
    run: randomUUID(),
    host: hostname(),
    pid: process.pid,
    since: new Date().toISOString(),
  };
  const lock = new PublishLock(
    bucket,
    mine,
    found ? { etag: found.etag } : 'absent',
    isCutOff(found),
  );
  await lock.step();
  await mustHeedConditions(bucket, found);
  lock.keepAlive();
  return lock;
}

/** Whether another run may be working, or was interrupted, so that the bucket may have files of two snapshots. */
export const isLocked = async (bucket: Bucket): Promise<boolean> =>
  isCutOff(await bucket.read(LOCK));

const isCutOff = (found: Stored | undefined): boolean =>
  found !== undefined && contentOf(found)?.state !== 'free';

export class PublishLock {
  #signing: Promise<void> = Promise.resolve();
  #signedAt = Date.now();
  #failure: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bucket: Bucket,
    private readonly mine: Content,
    private condition: Condition,
    /** Whether the bucket may have files of two snapshots. */
    readonly isUnsure: boolean,
  ) {}

  /** Renews the lock. Throws {@link NotLive} if another run has taken it. */
  readonly step = (): Promise<void> => {
    this.#signing = this.#signing.then(() => this.#write('held'));
    return this.#signing;
  };

  /** Throws if the lock could not be renewed, or was not renewed for so long that another run may have taken it. */
  readonly check = (): void => {
    if (Date.now() - this.#signedAt > ABANDONED_MS) {
      this.#failure ??= new NotLive(
        `no sign of life reached ${this.bucket.name} for 15 minutes: somebody else may publish there by now`,
      );
    }
    if (this.#failure !== undefined) throw this.#failure;
  };

  keepAlive(): void {
    const sign = () =>
      this.step().catch((error) => {
        this.#failure ??= error;
      });
    this.#timer = setInterval(sign, SIGN_MS).unref();
  }

  /** Releases the lock. `isWhole`: whether all files in the bucket are of one snapshot. */
  async release(isWhole: boolean): Promise<void> {
    clearInterval(this.#timer);
    // If the lock could not be renewed, another run may have it, so it is left as it is.
    const isMine = await this.#signing.then(
      () => true,
      () => false,
    );
    if (isMine) await this.#write(isWhole ? 'free' : 'left');
  }

  async #write(state: Content['state']): Promise<void> {
    const { bucket, mine, condition } = this;
    const bytes = Buffer.from(JSON.stringify({ ...mine, state } satisfies Content));
    const etag =
      (await bucket.write(LOCK, bytes, PRIVATE, condition)) ?? (await this.#etagOf(bytes));
    this.condition = { etag };
    this.#signedAt = Date.now();
  }

  /**
   * If the answer to a write is lost, the client repeats the write. The repeated write fails, because the first one has
   * changed the etag. So the lock is read: if it has these bytes, the write succeeded.
   */
  async #etagOf(bytes: Buffer): Promise<string> {
    const found = await this.bucket.read(LOCK);
    if (found?.bytes.equals(bytes)) return found.etag;
    if (found) throw heldBy(this.bucket, found);
    throw new NotLive(`the lock of ${this.bucket.name} is gone: somebody removed it`);
  }
}

/**
 * Tries two writes that the store must refuse. If the store accepts one, restores what was `found`, and throws a
 * {@link UsageError}.
 */
async function mustHeedConditions(bucket: Bucket, found: Stored | undefined): Promise<void> {
  const write = (condition: Condition) => bucket.write(LOCK, Buffer.from('{}'), PRIVATE, condition);
  const isHeeded =
    (await write('absent')) === undefined && (await write({ etag: '00000000' })) === undefined;
  if (isHeeded) return;
  if (found) await bucket.write(LOCK, found.bytes, PRIVATE);
  else await bucket.remove(LOCK);
  throw new UsageError(
    `${bucket.name} ignores the conditions of writes (as buckets of some stores do that keep versions), so two publishers could not be kept apart: it cannot be published to`,
  );
}

function isFree(found: Stored): boolean {
  const state = contentOf(found)?.state;
  return state === 'free' || state === 'left' || found.age > ABANDONED_MS;
}

function heldBy({ name }: Bucket, { bytes, age }: Stored): NotLive {
  const found = content.safeParse(jsonOf(bytes)).data;
  const by = found
    ? `process ${found.pid} on ${quote(found.host)}, since ${quote(found.since)}`
    : 'its lock does not say who';
  return new NotLive(
    `someone else is publishing to ${name}: ${by}, last sign of life ${Math.max(0, Math.round(age / 1000))} s ago; wait for it to end, or if it is gone, publish with --break-lock`,
  );
}

const contentOf = (found: Stored): Content | undefined =>
  content.safeParse(jsonOf(found.bytes)).data;
