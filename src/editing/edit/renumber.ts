// Gives a record a new id, and changes all references to it. Where several records have the old id, such as after a
// merge of two branches that made one each, only its companions are changed (belonging.ts), and all other references
// are listed. A companion that shares its own id with another record gets a new id, too.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { idKey, keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { isObjectFile } from '../../files/source/data-file.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { placeBytes } from '../../files/source/places.js';
import type { Companion } from '../../model/collection.js';
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
import type { FindingsReport } from '../../problems/report.js';
import { makeFormat } from '../format/canonical.js';
import { formatFile } from '../format/file.js';
import { lay } from '../new/create.js';
import { Drafts } from '../new/drafts.js';
import { readEntries } from '../new/entries.js';
import { isFree, Places } from '../new/place.js';
import { eachReference, mustReadReferrers, referencesIn } from '../query/references.js';
import {
  missing,
  type RecordAsked,
  type RecordSubject,
  recordAsked,
  subjectsOf,
} from '../query/subject.js';
import { changeData } from '../workspace/attempts.js';
import {
  type DataSettings,
  inFolder,
  type PortalData,
  shownName,
  visitRecords,
} from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { type NewValues, rewritten } from '../workspace/rewrite.js';
import { tryOut, withEdits } from '../workspace/try-out.js';
import { Belonging, rowsOf, sharing } from './belonging.js';
import { words } from './words.js';

export interface RenumberOptions {
  readonly asked: RecordAsked;
  /** Where several have the id, the record's place: `FILE`, `FILE:LINE` or, of several on one line, `FILE:LINE:COLUMN`. */
  readonly file: string | undefined;
  /** Its new id; by default one above the greatest id. */
  readonly to: number | undefined;
  /** Write nothing. */
  readonly dryRun: boolean;
  readonly lang: Language;
}

/** A record and its new id. */
export interface NewId {
  readonly subject: RecordSubject;
  readonly to: number;
}

/** What got another id, or would. */
export interface Renumbered {
  /** The record itself comes first, then what belongs to it and shared its id with another record. */
  readonly ids: readonly NewId[];
  /** The records whose references were changed to the new ids. */
  readonly referring: readonly RecordSubject[];
  /** The records that still refer to the old id, which another record has, too. */
  readonly staying: readonly RecordSubject[];
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
  const { dryRun, lang, asked } = options;
  return changeData(plan, { ...settings, dryRun }, async (data) => {
    const wanted = recordAsked(plan, data, asked, lang);
    const table = data.table(wanted.collection);
    const rows = rowsOf(table, wanted.id);
    if (rows.length === 0) throw new UsageError(await missing(data, settings, wanted, lang));
    mustReadReferrers(plan, data, table.name);
    const picked = pick(data, settings, rows, options);
    const free = freeIds(data, { collection: table.name, id: options.to });
    if (options.to !== undefined && (table.rowOf(options.to) >= 0 || table.mayHold(options.to))) {
      throw new UsageError(words[lang].renumber.taken(table.name, options.to));
    }
    const to = options.to ?? free(picked);
    const found = goingAlong(data, { ...picked, to }, free);
    const { moved, staying } = found;
    const changes = rewritesFor(data, found);
    const { edits: all, oldNames } = renamed(data, settings, rewritten(data, changes), moved);
    const edits = await completed(plan, settings, await inOrder(data, all), moved);
    const key = keyBefore(settings, oldNames, moved);
    const report = await tryOut(plan, settings, data.problems, edits, key);
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
        staying: subjectsOf(data, settings, staying),
        ...{ report, edits },
      },
      change: report.ok ? edits : [],
      command: `renumber ${singular} ${wanted.id} → ${to}`,
    };
  });
}

/** The record that the options name among those with the id. Throws a {@link UsageError} unless it is exactly one. */
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
  throw new UsageError(words[lang].renumber.which(rows.length, file), shown);
}

/**
 * Makes the function that returns the next free id of a record's collection, another one at each call. `taken`: an id
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

/** A record that gets another id. */
interface Renumbering extends RowOf {
  readonly to: number;
  /** Companions that it shares with another record of its old id; it gets new ones. */
  readonly shared?: readonly Companion[];
}

/** `moved`: what gets a new id; `referring`: that, and what refers to it; `staying`: what keeps the old reference. */
interface Along {
  readonly moved: readonly Renumbering[];
  readonly referring: readonly RowOf[];
  readonly staying: readonly RowOf[];
}

/** Finds the records to change when a record gets a new id. `free`: returns new ids for others that need one. */
function goingAlong(data: PortalData, picked: Renumbering, free: (one: RowOf) => number): Along {
  const belonging = new Belonging(data);
  const references = new Map<string, RowOf[]>();
  eachReference(data, (collection, id, from) => {
    memo(references, keyOf({ collection, id }), () => []).push(from);
  });
  const moved = [picked];
  const own = new Map<string, RowOf>([[rowKey(picked), picked]]);
  const others = new Map<string, RowOf>();
  for (let i = 0; i < moved.length; i++) {
    const one = moved[i]!;
    const isContested = sharing(one).length > 0;
    const companions = belonging.companionsOf(one);
    moved[i] = { ...one, shared: isContested ? companions.shared : [] };
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
  const staying = [...others].flatMap(([key, from]) => (own.has(key) ? [] : [from]));
  return { moved, referring: [...own.values()], staying };
}

/** The new values of records that get new ids or refer to those that do. */
function rewritesFor(
  data: PortalData,
  { moved, referring }: Along,
): (RowOf & { values: NewValues })[] {
  const byId = new Map(moved.map((one) => [idKey(one), one.to]));
  const ownIds = new Map(moved.map((one) => [rowKey(one), one.to]));
  const all: (RowOf & { values: NewValues })[] = [];
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

/** Updates the computed fields that a record or part contains. `owners`: the objects around it, nearest first. */
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

/** Adds to the edits new companions for records that shared theirs with another record. */
async function completed(
  plan: Plan,
  settings: DataSettings,
  edits: readonly Edit[],
  moved: readonly Renumbering[],
): Promise<readonly Edit[]> {
  if (moved.every(({ shared = [] }) => shared.length === 0)) return edits;
  return withEdits(plan, settings, edits, (data) => {
    const drafts = new Drafts(plan, data, new Places(settings, data), new Date(0));
    for (const { table, to, shared = [] } of moved) {
      drafts.complete(table.name, data.record(table.name, to)!, shared);
    }
    const more = lay(drafts.all, data, new Places(settings, data)).edits;
    const files = new Set(more.map(({ file }) => file));
    return [
      ...edits.filter(({ file }) => !files.has(file)),
      ...more.map(({ file, before, after }) => {
        const known = edits.find((one) => one.file === file);
        return { file, before: known ? known.before : before, after };
      }),
    ];
  });
}

/**
 * Returns the key by which findings before and after are compared: a file that is renamed has its old name in it, and
 * new ids are the old ones. Otherwise each old problem that names one of these would count as caused by the change.
 */
function keyBefore(
  settings: DataSettings,
  oldNames: ReadonlyMap<string, string>,
  moved: readonly Renumbering[],
): (finding: PlacedFinding) => string {
  const files = new Map(
    [...oldNames].map(([name, old]) => [shownName(settings, name), shownName(settings, old)]),
  );
  const ids = new Map(moved.map(({ table, row, to }) => [String(to), String(table.ids[row]!)]));
  return (finding) => {
    const identity = identityOf(finding).replace(/\d+/g, (digits) => ids.get(digits) ?? digits);
    return JSON.stringify([files.get(finding.file) ?? finding.file, identity]);
  };
}

/** A copy of a value in which `to` stands at a path of keys and indexes. */
function withValue(value: Json | undefined, [step, ...steps]: readonly string[], to: Json): Json {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((one: Json, i) => (String(i) === step ? withValue(one, steps, to) : one));
  }
  const object = value as JsonObject;
  return { ...object, [step]: withValue(object[step], steps, to) };
}

/**
 * Renames files that are named by an id that changes, such as `0042-slug.json`, and the text files beside them. A file
 * keeps its name where something has the new one, or that of one of its texts, which would become the record's.
 * `oldNames`: the old name of each, by the new one.
 */
function renamed(
  data: PortalData,
  settings: DataSettings,
  edits: readonly Edit[],
  moved: readonly Renumbering[],
): { readonly edits: readonly Edit[]; readonly oldNames: ReadonlyMap<string, string> } {
  let all = [...edits];
  const oldNames = new Map<string, string>();
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
    news.forEach((one, i) => void oldNames.set(one.file, old[i]!.file));
    all = all.filter((one) => !old.includes(one));
    all.push(...news, ...old.map(({ file, before }) => ({ file, before, after: undefined })));
  }
  return { edits: all, oldNames };
}

/**
 * Formats again the edited files that were canonical, so that their records stay in the order of ids. While a file has
 * several records with one id, they keep their lines: those that check has named for the others stay right.
 */
async function inOrder(data: PortalData, edits: readonly Edit[]): Promise<Edit[]> {
  return inTemporaryFolder(async (folder) =>
    edits.map((edit, i) => {
      const { file, before, after } = edit;
      if (!before || !after) return edit;
      const format = makeFormat(data.tableOf(file).plan.fields);
      if (formatFile(data.pathOf(file), format, false).kind !== 'canonical') return edit;
      const path = join(folder, `${i}-${basename(file)}`);
      writeFileSync(path, after);
      const entries = readEntries(file, path);
      const ids = typeof entries === 'string' ? [] : entries.records.map(({ id }) => id);
      if (new Set(ids).size < ids.length) return edit;
      formatFile(path, format, true);
      return { file, before, after: readFileSync(path) };
    }),
  );
}
