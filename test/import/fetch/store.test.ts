// The raw answers: a run that was cut off is gone on with, and nothing that is there whole is asked for again.
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';
import {
  event,
  expert,
  fetching,
  newStore,
  Origin,
  recordsOf,
  region,
  tidy,
  told,
} from './origin.js';

tidy();

const regions = [1, 2, 3, 4, 5].map((id) => region(id));
const lists = { region: regions, 'epb-e/expert': [expert(1)] };
const THIRD = '/api/region/?page=3';

/** A run that ends because the origin no longer answers for an address, and the origin. */
async function cutOff(target = THIRD) {
  const store = newStore();
  const origin = await Origin.start(lists);
  origin.takeOver = (asked, response) => {
    if (asked === target) response.writeHead(503, { 'retry-after': '0' }).end();
    return asked === target;
  };
  const result = await fetching(origin, { store });
  expect(told(result, origin)).toEqual([`error no-answer ${target} - status 503`]);
  result.store.close();
  const before = origin.asked.splice(0);
  origin.takeOver = () => false;
  return { store, origin, before };
}

/** The folder of the last run. */
const runIn = (store: string) =>
  join(store, readdirSync(store).find((name) => name.startsWith('run-'))!);

/** The file of the page that begins with a record. */
const bodyWith = (run: string, record: object): string =>
  readdirSync(run)
    .map((name) => join(run, name))
    .find((path) => readFileSync(path, 'utf8').includes(`[${JSON.stringify(record)}`))!;

it('is gone on with where it was', async () => {
  const { store, origin, before } = await cutOff();
  const result = await fetching(origin, { store });
  expect(told(result, origin)).toEqual([]);
  expect(await recordsOf(result, 'region')).toEqual(regions);
  // Of the first walks only the page that did not come; then the second ones.
  expect(origin.asked[0]).toBe(THIRD);
  const both = [...before.filter((target) => target !== THIRD), ...origin.asked].sort();
  const fresh = await Origin.start(lists);
  await fetching(fresh);
  expect(both).toEqual(fresh.asked.sort());
  expect(result.requests).toBe(origin.asked.length);
});

it('asks again for a body that is gone', async () => {
  const { store, origin } = await cutOff();
  const run = runIn(store);
  writeFileSync(join(run, 'part-0'), ''); // of another killed run
  rmSync(bodyWith(run, region(3)));
  const result = await fetching(origin, { store });
  expect(told(result, origin)).toEqual([]);
  expect(origin.asked.slice(0, 2)).toEqual(['/api/region/?page=2', THIRD]);
  expect(readdirSync(run)).not.toContain('part-0');
});

it('refuses a body that is damaged, and asks for it the next time', async () => {
  const { store, origin } = await cutOff();
  const path = bodyWith(runIn(store), region(3));
  writeFileSync(path, readFileSync(path, 'utf8').replace('Область 3', 'Область 9'));
  await expect(fetching(origin, { store })).rejects.toThrow(
    `${path} is damaged, and is fetched anew by the next import`,
  );
  const result = await fetching(origin, { store });
  expect(await recordsOf(result, 'region')).toEqual(regions);
});

describe('is begun anew', () => {
  const expectAnew = async (store: string, origin: Origin, more = {}) => {
    const result = await fetching(origin, { store, ...more });
    expect(told(result, origin)).toEqual([]);
    expect(origin.asked[0]).toBe('/api/');
    expect(origin.asked).toContain('/api/event/');
  };

  it('after a day', async () => {
    const { store, origin } = await cutOff();
    const run = runIn(store);
    const old = run.replace(/run-\d+/, `run-${Date.now() - 86_400_000}`);
    renameSync(run, old);
    await expectAnew(store, origin);
    expect(existsSync(old)).toBe(false);
  });

  it('for the feed alone', async () => {
    const { store, origin } = await cutOff();
    origin.lists = { ...lists, event: [event(1)] };
    await expectAnew(store, origin, { since: () => true });
  });

  it('for who signs in', async () => {
    const { store, origin } = await cutOff();
    const header = { name: 'Authorization', value: 'Token s3cret' };
    await expectAnew(store, origin, { header });
    const run = runIn(store);
    for (const name of readdirSync(run)) {
      expect(name + readFileSync(join(run, name), 'utf8')).not.toContain('s3cret');
    }
  });

  it('after what the origin answered was wrong', async () => {
    const store = newStore();
    const origin = await Origin.start({ region: [{ ...region(1), name: 7 }] });
    const result = await fetching(origin, { store });
    expect(result.problems.map(({ code }) => code)).toEqual(['record']);
    result.store.close();
    origin.asked.splice(0);
    origin.lists = lists;
    await expectAnew(store, origin);
  });

  it('after it was removed', async () => {
    const store = newStore();
    const origin = await Origin.start(lists);
    const result = await fetching(origin, { store });
    result.store.remove();
    result.store.close();
    expect(readdirSync(store)).toEqual([]);
    origin.asked.splice(0);
    await expectAnew(store, origin);
  });
});

it('nobody else reads it', async () => {
  const { store } = await cutOff();
  expect(statSync(store).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(store)) {
    expect(statSync(join(store, name)).mode & 0o077).toBe(0);
  }
});

it('is one run at a time', async () => {
  const store = newStore();
  const origin = await Origin.start(lists);
  await fetching(origin, { store });
  await expect(fetching(origin, { store })).rejects.toThrow(
    'another import of this origin is under way',
  );
});

it('is no link to elsewhere, and takes nothing that is not its own away', async () => {
  const elsewhere = temporaryFolder();
  writeFile(elsewhere, 'letter.txt', 'Дорогая Анна!');
  const origin = await Origin.start(lists);
  const result = await fetching(origin, { store: elsewhere });
  result.store.remove();
  result.store.close();
  expect(readdirSync(elsewhere)).toEqual(['letter.txt']);
  const link = join(temporaryFolder(), 'store');
  symlinkSync(elsewhere, link);
  await expect(fetching(origin, { store: link })).rejects.toThrow(/link/);
});

it('says how far it is', async () => {
  const origin = await Origin.start(lists);
  const seen: string[] = [];
  await fetching(origin, {
    concurrency: 1,
    onProgress: (round, records, expected) => seen.push(`${round}: ${records}/${expected}`),
  });
  expect(seen.at(-1)).toBe('2: 6/6');
  expect(seen.some((line) => /^1: [1-5]\/6$/.test(line))).toBe(true);
});
