// Gives a record a new id, and changes all references to it. If several records have the old id, for example after
// merging two branches that each made one, only the record's companions are changed (belonging.ts), and all other
// references are listed. A companion that shares its own id with another record gets a new id, too.

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { idKey, keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import { makePlan } from '../../engine/plan.js';
import { isObjectFile } from '../../files/source/data-file.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { placeBytes } from '../../files/source/places.js';
import type { Portal } from '../../model/endpoint.js';
import {
  elementOf,
  type Fields,
  isObject,
  type Json,
  type JsonObject,
  partOf,
} from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { identityOf } from '../../problems/identity.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { pointerSteps, UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { FindingsReport } from '../../problems/report.js';
import { say, sentence } from '../../problems/say.js';
import { lay } from '../new/create.js';
import type { Draft } from '../new/drafts.js';
import { isFree, Places } from '../new/place.js';
import { eachReference, mustReadReferrers, referencesIn } from '../query/references.js';
import {
  missing,
  type RecordQuery,
  type RecordSubject,
  resolveRecord,
  subjectsOf,
} from '../query/subject.js';
import { changeData } from '../workspace/attempts.js';
import { editsOf, type OldRecord } from '../workspace/edits.js';
import {
  type DataSettings,
  inFolder,
  type PortalData,
  shownName,
  visitRecords,
} from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { tryOut } from '../workspace/try-out.js';
import { Belonging, rowsOf, sharing } from './belonging.js';

export interface RenumberOptions {
  readonly query: RecordQuery;
  /**
   * If several records have the id, the place of the record: `FILE`, `FILE:LINE` or, if several are on one line,
   * `FILE:LINE:COLUMN`.
   */
  readonly file: string | undefined;
  /** Its new id; by default one above the greatest id. */
  readonly to: number | undefined;
  /** Writes nothing. */
  readonly dryRun: boolean;
  readonly lang: Language;
}

/** A record and its new id. */
export interface NewId {
  readonly subject: RecordSubject;
  readonly to: number;
}

/** What got a new id, or would get one. */
export interface Renumbered {
  /** First the record itself, then its companions that shared their id with another record. */
  readonly ids: readonly NewId[];
  /** The records whose references were changed to the new ids. */
  readonly referring: readonly RecordSubject[];
  /** The records that still refer to the old id, because another record has it, too. */
  readonly remaining: readonly RecordSubject[];
  readonly report: FindingsReport;
  readonly edits: readonly Edit[];
}

/** Gives a record a new id. Throws a {@link UsageError} if the record is not clear, or the new id is taken. */
export function renumber(
  portal: Portal,
  settings: DataSettings,
  options: RenumberOptions,
): Promise<Renumbered> {
  const plan = makePlan(portal);
  const { dryRun, lang, query } = options;
  return changeData(plan, { ...settings, dryRun }, async (data) => {
    const wanted = resolveRecord(plan, data, query, lang);
    const table = data.table(wanted.collection);
    const rows = rowsOf(table, wanted.id);
    if (rows.length === 0) throw new UsageError(missing(data, wanted, lang));
    mustReadReferrers(plan, data, table.name);
    const picked = pick(data, settings, rows, options);
    const free = freeIds(data, { collection: table.name, id: options.to });
    if (options.to !== undefined && table.rowOf(options.to) >= 0) {
      throw new UsageError(
        say('{collection} has a record {id} already', lang, {
          collection: table.name,
          id: options.to,
        }),
      );
    }
    const to = options.to ?? free(picked);
    const found = goingAlong(data, { ...picked, to }, free);
    const { moved, remaining } = found;
    const changes = rewritesFor(data, found);
    const places = new Places(settings, data);
    const { files, added } = lay(copiesFor(data, places, found, free), places);
    const edits = renamed(data, settings, [...files, ...editsOf(data, changes, added)], moved);
    const report = await tryOut(plan, settings, data.problems, edits, inAnyFile);
    const movedKeys = new Set(moved.map(rowKey));
    const subjectOf = (one: RowOf) => subjectsOf(data, settings, [one])[0]!;
    const { singular } = table.plan.declared;
    return {
      result: {
        ids: moved.map((one) => ({ subject: subjectOf(one), to: one.to })),
        referring: subjectsOf(
          data,
          settings,
          changes.filter((one) => !movedKeys.has(rowKey(one))),
        ),
        remaining: subjectsOf(data, settings, remaining),
        ...{ report, edits },
      },
      change: report.ok ? edits : [],
      command: `renumber ${singular} ${wanted.id} → ${to}`,
    };
  });
}

/**
 * Finds the record that the options name among those with the id. Throws a {@link UsageError} unless it is exactly one.
 */
function pick(
  data: PortalData,
  settings: DataSettings,
  rows: readonly RowOf[],
  { file, lang }: RenumberOptions,
): RowOf {
  const [, name = '', line, column] = /^(.*?)(?::(\d+)(?::(\d+))?)?$/s.exec(file ?? '') ?? [];
  const path = resolve(settings.cwd, name);
  const places = rows.map(({ table, row }) => {
    const { file, start } = table.placeOf(row);
    const path = data.pathOf(file);
    const [at] = placeBytes(path, [start]) as [LineAndColumn];
    return { ...at, path, onLine: `${shownName(settings, file)}:${at.line}` };
  });
  const fitting = rows.filter((_, i) => {
    const at = places[i]!;
    return (
      file === undefined ||
      (at.path === path &&
        (line === undefined || Number(line) === at.line) &&
        (column === undefined || Number(column) === at.column))
    );
  });
  if (fitting.length === 1) return fitting[0]!;
  const shown = places.map(({ onLine, column }) => {
    const isOnly = places.filter((one) => one.onLine === onLine).length === 1;
    return isOnly ? onLine : `${onLine}:${column}`;
  });
  const count = rows.length;
  const text =
    file === undefined
      ? sentence(
          '{count, plural, one {# record} other {# records}} with this id: name one with --file, as FILE or FILE:LINE',
          { count },
        )
      : sentence(
          '{count, plural, one {# record} other {# records}} with this id, and {file} is the place of none of them, or of several: name one with --file, as FILE or FILE:LINE',
          { count, file: quote(file) },
        );
  throw new UsageError(say(text, lang), shown);
}

/**
 * Makes the function that returns the next free id of a record's collection, each time a different one. `taken`: an id
 * that is not free, either.
 */
function freeIds(
  data: PortalData,
  taken: { readonly collection: string; readonly id: number | undefined },
): (one: RowOf) => number {
  const last = new Map<string, number>();
  return ({ table }) => {
    let id = last.get(table.name) ?? data.greatestId(table.name);
    do id = id < Number.MAX_SAFE_INTEGER ? id + 1 : 1;
    while (
      table.rowOf(id) >= 0 ||
      table.mayHold(id) ||
      (table.name === taken.collection && id === taken.id)
    );
    last.set(table.name, id);
    return id;
  };
}

/** A record that gets a new id. */
interface Renumbering extends RowOf {
  readonly to: number;
}

/** A companion that several records with one id share, and its field for the record that gets a copy of it. */
interface Shared extends RowOf {
  readonly by: string;
  readonly of: number;
}

/**
 * `moved`: records that get a new id; `shared`: companions of which one of them gets a copy; `referring`: these records
 * and those that refer to them; `remaining`: records that keep the old reference.
 */
interface Along {
  readonly moved: readonly Renumbering[];
  readonly shared: readonly Shared[];
  readonly referring: readonly RowOf[];
  readonly remaining: readonly RowOf[];
}

/** Finds the records to change if a record gets a new id. `free`: returns new ids for other records that need one. */
function goingAlong(data: PortalData, picked: Renumbering, free: (one: RowOf) => number): Along {
  const belonging = new Belonging(data);
  const references = new Map<string, RowOf[]>();
  eachReference(data, (collection, id, from) => {
    memo(references, keyOf({ collection, id }), () => []).push(from);
  });
  const moved = [picked];
  const shared: Shared[] = [];
  const own = new Map<string, RowOf>([[rowKey(picked), picked]]);
  const others = new Map<string, RowOf>();
  for (let i = 0; i < moved.length; i++) {
    const one = moved[i]!;
    const isContested = sharing(one).length > 0;
    const companions = isContested ? belonging.companionsOf(one) : { own: [], shared: [] };
    for (const row of companions.shared) shared.push({ ...row, of: one.to });
    const known = new Set(companions.own.map(rowKey));
    const referring = references.get(idKey(one)) ?? [];
    for (const from of referring) {
      const key = rowKey(from);
      if (own.has(key)) continue;
      const isOwn = !isContested || known.has(key);
      if (!isOwn) {
        others.set(key, from);
        continue;
      }
      own.set(key, from);
      if (isContested && sharing(from).length > 0) moved.push({ ...from, to: free(from) });
    }
  }
  const remaining = [...others].flatMap(([key, from]) => (own.has(key) ? [] : [from]));
  return { moved, shared, referring: [...own.values()], remaining };
}

/**
 * An old problem keeps this key when its record gets another id, and its file another name. Otherwise it would count as
 * a new problem that the change causes.
 */
const inAnyFile = (finding: PlacedFinding): string => identityOf(finding).replaceAll(/\d+/g, 'N');

/**
 * Makes copies of the companions that a moved record shares with another record of its old id. `free`: returns new ids.
 */
function copiesFor(
  data: PortalData,
  places: Places,
  { shared }: Along,
  free: (one: RowOf) => number,
): Draft[] {
  const copies: Draft[] = [];
  visitRecords(data, shared, (one, old) => {
    const { plan } = one.table;
    for (;;) {
      const id = free(one);
      const record = withComputed({ ...old, id, [one.by]: one.of }, plan.fields, []);
      const file = places.fileFor(plan, id, record);
      if (file === undefined) continue; // something else has the name of that file
      copies.push({ plan, id, record, file });
      return;
    }
  });
  return copies;
}

/** The new values of records that get new ids, or that refer to them. */
function rewritesFor(data: PortalData, { moved, referring }: Along): OldRecord[] {
  const byId = new Map(moved.map((one) => [idKey(one), one.to]));
  const ownIds = new Map(moved.map((one) => [rowKey(one), one.to]));
  const all: OldRecord[] = [];
  visitRecords(data, referring, (from, record) => {
    let now = record;
    for (const { reference, id, path } of referencesIn(from.table.plan, record)) {
      const to = byId.get(keyOf({ collection: reference.collection, id }));
      if (to !== undefined) now = withValue(now, pointerSteps(path), to) as JsonObject;
    }
    const id = ownIds.get(rowKey(from));
    if (id !== undefined) now = withComputed({ ...now, id }, from.table.plan.fields, []);
    const changed = Object.keys(now).filter((name) => !isDeepStrictEqual(now[name], record[name]));
    all.push({ ...from, values: new Map(changed.map((name) => [name, now[name]])) });
  });
  return all;
}

/** Updates the computed fields of a record or part. `owners`: the objects that contain it, innermost first. */
function withComputed(self: JsonObject, fields: Fields, owners: readonly JsonObject[]): JsonObject {
  const part = (value: Json | undefined, inner: Fields | undefined) =>
    inner && isObject(value) ? withComputed(value, inner, [self, ...owners]) : value;
  const members = Object.entries(self).map(([name, value]) => {
    const { type, absent, computed } = fields[name] ?? {};
    if (computed && absent?.kind === 'own') return [name, absent.from(self, ...owners) ?? value];
    const inner = partOf(elementOf(type) ?? type);
    if (Array.isArray(value)) return [name, value.map((one: Json) => part(one, inner))];
    return [name, part(value, inner)];
  });
  return Object.fromEntries(members);
}

/** Returns a copy of a value with `to` at a path of keys and indexes. */
function withValue(value: Json | undefined, [step, ...steps]: readonly string[], to: Json): Json {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((one: Json, i) => (String(i) === step ? withValue(one, steps, to) : one));
  }
  const object = value as JsonObject;
  return { ...object, [step]: withValue(object[step], steps, to) };
}

/**
 * Renames files that are named by a changed id, such as `0042-slug.json`, and the text files beside them. A file keeps
 * its name if the new name, or that of one of its texts, is in use: a text would become the record's.
 */
function renamed(
  data: PortalData,
  settings: DataSettings,
  edits: readonly Edit[],
  moved: readonly Renumbering[],
): readonly Edit[] {
  let all = [...edits];
  for (const { table, row, to } of moved) {
    const { file } = table.placeOf(row);
    const [, folder = '', digits = '', rest = ''] = /^(.*\/)?(\d+)([^/]*)\.json$/.exec(file) ?? [];
    if (Number(digits) !== table.ids[row] || !isObjectFile(data.pathOf(file))) continue;
    const base = `${folder}${String(to).padStart(digits.length, '0')}${rest}`;
    if (!isFree(settings, table.plan, `${base}.json`)) continue;
    const texts = data.textsOf(file).map(({ name, path }): Edit => {
      const bytes = readFileSync(path);
      return all.find((one) => one.file === name) ?? { file: name, before: bytes, after: bytes };
    });
    const old = [...all.filter((one) => one.file === file), ...texts];
    const news = old.map((one) => {
      const next = `${base}${one.file.slice(file.length - '.json'.length)}`;
      const { mode } = statSync(inFolder(settings, one.file));
      return { file: next, before: undefined, after: one.after, mode };
    });
    all = all.filter((one) => !old.includes(one));
    all.push(...news, ...old.map(({ file, before }) => ({ file, before, after: undefined })));
  }
  return all;
}
