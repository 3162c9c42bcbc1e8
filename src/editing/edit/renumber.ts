// Gives a record another id, and with it everything that refers to it. Where several records have the id, as after two
// branches made one each, only what belongs to the record goes with it; its companions get other ids, too, where they share theirs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RowOf } from '../../engine/link/row-findings.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { isObjectFile } from '../../files/source/data-file.js';
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
import type { Language } from '../../problems/messages/catalogue.js';
import { pointerSteps, UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { makeFormat } from '../format/canonical.js';
import { formatFile } from '../format/file.js';
import { lay } from '../new/create.js';
import { Drafts } from '../new/drafts.js';
import { Places } from '../new/place.js';
import { eachReference, referencesIn } from '../query/references.js';
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
  visitRecords,
} from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { type NewValues, rewritten } from '../workspace/rewrite.js';
import { tryOut, withEdits } from '../workspace/try-out.js';
import { Belonging, rowKey, rowsOf, sharing } from './belonging.js';
import { words } from './words.js';

export interface RenumberOptions {
  readonly asked: RecordAsked;
  /** The file of the record, where several have the id, and its line, where that file has several: `FILE:LINE`. */
  readonly file: string | undefined;
  /** Its new id; by default the one above the greatest. */
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
  /** The record itself comes first, then its companions that shared their ids. */
  readonly ids: readonly NewId[];
  /** The records that refer to these, and now say so. */
  readonly referring: readonly RecordSubject[];
  /** The records that refer to the id and stay with the other record that has it. */
  readonly staying: readonly RecordSubject[];
  readonly report: FindingsReport;
  readonly edits: readonly Edit[];
}

/** Gives a record another id. Throws a {@link UsageError} where it is not clear which record, and for an id that is taken. */
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
    const picked = pick(data, settings, rows, options);
    const free = freeIds(data);
    if (options.to !== undefined && (table.rowOf(options.to) >= 0 || table.mayHold(options.to))) {
      throw new UsageError(words[lang].renumber.taken(table.name, options.to));
    }
    const to = options.to ?? free(picked);
    const found = await goingAlong(data, settings, { ...picked, to }, free);
    const { moved, staying } = found;
    const changes = rewritesFor(data, found);
    const renewed = await inOrder(data, renamed(data, settings, rewritten(data, changes), moved));
    const edits = await completed(plan, settings, renewed, moved);
    const report = await tryOut(plan, settings, data.problems, edits);
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

/** The record that is meant among those of one id. */
function pick(
  data: PortalData,
  settings: DataSettings,
  rows: readonly RowOf[],
  { file, lang }: RenumberOptions,
): RowOf {
  const [, name = '', line] = /^(.*?)(?::(\d+))?$/s.exec(file ?? '') ?? [];
  const path = resolve(settings.cwd, name);
  const fitting = rows.filter((one) => {
    if (file === undefined) return true;
    const { table, row } = one;
    const { line: own } = subjectsOf(data, settings, [one])[0]!;
    const isThere = data.pathOf(table.placeOf(row).file) === path;
    return isThere && (line === undefined || Number(line) === own);
  });
  if (fitting.length === 1) return fitting[0]!;
  const places = subjectsOf(data, settings, rows).map((one) => `${one.file}:${one.line}`);
  throw new UsageError(words[lang].renumber.which(rows.length, file), places);
}

/** Gives for each record a next id that is free. */
function freeIds(data: PortalData): (one: RowOf) => number {
  const last = new Map<string, number>();
  return ({ table }) => {
    let id = last.get(table.name) ?? data.greatestId(table.name);
    do id = id < Number.MAX_SAFE_INTEGER ? id + 1 : 1;
    while (table.rowOf(id) >= 0 || table.mayHold(id));
    last.set(table.name, id);
    return id;
  };
}

/** A record that gets another id. */
interface Renumbering extends RowOf {
  readonly to: number;
  /** Companions that it has in common with another record of its old id: it gets its own. */
  readonly shared?: readonly Companion[];
}

/** What a new id is about: the records that get one, those that refer to one of them, and those that go on with the old id. */
interface Along {
  readonly moved: readonly Renumbering[];
  readonly referring: readonly RowOf[];
  readonly staying: readonly RowOf[];
}

/** Finds what goes along with a record that gets another id. */
async function goingAlong(
  data: PortalData,
  settings: DataSettings,
  picked: Renumbering,
  free: (one: RowOf) => number,
): Promise<Along> {
  const belonging = new Belonging(data);
  const references = new Map<string, RowOf[]>();
  eachReference(data, (collection, id, from) => {
    memo(references, idKey(collection, id), () => []).push(from);
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
    const referring = references.get(idKey(one.table.name, one.table.ids[one.row]!)) ?? [];
    for (const from of referring) {
      const key = rowKey(from);
      if (own.has(key)) continue;
      const isOwn = !isContested || known.has(key) || (await belonging.isOf(from, one, settings));
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

/** The new ids of records, and of references to them. */
function rewritesFor(
  data: PortalData,
  { moved, referring }: Along,
): (RowOf & { values: NewValues })[] {
  const byId = new Map(
    moved.map((one) => [idKey(one.table.name, one.table.ids[one.row]!), one.to]),
  );
  const ownIds = new Map(moved.map((one) => [rowKey(one), one.to]));
  const all: (RowOf & { values: NewValues })[] = [];
  visitRecords(data, referring, (from, record) => {
    let now = record;
    for (const { reference, id, path } of referencesIn(from.table.plan, record)) {
      const to = byId.get(idKey(reference.collection, id));
      if (to !== undefined) now = withValue(now, pointerSteps(path), to) as JsonObject;
    }
    const id = ownIds.get(rowKey(from));
    if (id !== undefined) now = withComputed({ ...now, id }, from.table.plan.fields, []);
    const changed = Object.keys(now).filter((name) => !isDeepStrictEqual(now[name], record[name]));
    all.push({ ...from, values: new Map(changed.map((name) => [name, now[name]])) });
  });
  return all;
}

/** A record, or a part of it, in which the values that follow from it are what they should be, where they are written. */
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

/** The edits, and with them the companions of which there is one for several records. */
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

const idKey = (collection: string, id: number) => `${collection} ${id}`;

/** A value with another one at the end of a way into it. */
function withValue(value: Json | undefined, [step, ...steps]: readonly string[], to: Json): Json {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((one: Json, i) => (String(i) === step ? withValue(one, steps, to) : one));
  }
  const object = value as JsonObject;
  return { ...object, [step]: withValue(object[step], steps, to) };
}

/** The edits with other names for the files that are named by an id that changes, the files of texts included. */
function renamed(
  data: PortalData,
  settings: DataSettings,
  edits: readonly Edit[],
  moved: readonly Renumbering[],
): Edit[] {
  let all = [...edits];
  for (const { table, row, to } of moved) {
    const { file } = table.placeOf(row);
    const [, folder = '', digits = '', rest = ''] = /^(.*\/)?(\d+)([^/]*)\.json$/.exec(file) ?? [];
    if (Number(digits) !== table.ids[row] || !isObjectFile(data.pathOf(file))) continue;
    const base = `${folder}${String(to).padStart(digits.length, '0')}${rest}`;
    const texts = data.textsOf(file).map(({ name, path }): Edit => {
      const bytes = readFileSync(path);
      return all.find((one) => one.file === name) ?? { file: name, before: bytes, after: bytes };
    });
    const old = [...all.filter((one) => one.file === file), ...texts];
    const news = old.map((one) => {
      const next = `${base}${one.file.slice(file.length - '.json'.length)}`;
      return { file: next, before: undefined, after: one.after };
    });
    if (news.some((one) => existsSync(inFolder(settings, one.file)))) continue;
    all = all.filter((one) => !old.includes(one));
    all.push(...news, ...old.map(({ file, before }) => ({ file, before, after: undefined })));
  }
  return all;
}

/** The edits of shared files: these stay in the order of ids where they were. */
async function inOrder(data: PortalData, edits: readonly Edit[]): Promise<Edit[]> {
  return inTemporaryFolder(async (folder) =>
    edits.map((edit, i) => {
      const { file, before, after } = edit;
      if (!before || !after) return edit;
      const format = makeFormat(data.tableOf(file).plan.fields);
      if (formatFile(data.pathOf(file), format, false).kind !== 'canonical') return edit;
      const path = join(folder, `${i}-${basename(file)}`);
      writeFileSync(path, after);
      formatFile(path, format, true);
      return { file, before, after: readFileSync(path) };
    }),
  );
}
