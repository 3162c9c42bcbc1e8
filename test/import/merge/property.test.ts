// Whatever both sides do, again and again: what comes of it is what a three-way of records and fields says,
// which stands here once more, in the fewest words; and canonical files stay canonical.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { format } from '../../../src/editing/format/index.js';
import { portal } from '../../../src/portal/index.js';
import type { Fields } from '../../support/portal.js';
import { runs } from '../../support/runs.js';
import { alone, type Files, lines, list, workplace } from './sides.js';

/** By id, and the fields by their names. */
type Records = ReadonlyMap<number, ReadonlyMap<string, string>>;

const FIELDS = ['text', 'work_salary', 'views'];
const TIME = { category: 1, created_at: '2026-03-01T10:00:00+03:00' };

const value = fc.constantFrom('1', '2', '3');
const recordFields = fc
  .record({ text: value, work_salary: fc.option(value), views: fc.option(value) })
  .map((all) => new Map(Object.entries(all).flatMap(([name, one]) => (one ? [[name, one]] : []))));
const records = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), recordFields), { selector: ([id]) => id })
  .map((all): Records => new Map(all));
const edit = fc.tuple(
  fc.integer({ min: 1, max: 5 }),
  fc.option(fc.tuple(fc.constantFrom(...FIELDS), fc.option(value)), { freq: 3 }),
);
const layout = fc.constantFrom('list', 'lines', 'alone');

/** What an editor makes of records: removes one, or gives or takes away a field of one. */
function edited(
  before: Records,
  edits: readonly (typeof edit extends fc.Arbitrary<infer E> ? E : never)[],
): Records {
  const after = new Map(before);
  for (const [id, change] of edits) {
    if (!change) after.delete(id);
    else {
      const fields = new Map(after.get(id) ?? [['text', '1']]);
      const [name, now] = change;
      if (now !== null) fields.set(name, now);
      else if (name !== 'text') fields.delete(name);
      after.set(id, fields);
    }
  }
  return after;
}

/** The three-way, and what the next one has for a base: what is in conflict stays as it was there. */
function threeWay(b: Records, o: Records, t: Records) {
  const result = new Map<number, ReadonlyMap<string, string>>();
  const base = new Map(t);
  const conflicts = new Set<string>();
  const isSame = (x: Records, y: Records, id: number) =>
    x.has(id) === y.has(id) &&
    FIELDS.every((name) => x.get(id)?.get(name) === y.get(id)?.get(name));
  for (const id of new Set([...b.keys(), ...o.keys(), ...t.keys()])) {
    if (o.has(id) && t.has(id)) {
      const [fields, kept] = [new Map<string, string>(), new Map(t.get(id))];
      for (const name of FIELDS) {
        const [was, mine, their] = [b, o, t].map((side) => side.get(id)?.get(name));
        const now = was === mine ? their : mine;
        if (now !== undefined) fields.set(name, now);
        if (mine === their || was === mine || was === their) continue;
        conflicts.add(`${id} ${name}`);
        kept.delete(name);
        if (was !== undefined) kept.set(name, was);
      }
      result.set(id, fields);
      base.set(id, kept);
    } else if (b.has(id)) {
      const [isMine, isTheirs] = [!isSame(b, o, id), !isSame(b, t, id)];
      if (o.has(id) && isMine) result.set(id, o.get(id)!);
      if ((o.has(id) || t.has(id)) && isMine && isTheirs) {
        conflicts.add(`${id}`);
        base.set(id, b.get(id)!);
      }
    } else result.set(id, (o.get(id) ?? t.get(id))!);
  }
  return { result, base, conflicts };
}

function filesOf(all: Records, how: string): Files {
  const written = [...all]
    .sort(([a], [b]) => a - b)
    .map(([id, fields]): Fields => {
      const [text, salary, views] = FIELDS.map((name) => fields.get(name));
      return {
        ...{ id, text: `Эксперт ${text}` },
        ...(salary && { work_salary: Number(salary) }),
        category: TIME.category,
        ...(views && { views: Number(views) }),
        created_at: TIME.created_at,
      };
    });
  if (written.length === 0) return {};
  if (how === 'list') return { 'vacancies.json': list(written) };
  if (how === 'lines') return { 'vacancies.ndjson': lines(written) };
  return Object.fromEntries(written.map((one) => [`vacancies/${one['id']}.json`, alone(one)]));
}

/** The records of files, in any layout. */
function recordsOf(files: Readonly<Record<string, string>>): Records {
  const all = Object.entries(files).flatMap(([name, text]): Fields[] => {
    if (name.endsWith('.ndjson'))
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    return [JSON.parse(text)].flat();
  });
  return new Map(
    all
      .sort((a, b) => Number(a['id']) - Number(b['id']))
      .map((one) => {
        const given = FIELDS.flatMap((name): [string, string][] =>
          name in one ? [[name, String(one[name]).replace('Эксперт ', '')]] : [],
        );
        return [Number(one['id']), new Map(given)];
      }),
  );
}

/** The id of the record in a line, or of the only one in a file. */
const idAt = (text: string, line: number) =>
  /"id": (\d+)/.exec(text.split('\n')[line - 1]!)?.[1] ?? /"id": (\d+)/.exec(text)?.[1];

const sorted = (all: Records) => [...all].sort(([a], [b]) => a - b);

it('brings what the three-way says', async () => {
  const round = fc.record({ theirs: records, edits: fc.array(edit, { maxLength: 5 }) });
  const rounds = fc.array(round, { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(rounds, layout, layout, async (all, how, there) => {
    const place = workplace();
    let base: Records = new Map();
    for (const { theirs, edits } of all) {
      const ours = edited(recordsOf(place.files()), edits);
      for (const name of Object.keys(place.files())) rmSync(join(place.data, name));
      place.edit(filesOf(ours, how));
      const { result, conflicts, base: next } = threeWay(base, ours, theirs);
      const { problems, outcome } = await place.import(filesOf(theirs, there));
      expect(outcome).toBe('brought');
      expect(sorted(recordsOf(place.files()))).toEqual(sorted(result));
      // Each conflict is told once: by its id, and by its field where both sides have the record.
      const keyOf = ({ file, line, path, message }: (typeof problems)[number]) => {
        const text = readFileSync(join(place.cwd, file), 'utf8');
        const own = /vacancies (\d+)/.exec(message)?.[1] ?? idAt(text, line);
        return `${own} ${path.slice(1)}`.trim();
      };
      expect(problems.map(keyOf).sort()).toEqual([...conflicts].sort());
      expect((await format(portal, { cwd: place.cwd, check: true })).changed).toEqual([]);
      base = next;
    }
  });
  await fc.assert(property, runs(5));
});
