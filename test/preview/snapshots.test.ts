// The two folders: what is being read is not written, and what is bad is not served.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Snapshots } from '../../src/preview/snapshots.js';
import type { FindingsReport } from '../../src/report.js';
import { temporaryFolder } from '../support/folders.js';

const report = (ok: boolean): FindingsReport => ({
  ok,
  problems: [],
  reasons: [],
  summary: {
    records: {},
    withheld: {},
    files: { written: 0, unchanged: 0, removed: 0, total: 0 },
    bytes: 0,
    snapshot: null,
  },
});

/** A build that leaves one file. */
const make = (text: string, ok: boolean) => async (out: string) => {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'region.json'), text);
  return report(ok);
};

it('serves what was good last', async () => {
  const snapshots = new Snapshots(temporaryFolder());
  await snapshots.build(make('bad', false));
  expect(snapshots.current).toBeUndefined();
  await snapshots.build(make('one', true));
  const first = snapshots.current;
  const tag = first?.tagOf('region.json');
  await snapshots.build(make('bad', false));
  expect(snapshots.current).toBe(first);
  await snapshots.build(make('one', true));
  expect(snapshots.current).not.toBe(first);
  expect(snapshots.current?.tagOf('region.json')).toBe(tag);
  expect(snapshots.current?.tagOf('event.json')).toBeUndefined();
});

it('does not build into a folder that someone reads', async () => {
  const snapshots = new Snapshots(temporaryFolder());
  await snapshots.build(make('one', true));
  const slot = snapshots.current;
  const release = [slot?.hold(), slot?.hold()];
  await snapshots.build(make('two', true)); // into the other one
  let isBuilt = false;
  const third = snapshots.build(make('three', true)).then(() => {
    isBuilt = true;
  });
  release[0]?.();
  release[0]?.(); // an answer that ends twice
  await new Promise(setImmediate);
  expect(isBuilt).toBe(false);
  release[1]?.();
  await third;
  expect(snapshots.current).toBe(slot);
});
