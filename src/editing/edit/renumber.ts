// Gives a record a new id, also in all references to it. If two records have the old id, for example after a merge of
// branches, it is unknown which one a reference means: only references of the record's companions are changed
// (belonging.ts), and all others are listed. A companion whose id is used twice gets a new id, too.

import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { idKey, keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import { makePlan } from '../../engine/plan.js';
import { isObjectFile } from '../../files/source/data-file.js';
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
import type { MissingId } from '../../problems/messages/catalogue.js';
import type { PlacedFinding } from '../../problems/placed.js';
import { refused, UsageError } from '../../problems/problem.js';
import { sentence } from '../../problems/say.js';
import { lay } from '../new/create.js';
import { Drafts } from '../new/drafts.js';
import { isFree, Places } from '../new/place.js';
import {
  mustReadReferrers,
  type Referrer,
  referencesById,
  referrersIn,
} from '../query/references.js';
import {
  missing,
  type RecordQuery,
  type RecordSubject,
  resolveRecord,
  subjectsOf,
} from '../query/subject.js';
import { editsOf, type OldRecord } from '../workspace/edits.js';
import {
  type DataSettings,
  inFolder,
  type PortalData,
  shownName,
  visitRecords,
} from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { editData, type Tried } from '../workspace/try-out.js';
import { companionsOf, fieldsOf, rowsOf, sharing } from './belonging.js';

export interface RenumberOptions {
  readonly query: RecordQuery;
  /** Which of several records with this id is meant: `FILE`, `FILE:LINE` or, if a line has two, `FILE:LINE:COLUMN`. */
  readonly file: string | undefined;
  /** The new id; by default, one that is free. */
  readonly to: number | undefined;
  /** Whether to check only, and write nothing. */
  readonly dryRun: boolean;
}

/** A record, and the id that it gets. */
export interface NewId {
  readonly subject: RecordSubject;
  readonly to: number;
}

/** The result of {@link renumber}. */
export interface Renumbered extends Tried {
  /** The record itself, then those of its companions that got a new id. */
  readonly ids: readonly NewId[];
  /** The other records in which a reference was changed. */
  readonly referring: readonly RecordSubject[];
  /** The companions that were added, because those of the record stay with the one that keeps the id. */
  readonly added: readonly AddedCompanion[];
  readonly remaining: readonly Ambiguous[];
}

interface AddedCompanion extends MissingId {
  readonly singular: string;
  /** The name of its file, relative to the working folder. */
  readonly file: string;
}

/** References to an id that were not changed, because each may mean the record that keeps it, or the other one. */
interface Ambiguous extends MissingId {
  readonly singular: string;
  /** The id of the other record. */
  readonly to: number;
  /** Whether the other record was added, as a companion. */
  readonly isAdded: boolean;
  readonly references: readonly Referrer[];
}

/** Gives a record a new id. Throws a {@link UsageError} if it is unclear which record is meant, or the id is taken. */
export function renumber(
  portal: Portal,
  settings: DataSettings,
  options: RenumberOptions,
): Promise<Renumbered> {
  const plan = makePlan(portal);
  const { dryRun, query } = options;
  const workOut = (data: PortalData) => {
    const wanted = resolveRecord(plan, data, query);
    const { collection, id } = wanted;
    const table = data.table(collection);
    const rows = rowsOf(table, id);
    if (rows.length === 0) throw new UsageError(missing(data, wanted));
    mustReadReferrers(plan, data, collection);
    const picked = pick(data, settings, rows, options);
    if (options.to !== undefined && table.rowOf(options.to) >= 0) {
      const values = { collection, id: options.to };
      throw refused('{collection} has a record {id} already', values);
    }
    const to = options.to ?? data.newId(collection);
    const { moved, referring, shared, unclear } = goingAlong(data, { ...picked, to });
    const changes = rewritesFor(data, moved, referring);
    const places = new Places(settings, data);
    const drafts = new Drafts(plan, data, places, new Date());
    const copies = shared.map(({ fields, ...one }) => {
      return { ...one, to: drafts.add(one.table.name, fields, {}).id, isAdded: true };
    });
    const { files, added } = lay(drafts.all);
    const movedKeys = new Set(moved.map(rowKey));
    const others = referring.filter((one) => !movedKeys.has(rowKey(one)));
    return {
      result: {
        ids: moved.map((one) => ({ subject: subjectsOf(data, settings, [one])[0]!, to: one.to })),
        referring: subjectsOf(data, settings, others),
        added: drafts.all.map(({ plan: { declared }, id, place }) => {
          const { name: collection, singular } = declared;
          return { collection, singular, id, file: shownName(settings, place.file) };
        }),
        remaining: [...unclear, ...copies].map((one) => ambiguous(data, settings, one)),
      },
      edits: renamed(data, settings, [...files, ...editsOf(data, changes, added)], moved),
      command: ['renumber', table.plan.declared.singular, `${id} → ${to}`],
    };
  };
  return editData(plan, { ...settings, dryRun }, workOut, inAnyFile);
}

/** Finds the one record that the options mean. Throws a {@link UsageError} if there is none, or more than one. */
function pick(
  data: PortalData,
  settings: DataSettings,
  rows: readonly RowOf[],
  { file }: RenumberOptions,
): RowOf {
  // Each record's place may be written in three ways: `a.json`, `a.json:3`, `a.json:3:5`. Messages name the column only
  // if two records are on one line.
  const places = rows.map(({ table, row }) => {
    const { file, start } = table.placeOf(row);
    const { line, column } = placeBytes(data.pathOf(file), [start])[0]!;
    const name = shownName(settings, file);
    return [name, `${name}:${line}`, `${name}:${line}:${column}`] as const;
  });
  const pathOf = (place: string) => resolve(settings.cwd, place);
  const fitting = rows.filter(
    (_, i) => file === undefined || places[i]!.some((place) => pathOf(place) === pathOf(file)),
  );
  if (fitting.length === 1) return fitting[0]!;
  const shown = places.map(([, onLine, exact]) => {
    return places.filter((place) => place[1] === onLine).length > 1 ? exact : onLine;
  });
  throw new UsageError(
    sentence(
      '{count, plural, one {# record} other {# records}} with this id: name one with --file, as FILE or FILE:LINE',
      { count: rows.length },
    ),
    shown,
  );
}

/** A record, and the id that it gets. */
export interface Renumbering extends RowOf {
  readonly to: number;
}

/** A record that gets a new id, or of which a copy gets one, and the rows of which this is unclear whether they mean it. */
interface Unclear extends Renumbering {
  readonly rows: readonly RowOf[];
}

interface Along {
  /** The records that get a new id. */
  readonly moved: readonly Renumbering[];
  /** The records that get a new id, and the records whose references to them are changed. */
  readonly referring: readonly RowOf[];
  /** Of the records that get a new id, those whose old id another record keeps. */
  readonly unclear: readonly (Unclear & { readonly isAdded: boolean })[];
  /** Companions that stay with the record that keeps the id. `fields`: the values of the companion to add. */
  readonly shared: readonly (Omit<Unclear, 'to'> & { readonly fields: JsonObject })[];
}

function goingAlong(data: PortalData, picked: Renumbering): Along {
  const references = referencesById(data);
  const moved = [picked];
  const own = new Map<string, RowOf>([[rowKey(picked), picked]]);
  const unclear: (Unclear & { isAdded: boolean })[] = [];
  const shared: (Omit<Unclear, 'to'> & { fields: JsonObject })[] = [];
  /** The records that refer to a record, without its companions. */
  const answersTo = (one: RowOf, companions: readonly RowOf[]) => {
    const keys = new Set(companions.map(rowKey));
    return (references.get(idKey(one)) ?? []).filter((from) => !keys.has(rowKey(from)));
  };
  for (const one of moved) {
    const isContested = sharing(one).length > 0;
    const known = companionsOf(data, one);
    for (const from of isContested ? known.own : answersTo(one, [])) {
      if (own.has(rowKey(from))) continue;
      own.set(rowKey(from), from);
      if (isContested && sharing(from).length > 0)
        moved.push({ ...from, to: data.newId(from.table.name) });
    }
    if (!isContested) continue;
    const rows = answersTo(one, [...known.own, ...known.ofOthers]);
    unclear.push({ ...one, rows, isAdded: false });
    for (const { companion, row } of known.shared) {
      const fields = fieldsOf(data, one, companion, one.to);
      if (fields)
        shared.push({ ...row, fields, rows: answersTo(row, companionsOf(data, row).own) });
    }
  }
  return { moved, referring: [...own.values()], unclear, shared };
}

function ambiguous(
  data: PortalData,
  settings: DataSettings,
  { table, row, to, isAdded, rows }: Unclear & Pick<Ambiguous, 'isAdded'>,
): Ambiguous {
  const { name: collection, plan } = table;
  const id = table.ids[row]!;
  const isMeant = (named: string, wanted: number) => named === collection && wanted === id;
  const references = referrersIn(data, settings, rows, isMeant);
  return { collection, singular: plan.declared.singular, id, to, isAdded, references };
}

/** A problem's key, without digits: a problem is not new if only numbers in it, such as ids, have changed. */
const inAnyFile = (finding: PlacedFinding): string => identityOf(finding).replaceAll(/\d+/g, 'N');

/** Returns, for each record, the fields that change because of new ids. */
export function rewritesFor(
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
 * Returns a record, or an object in it, with new ids. `owners`: the objects around it, innermost first. `byId`: the new
 * ids, by collection and old id. `isMoved`: whether the record itself gets a new id. If so, its computed fields are
 * computed again, because they may contain the id.
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
 * Renames files with a changed id in their name, and their text files: `0042-slug.json` becomes `0057-slug.json`. A
 * file keeps its name if the new name is in use, or if a text file is already beside the new name: that text would
 * become a text of the record.
 */
export function renamed(
  data: PortalData,
  settings: Pick<DataSettings, 'data'>,
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
