// Random days of two editors, who change, add, remove, sort, format and move records, each on a branch. What their merge
// must be is told by an oracle that knows records only as plain objects.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commitAll, git, repository } from '../changes/repository.js';
import { runIn } from '../support/run.js';
import { PATIENCE, runs } from '../support/runs.js';

interface Place {
  readonly id: number;
  readonly name: string;
  readonly code?: string;
  readonly region?: number;
  readonly not_uniq?: boolean;
}
/** The records of a side by collection and id, and the file of each city. */
interface Side {
  readonly regions: Map<number, Place>;
  readonly cities: Map<number, Place>;
  readonly files: Map<number, string>;
  readonly isSorted: boolean;
  readonly isFormatted: boolean;
}

const first = (): Side => ({
  regions: new Map([1, 2, 3, 4].map((id) => [id, { id, name: `Край ${id}`, code: `${id}` }])),
  cities: new Map(
    [1, 2, 3, 4, 5].map((id) => [id, { id, name: `Город ${id}`, region: 1 + (id % 2) }]),
  ),
  files: new Map([1, 2, 3, 4, 5].map((id) => [id, id < 4 ? 'a' : 'b'])),
  isSorted: true,
  isFormatted: false,
});

const edit = fc.record({
  what: fc.constantFrom(
    'name',
    'code',
    'region',
    'add',
    'addRegion',
    'remove',
    'removeRegion',
    'sort',
    'format',
    'move',
  ),
  which: fc.nat(20),
  value: fc.nat(3),
});

/** The side after a day of these edits. `by`: the name of the editor, which makes the names of new records unique. */
function after(day: readonly { what: string; which: number; value: number }[], by: string): Side {
  const side = { ...first() };
  const pick = (ids: Iterable<number>, at: number) => {
    const all = [...ids];
    return all[at % all.length];
  };
  const old = (ids: Iterable<number>) => [...ids].filter((id) => first().cities.has(id));
  const next = (ids: Iterable<number>) => Math.max(...ids, 5) + 1;
  day.forEach(({ what, which, value }, n) => {
    const city = pick(old(side.cities.keys()), which);
    const region = pick(side.regions.keys(), value + which)!;
    const set = (places: Map<number, Place>, id: number | undefined, values: Partial<Place>) => {
      if (id !== undefined) places.set(id, { ...places.get(id)!, ...values });
    };
    if (what === 'name') set(side.cities, city, { name: `Имя ${value}` });
    else if (what === 'code') set(side.regions, region > 4 ? 1 : region, { code: `код ${value}` });
    else if (what === 'region') set(side.cities, city, { region });
    else if (what === 'remove' && city !== undefined) side.cities.delete(city);
    else if (what === 'sort') side.isSorted = !side.isSorted;
    else if (what === 'format') side.isFormatted = true;
    else if (what === 'move' && city !== undefined) side.files.set(city, value % 2 ? 'a' : 'b');
    else if (what === 'removeRegion' && side.regions.size > 1) {
      if (![...side.cities.values()].some((one) => one.region === region))
        side.regions.delete(region);
    } else if (what.startsWith('add')) {
      let to = region;
      if (what === 'addRegion') {
        to = next(side.regions.keys());
        side.regions.set(to, { id: to, name: `Новый край ${by} ${n}` });
      }
      const id = next(side.cities.keys());
      side.cities.set(id, { id, name: `Новый город ${by} ${n}`, region: to });
      side.files.set(id, 'b');
    }
  });
  return side;
}

function write(cwd: string, { regions, cities, files, isSorted, isFormatted }: Side): void {
  const put = (name: string, all: Place[]) => {
    const sorted = isSorted ? all : all.toReversed();
    const lines = sorted.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
    const text = isFormatted ? JSON.stringify(sorted, null, 2) : `[\n${lines}\n]`;
    writeFileSync(join(cwd, 'data', name), `${text}\n`);
  };
  mkdirSync(join(cwd, 'data/cities'), { recursive: true });
  put('regions.json', [...regions.values()]);
  for (const file of ['a', 'b']) {
    put(
      `cities/${file}.json`,
      [...cities.values()].filter(({ id }) => files.get(id) === file),
    );
  }
}

/** Regions by name, and cities by name with the name of their region, each with its old id if it was there at first. */
function told(regions: Iterable<Place>, cities: Iterable<Place>): string[] {
  const base = first();
  const all = [...regions];
  const lines = all.map(({ id, name, code }) => [
    base.regions.get(id)?.name === name ? id : name,
    code,
  ]);
  const own = [...cities].map(({ id, name, region }) => {
    const to = all.find((one) => one.id === region)?.name;
    return [name.startsWith('Новый') ? name : [id, name], to];
  });
  return [...lines, ...own].map((line) => JSON.stringify(line)).sort();
}

/** What must come out; undefined if there is a question. */
function oracle(mine: Side, theirs: Side): string[] | undefined {
  const base = first();
  let isAsked = false;
  const three = (collection: 'regions' | 'cities') => {
    const found: (Place & { readonly by?: string })[] = [];
    for (const [id, was] of base[collection]) {
      const [a, b] = [mine[collection].get(id), theirs[collection].get(id)];
      const isSame = (one: Place | undefined) => JSON.stringify(one) === JSON.stringify(was);
      if (!a || !b) {
        if ((a && !isSame(a)) || (b && !isSame(b))) isAsked = true;
        continue;
      }
      const merged: Record<string, unknown> = {};
      for (const key of ['id', 'name', 'code', 'region'] as const) {
        if (a[key] !== b[key] && a[key] !== was[key] && b[key] !== was[key]) isAsked = true;
        merged[key] = a[key] === was[key] ? b[key] : a[key];
      }
      found.push(merged as unknown as Place);
    }
    return found;
  };
  const [regions, cities] = [three('regions'), three('cities')];
  // New regions get ids of their own here, so that a reference names one region.
  const news = (side: Side, from: number) => {
    const moved = (id: number | undefined) => (id === undefined || id <= 4 ? id : id + from);
    const added = (all: Map<number, Place>, last: number) =>
      [...all.values()].filter(({ id }) => id > last);
    regions.push(...added(side.regions, 4).map((one) => ({ ...one, id: moved(one.id)! })));
    cities.push(...added(side.cities, 5).map((one) => ({ ...one, region: moved(one.region)! })));
    return (id: number | undefined) => moved(id);
  };
  const [ofMine, ofTheirs] = [news(mine, 1000), news(theirs, 2000)];
  const linked = cities.map((one) => {
    if (one.id > 5 || (one.region ?? 0) <= 4) return one;
    const isMine = mine.cities.get(one.id)?.region !== base.cities.get(one.id)!.region;
    return { ...one, region: (isMine ? ofMine : ofTheirs)(one.region)! };
  });
  if (linked.some(({ region }) => !regions.some(({ id }) => id === region))) isAsked = true;
  // Both editors let one city belong to a new region each: another region, although with one id.
  for (const [id, was] of base.cities) {
    const [a, b] = [mine.cities.get(id)?.region, theirs.cities.get(id)?.region];
    if (a && b && a === b && a !== was.region && a > 4) isAsked = true;
  }
  return isAsked ? undefined : told(regions, linked);
}

function read(cwd: string, collection: string): Place[] {
  const files = readdirSync(join(cwd, 'data'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.startsWith(collection) && file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(cwd, 'data', file), 'utf8')) as Place[]);
}

it('are merged as an oracle says, or what it asks is asked', { timeout: PATIENCE }, async () => {
  let questions = 0;
  const days = fc.tuple(fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }));
  await fc.assert(
    fc.asyncProperty(days, async ([a, b]) => {
      const cwd = repository({ '.gitignore': '.*\n', 'data/districts.json': '[]\n' });
      git(cwd, ['config', 'user.name', 'Анна']);
      git(cwd, ['config', 'user.email', 'anna@example.org']);
      const [mine, theirs] = [after(a, 'мой'), after(b, 'их')];
      write(cwd, first());
      commitAll(cwd);
      git(cwd, ['checkout', '--quiet', '-b', 'theirs']);
      write(cwd, theirs);
      commitAll(cwd);
      git(cwd, ['checkout', '--quiet', 'main']);
      write(cwd, mine);
      commitAll(cwd);
      const head = git(cwd, ['rev-parse', 'HEAD']);
      const wanted = oracle(mine, theirs);
      const { status, stdout, stderr } = await runIn(cwd, 'merge', 'theirs');
      expect({ status, stdout, stderr }).toMatchObject({ status: wanted ? 0 : 1 });
      expect(git(cwd, ['status', '--porcelain'])).toBe('');
      if (!wanted) {
        questions++;
        expect(git(cwd, ['rev-parse', 'HEAD'])).toBe(head);
        return;
      }
      const [regions, cities] = [read(cwd, 'regions'), read(cwd, 'cities')];
      expect(told(regions, cities)).toEqual(wanted);
      for (const all of [regions, cities])
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      // Those of the other branch keep their ids.
      for (const { id, name } of theirs.cities.values()) {
        if (name.startsWith('Новый'))
          expect(cities).toContainEqual(expect.objectContaining({ id, name }));
      }
      git(cwd, ['merge-base', '--is-ancestor', 'theirs', 'HEAD']);
      rmSync(cwd, { recursive: true });
    }),
    runs(30),
  );
  expect(questions).toBeGreaterThan(0);
});
