// Gives a record a new id, and changes all references to it. If several records have the old id, for example after
// merging two branches that each made one, only the record's companions are changed (belonging.ts), and all other
// references are listed. A companion that shares its own id with another record gets a new id, too.

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { idKey, keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import { makePlan, type Plan } from '../../engine/plan.js';
import { isObjectFile } from '../../files/source/data-file.js';
import type { LineAndColumn } from '../../files/source/lines.js';
import { placeBytes } from '../../files/source/places.js';
import type { Portal } from '../../model/endpoint.js';
import {
  elementOf,
  type Fields,
  isId,
  isObject,
  type Json,
  type JsonObject,
  partOf,
  referenceOf,
  type Type,
} from '../../model/fields.js';
import { identityOf } from '../../problems/identity.js';
import type { Language } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { UsageError } from '../../problems/problem.js';
import type { FindingsReport } from '../../problems/report.js';
import { say } from '../../problems/say.js';
import { lay } from '../new/create.js';
import { Drafts } from '../new/drafts.js';
import { isFree, Places } from '../new/place.js';
import { mustReadReferrers, referencesById } from '../query/references.js';
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
import { companionsOf, fieldsOf, rowsOf, sharing } from './belonging.js';

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
    const { collection, id } = wanted;
    const table = data.table(collection);
    const rows = rowsOf(table, id);
    if (rows.length === 0) throw new UsageError(missing(data, wanted, lang));
    mustReadReferrers(plan, data, collection);
    const picked = pick(data, settings, rows, options);
    if (options.to !== undefined && table.rowOf(options.to) >= 0) {
      const values = { collection, id: options.to };
      throw new UsageError(say('{collection} has a record {id} already', lang, values));
    }
    const to = options.to ?? data.newId(collection);
    const { moved, referring, remaining } = goingAlong(data, { ...picked, to });
    const changes = rewritesFor(data, moved, referring);
    const { files, added } = missingCompanions(plan, settings, data, moved, lang);
    const edits = renamed(data, settings, [...files, ...editsOf(data, changes, added)], moved);
    const report = await tryOut(plan, settings, data.problems, edits, inAnyFile);
    const movedKeys = new Set(moved.map(rowKey));
    const others = referring.filter((one) => !movedKeys.has(rowKey(one)));
    return {
      result: {
        ids: moved.map((one) => ({ subject: subjectsOf(data, settings, [one])[0]!, to: one.to })),
        referring: subjectsOf(data, settings, others),
        remaining: subjectsOf(data, settings, remaining),
        ...{ report, edits },
      },
      change: report.ok ? edits : [],
      command: `renumber ${table.plan.declared.singular} ${id} → ${to}`,
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
  throw new UsageError(
    say(
      '{count, plural, one {# record} other {# records}} with this id: name one with --file, as FILE or FILE:LINE',
      lang,
      { count: rows.length },
    ),
    shown,
  );
}

/** A record that gets a new id. */
interface Renumbering extends RowOf {
  readonly to: number;
}

/** `moved`: what gets a new id; `referring`: that, and what refers to it; `remaining`: what keeps the old reference. */
interface Along {
  readonly moved: readonly Renumbering[];
  readonly referring: readonly RowOf[];
  readonly remaining: readonly RowOf[];
}

/** Finds the records to change when a record gets a new id. */
function goingAlong(data: PortalData, picked: Renumbering): Along {
  const references = referencesById(data);
  const moved = [picked];
  const own = new Map<string, RowOf>([[rowKey(picked), picked]]);
  const others = new Map<string, RowOf>();
  for (const one of moved) {
    const isContested = sharing(one).length > 0;
    const known = isContested ? new Set(companionsOf(data, one).own.map(rowKey)) : undefined;
    for (const from of references.get(idKey(one)) ?? []) {
      const key = rowKey(from);
      if (known && !known.has(key)) others.set(key, from);
      else if (!own.has(key)) {
        own.set(key, from);
        const { table } = from;
        if (known && sharing(from).length > 0) moved.push({ ...from, to: data.newId(table.name) });
      }
    }
  }
  const remaining = [...others].flatMap(([key, from]) => (own.has(key) ? [] : [from]));
  return { moved, referring: [...own.values()], remaining };
}

/**
 * An old problem keeps this key when its record gets another id, and its file another name. Otherwise it would count as
 * a new problem that the change causes.
 */
const inAnyFile = (finding: PlacedFinding): string => identityOf(finding).replaceAll(/\d+/g, 'N');

/** New companions for records that share one with another record of their old id. */
function missingCompanions(
  plan: Plan,
  settings: DataSettings,
  data: PortalData,
  moved: readonly Renumbering[],
  lang: Language,
): ReturnType<typeof lay> {
  const places = new Places(settings, data);
  const drafts = new Drafts(plan, data, places, new Date(), lang);
  for (const one of moved) {
    if (sharing(one).length === 0) continue;
    for (const companion of companionsOf(data, one).shared) {
      const fields = fieldsOf(data, one, companion, one.to);
      if (fields) drafts.add(companion.collection, fields, {});
    }
  }
  return lay(drafts.all, places);
}

/** The new values of records that get new ids or refer to those that do. */
function rewritesFor(
  data: PortalData,
  moved: readonly Renumbering[],
  referring: readonly RowOf[],
): OldRecord[] {
  const byId = new Map(moved.map((one) => [idKey(one), one.to]));
  const ownIds = new Map(moved.map((one) => [rowKey(one), one.to]));
  const all: OldRecord[] = [];
  visitRecords(data, referring, (from, record) => {
    const id = ownIds.get(rowKey(from));
    const own = { ...record, ...(id && { id }) };
    const now = withNewIds(own, from.table.plan.fields, [], byId, id !== undefined);
    const changed = Object.keys(now).filter((name) => !isDeepStrictEqual(now[name], record[name]));
    all.push({ ...from, values: new Map(changed.map((name) => [name, now[name]])) });
  });
  return all;
}

/**
 * A record, or a part of one, with new ids instead of old ones. `owners`: the objects that contain it, innermost first; `byId`:
 * the new ids, by collection and old id; `isMoved`: the record has a new id itself, which computed fields may give, too.
 */
function withNewIds(
  self: JsonObject,
  fields: Fields,
  owners: readonly JsonObject[],
  byId: ReadonlyMap<string, number>,
  isMoved: boolean,
): JsonObject {
  const renewed = (value: Json, type: Type): Json => {
    const [element, part, reference] = [elementOf(type), partOf(type), referenceOf(type)];
    if (element && Array.isArray(value)) return value.map((one: Json) => renewed(one, element));
    if (part && isObject(value)) return withNewIds(value, part, [self, ...owners], byId, isMoved);
    if (!reference || !isId(value)) return value;
    return byId.get(keyOf({ collection: reference.collection, id: value })) ?? value;
  };
  const members = Object.entries(self).map(([name, value = null]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [name, value];
    const { type, absent, computed } = field;
    const own = isMoved && computed && absent.kind === 'own' ? absent.from(self, ...owners) : null;
    return [name, own ?? renewed(value, type)];
  });
  return Object.fromEntries(members);
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
