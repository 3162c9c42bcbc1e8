// What snapshot.json says of the one before: whoever publishes knows which one that is, and nobody else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { publishTo } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { portal } from '../../src/portal/index.js';
import { isSigned, readSigningKey, signaturesIn } from '../../src/site/signature.js';
import { newKeys } from '../support/keys.js';
import { filesOf, folderWith } from './lists.js';
import { Killed, memoryTarget, Store } from './memory.js';

const SNAPSHOT = 'api/snapshot.json';
const lists = { region: [1, 2], 'job/vacancy': [2, 1], event: [1], 'post-comment': [] };
const filesWith = (...region: number[]) => filesOf({ ...lists, region }, 'котёл');
const [one, two, three] = [
  folderWith(filesWith(1)),
  folderWith(filesWith(1, 2)),
  folderWith(filesWith(1, 2, 3)),
];

const idOf = (out: string) => JSON.parse(readFileSync(join(out, SNAPSHOT), 'utf8')).id as string;
const saidOf = (store: Store) => JSON.parse(String(store.live().get(SNAPSHOT)));
const publish = (store: Store, more: Partial<PublishOptions>, sign?: string) => {
  const options = { target: 'memory://', out: one, breakLock: true, acceptChange: true, ...more };
  const key = sign === undefined ? undefined : readSigningKey(sign);
  return publishTo(portal, memoryTarget(store), [], options, key);
};

it('is the id of the one that was live, after each publication', async () => {
  const store = new Store();
  await publish(store, { out: one });
  expect(saidOf(store)).not.toHaveProperty('previous');
  const { snapshot } = await publish(store, { out: two });
  expect(Object.keys(saidOf(store))).toEqual([
    'format',
    'id',
    'previous',
    'lists',
    'files',
    'byId',
  ]);
  expect(saidOf(store)).toMatchObject({ id: idOf(two), previous: idOf(one) });

  const before = store.live();
  const again = await publish(store, { out: two });
  expect([again.snapshot, again.files.changed]).toEqual([snapshot, 0]);
  expect(store.live()).toEqual(before);

  await publish(store, { out: three });
  expect(saidOf(store).previous).toBe(idOf(two));
  // What was published comes back as it was.
  await publish(store, { rollback: true });
  expect(store.live().get(SNAPSHOT)).toEqual(before.get(SNAPSHOT));
  await publish(store, { out: one });
  expect(saidOf(store).previous).toBe(idOf(two));
});

it('stays when the publication that brought it was killed, whenever that was', async () => {
  for (let killAfter = 0, isWhole = false; !isWhole; killAfter++) {
    const store = new Store();
    await publish(store, { out: one });
    store.killAfter = killAfter;
    isWhole = await publish(store, { out: two }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
    store.killAfter = Number.POSITIVE_INFINITY;
    await publish(store, { out: two });
    expect(saidOf(store)).toMatchObject({ id: idOf(two), previous: idOf(one) });
  }
});

it('is in the compressed siblings, too', async () => {
  const store = new Store();
  await publish(store, { out: one });
  const packed = filesWith(1, 2);
  const text = packed.get(SNAPSHOT)!;
  packed.set(`${SNAPSHOT}.br`, brotliCompressSync(text)).set(`${SNAPSHOT}.gz`, gzipSync(text));
  await publish(store, { out: folderWith(packed) });
  const live = store.live();
  const sent = live.get(SNAPSHOT);
  expect(saidOf(store).previous).toBe(idOf(one));
  expect(brotliDecompressSync(live.get(`${SNAPSHOT}.br`)!)).toEqual(sent);
  expect(gunzipSync(live.get(`${SNAPSHOT}.gz`)!)).toEqual(sent);
});

it('is signed with a key, and left out where the signature was made without it', async () => {
  const { secret, publicKey } = newKeys();
  const store = new Store();
  await publish(store, { out: one }, secret);
  await publish(store, { out: two }, secret);
  expect(saidOf(store).previous).toBe(idOf(one));
  const live = store.live();
  const signatures = signaturesIn(live.get(`${SNAPSHOT}.sig`)!);
  expect(isSigned([publicKey], live.get(SNAPSHOT)!, signatures.slice(0, 1))).toBe(true);
  expect((await publish(store, { out: two }, secret)).files.changed).toBe(0);

  const own = filesWith(1, 2, 3);
  own.set(`${SNAPSHOT}.sig`, JSON.stringify([Buffer.alloc(64, 7).toString('base64')]));
  await publish(store, { out: folderWith(own) });
  expect(String(store.live().get(SNAPSHOT))).toBe(own.get(SNAPSHOT));
});
