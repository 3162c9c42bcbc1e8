// Portals that lack what others have, and are right. (Records that are right: cases/good.cases.)
import { expect, it } from 'vitest';
import { another, base, type Changes, checkPortal } from './portal.js';

const nothing = Object.fromEntries(Object.keys(base).map((file) => [file, null]));

it.each<[string, Changes]>([
  ['the smallest portal', {}],
  ['an empty data folder', nothing],
  ['a portal without a feed and without experts', { 'events.json': null, 'experts.ndjson': null }],
  ['a portal of one record', { ...nothing, 'experts/ivanov.json': another('experts') }],
])('%s has no problem', async (_, changes) => {
  const { report } = await checkPortal(changes);
  expect([report.ok, report.problems]).toEqual([true, []]);
});
