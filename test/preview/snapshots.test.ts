// The two folders: what is bad is not served, and a build changes nothing that is.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Snapshots } from '../../src/preview/snapshots.js';
import type { FindingsReport } from '../../src/problems/report.js';
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

it('serve what was good last', async () => {
  const snapshots = new Snapshots(temporaryFolder());
  const served = () => snapshots.read('region.json')?.toString();
  /** A build that leaves one file, and what is served meanwhile. */
  const make = async (text: string, ok: boolean) => {
    let meanwhile: string | undefined;
    await snapshots.build(async (out) => {
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, 'region.json'), text);
      meanwhile = served();
      return report(ok);
    });
    return meanwhile;
  };
  await make('bad', false);
  expect(served()).toBeUndefined();
  await make('one', true);
  expect(served()).toBe('one');
  expect(await make('bad', false)).toBe('one');
  expect(served()).toBe('one');
  expect(await make('two', true)).toBe('one');
  expect(await make('three', true)).toBe('two');
  expect(served()).toBe('three');
  expect(snapshots.read('event.json')).toBeUndefined();
  rmSync(snapshots.root, { recursive: true });
  expect(served()).toBeUndefined();
});
