// A target in memory, as strict as a store can be: each write is whole or not there, in an order that
// nobody chose, and everything that was done can be watched, or end at any instant.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type {
  Condition,
  Key,
  Listed,
  LocalFile,
  PublishTarget,
  Stored,
  TargetMeter,
} from '../../src/delivery/publish/targets/target.js';

interface Kept {
  readonly bytes: Buffer;
  readonly headers: string;
  readonly at: number;
}

/** The process that published was killed. */
export class Killed extends Error {}

/** What is in a target; it outlives the publications that fill it. */
export class Store {
  readonly objects = new Map<string, Kept>();
  now = Date.parse('2026-03-01T12:00:00Z');
  /** Called after each change. */
  onChange: (key: Key) => void = () => {};
  /** How many changes are made until the publisher is killed. */
  killAfter = Number.POSITIVE_INFINITY;
  heedsConditions = true;
  /** How many turns each request takes. */
  turns: () => number = () => 0;

  /** What readers are given. */
  live(): Map<string, Buffer> {
    const live = new Map<string, Buffer>();
    for (const [key, { bytes }] of this.objects) {
      if (key.startsWith('live/')) live.set(key.slice('live/'.length), bytes);
    }
    return live;
  }

  keptNames(): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith('kept/objects/'));
  }
}

const etagOf = (bytes: Buffer): string => hash('sha256', bytes, 'hex');

/** Opens a store for one publication. */
export function memoryTarget(store: Store): PublishTarget & { readonly asked: string[] } {
  let isDead = false;
  const meter: TargetMeter = { requests: 0, sent: 0, received: 0 };
  const asked: string[] = [];
  const turn = async (what: string): Promise<void> => {
    meter.requests++;
    asked.push(what);
    for (let turns = store.turns(); turns > 0; turns--) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (isDead) throw new Killed();
  };
  const change = (key: Key, how: () => void): void => {
    if (store.killAfter-- <= 0) {
      isDead = true;
      throw new Killed();
    }
    how();
    store.onChange(key);
  };
  const holds = (key: Key, condition: Condition): boolean => {
    if (!store.heedsConditions || condition === undefined) return true;
    const there = store.objects.get(key);
    return condition === 'absent'
      ? !there
      : there !== undefined && etagOf(there.bytes) === condition.etag;
  };
  const put = (key: Key, bytes: Buffer, headers: string): string => {
    change(key, () => store.objects.set(key, { bytes, headers, at: store.now }));
    return etagOf(bytes);
  };
  return {
    name: 'memory://',
    meter,
    asked,
    async read(key: Key): Promise<Stored | undefined> {
      await turn(`read ${key}`);
      const there = store.objects.get(key);
      return there && { bytes: there.bytes, etag: etagOf(there.bytes), age: store.now - there.at };
    },
    async write(key: Key, source: Buffer | LocalFile, headers: string, condition?: Condition) {
      await turn(`write ${key}`);
      const bytes = Buffer.isBuffer(source) ? source : readFileSync(source.path);
      if (!Buffer.isBuffer(source) && etagOf(bytes) !== source.hash) throw new Error('other bytes');
      meter.sent += bytes.length;
      return holds(key, condition) ? put(key, bytes, headers) : undefined;
    },
    async copy(from: Key, to: Key, { etag }: { readonly etag: string }, headers: string) {
      await turn(`copy ${from} ${to}`);
      const there = store.objects.get(from);
      return there && etagOf(there.bytes) === etag ? put(to, there.bytes, headers) : undefined;
    },
    async remove(key: Key) {
      await turn(`remove ${key}`);
      if (store.objects.has(key)) change(key, () => store.objects.delete(key));
    },
    async *list(below: Key): AsyncGenerator<Listed> {
      await turn(`list ${below}`);
      for (const [key, { bytes }] of store.objects) {
        if (!key.startsWith(below)) continue;
        yield { name: key.slice(below.length), size: bytes.length, etag: etagOf(bytes) };
      }
    },
    async tidy() {},
    etagOf: ({ hash }) => hash,
    now: () => store.now,
    warnings: () => [],
    close() {},
  };
}
