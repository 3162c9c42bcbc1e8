// When so much of a collection is gone from the origin that an import does not remove it unasked.
import { expect, it } from 'vitest';
import { times } from '../../support/portal.js';
import { list, workplace } from './sides.js';

const regions = (from: number, to: number) => ({
  'regions.json': list(times(to - from + 1, (i) => ({ id: from + i - 1, name: 'Область' }))),
});

it.each([
  // Twenty are few, whatever there is.
  { there: 120, gone: 20, isRefused: false },
  { there: 120, gone: 21, isRefused: true },
  { there: 21, gone: 20, isRefused: false },
  // So is a tenth.
  { there: 300, gone: 30, isRefused: false },
  { there: 300, gone: 31, isRefused: true },
])('of $there records $gone are gone: refused $isRefused', async ({ there, gone, isRefused }) => {
  const place = workplace();
  await place.import(regions(1, there));
  const [before, kept] = [place.files(), place.kept()];
  const left = regions(gone + 1, there);
  const { outcome, removals } = await place.import(left);
  expect(outcome).toBe(isRefused ? 'removals' : 'brought');
  if (!isRefused) return expect(place.files()).toEqual(left);
  expect(removals).toEqual([{ collection: 'regions', removed: gone, of: there }]);
  expect([place.files(), place.kept()]).toEqual([before, kept]);
  expect((await place.import(left, { allowRemovals: true })).outcome).toBe('brought');
  expect(place.files()).toEqual(left);
});

it('what was invented is no loss', async () => {
  const place = workplace();
  const invented = regions(2_000_000_001, 2_000_000_040);
  await place.import(invented);
  expect((await place.import(regions(1, 40))).records).toEqual({
    regions: { added: 40, changed: 0, removed: 40 },
  });
  expect(place.files()).toEqual(regions(1, 40));
});
