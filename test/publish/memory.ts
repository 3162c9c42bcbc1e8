// A bucket in memory, as strict as a store can be: each write is whole or not there, in an order that nobody chose, and
// everything that is done can be watched, or end at any instant.
import { hash } from 'node:crypto';
import type { Bucket, Condition, Key } from '../../src/delivery/publish/bucket.js';
import { publish as publishTo } from '../../src/delivery/publish/index.js';
import { readBuilt } from '../../src/delivery/publish/local.js';
import type { PublishOptions } from '../../src/delivery/publish/publication.js';
import { portal } from '../../src/portal/index.js';

interface Kept {
  readonly bytes: Buffer;
  readonly headers: string;
  readonly etag: string;
  readonly at: number;
}

/** The process that published was killed. */
export class Killed extends Error {}

/** What is in a bucket; it outlives the publications that fill it. */
export class Store {
  readonly objects = new Map<string, Kept>();
  now = Date.parse('2026-03-01T12:00:00Z');
  /** Called after each change. */
  onChange: (key: Key) => void = () => {};
  /** Called before each request. */
  onRequest: (what: string) => void = () => {};
  /** How many changes are made until the publisher is killed. */
  killAfter = Number.POSITIVE_INFINITY;
  /** Whether etags are of no use, as with SSE-KMS: each write gets another one. */
  isOpaque = false;
  keepsVersions = false;
  /** How many turns each request takes. */
  turns: () => number = () => 0;
  #writes = 0;

  /** What readers are given. */
  live(): Map<string, Buffer> {
    const live = new Map<string, Buffer>();
    for (const [key, { bytes }] of this.objects) {
      if (key.startsWith('live/')) live.set(key.slice('live/'.length), bytes);
    }
    return live;
  }

  put(key: Key, bytes: Buffer, headers = ''): string {
    const etag = this.isOpaque ? `of write ${++this.#writes}` : hash('md5', bytes, 'hex');
    this.objects.set(key, { bytes, headers, etag, at: this.now });
    return etag;
  }

  /** The names below a key. */
  below(key: Key): string[] {
    const keys = [...this.objects.keys()].filter((name) => name.startsWith(key));
    return keys.map((name) => name.slice(key.length)).sort();
  }
}

/** Publishes a folder to a store. The report also has what was asked of the store. */
export async function publish(store: Store, out: string, more: Partial<PublishOptions> = {}) {
  const bucket = memoryBucket(store);
  const report = await publishTo(portal, bucket, { out, ...more });
  return { ...report, asked: bucket.asked };
}

/**
 * Kills `work` after each number of changes, each time in a store as `begin` left it, and then does `mend`. Gives the number
 * of kills.
 */
export async function killedAnywhere(
  begin: (store: Store) => Promise<unknown>,
  work: (store: Store) => Promise<unknown>,
  mend: (store: Store, killAfter: number) => Promise<unknown>,
): Promise<number> {
  for (let killAfter = 0; ; killAfter++) {
    const store = new Store();
    await begin(store);
    store.killAfter = killAfter;
    const error: unknown = await work(store).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    store.killAfter = Number.POSITIVE_INFINITY;
    if (error === undefined) return killAfter;
    if (!(error instanceof Killed)) throw error;
    await mend(store, killAfter);
  }
}

/** Opens a store for one publication. */
function memoryBucket(store: Store): Bucket & { readonly asked: string[] } {
  let isDead = false;
  const asked: string[] = [];
  const meter = { requests: 0, sent: 0 };
  const turn = async (what: string): Promise<void> => {
    meter.requests++;
    asked.push(what);
    store.onRequest(what);
    for (let turns = store.turns(); turns > 0; turns--) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (isDead) throw new Killed();
  };
  const change = <T>(key: Key, how: () => T): T => {
    if (store.killAfter-- <= 0) {
      isDead = true;
      throw new Killed();
    }
    const done = how();
    store.onChange(key);
    return done;
  };
  const holds = (key: Key, condition: Condition | undefined): boolean => {
    const there = store.objects.get(key);
    if (condition === undefined) return true;
    return condition === 'absent' ? !there : there?.etag === condition.etag;
  };
  return {
    name: 'memory://',
    meter,
    asked,
    get keepsVersions() {
      return store.keepsVersions;
    },
    async read(key) {
      await turn(`read ${key}`);
      const there = store.objects.get(key);
      if (!there) return undefined;
      const { bytes, etag, headers, at } = there;
      return { bytes, etag, headers, age: store.now - at };
    },
    async write(key, source, headers, condition) {
      await turn(`write ${key}`);
      const bytes = Buffer.isBuffer(source) ? source : readBuilt(source.path, source.hash);
      if (!holds(key, condition)) return undefined;
      meter.sent += bytes.length;
      return change(key, () => store.put(key, bytes, headers));
    },
    async copy(from, to, headers) {
      await turn(`copy ${from} ${to}`);
      const there = store.objects.get(from);
      if (!there) return false;
      change(to, () => store.put(to, there.bytes, headers));
      return true;
    },
    async remove(key) {
      await turn(`remove ${key}`);
      if (store.objects.has(key)) change(key, () => store.objects.delete(key));
    },
    async *list(below) {
      await turn(`list ${below}`);
      for (const [key, { etag, at }] of store.objects) {
        if (key.startsWith(below)) yield { name: key.slice(below.length), etag, at: new Date(at) };
      }
    },
    close() {},
  };
}
