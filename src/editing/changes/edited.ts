// Finds the records that differ between two states of the data folder. If the records are linked, only those are found
// that readers see in at least one state. Files with the same bytes in both states are not parsed.

import { hash } from 'node:crypto';
import { inWriting, noteRecord } from '../../engine/compile/written.js';
import type { Derivation } from '../../engine/link/derive.js';
import { ShownRecords } from '../../engine/link/shown.js';
import { NO_ROW } from '../../engine/link/table.js';
import { hasPages } from '../../engine/write/pages.js';
import { readRecordAt, readValueAt, withFile } from '../../files/source/data-file.js';
import type { DataFile } from '../../files/source/files.js';
import { withLinesIn } from '../../files/source/places.js';
import { readRecords, SCHEMA_KEY } from '../../files/source/records.js';
import { type TextFile, withBeside } from '../../files/source/texts.js';
import { canonical } from '../../model/canonical.js';
import {
  type Collection,
  type Companion,
  companionFields,
  recordName,
  shortened,
} from '../../model/collection.js';
import type { Endpoint, Portal } from '../../model/endpoint.js';
import { isId, isObject, type Json, type JsonObject, referenceOf } from '../../model/fields.js';
import { textOfMarkup } from '../../model/html/plain-text.js';
import { memo } from '../../model/memo.js';
import { changedFieldsOf } from '../../snapshot/changed/fields.js';
import { hasValues } from '../edit/belonging.js';
import { recordLabel } from '../query/subject.js';
import { hashAt } from '../workspace/file-hash.js';
import { type DataSettings, inFolder, shownName } from '../workspace/portal-data.js';
import { type FieldChange, fieldChanges, fieldNamed, type NamedState } from './values.js';

/** A record that was edited. */
export interface Edited {
  readonly collection: string;
  readonly id: number;
  /** `withheld`: the record is still in the data, but readers no longer see it. */
  readonly kind: 'added' | 'changed' | 'removed' | 'withheld';
  /** Null if the record has no name. A contribution to a discussion is called by its first words. */
  readonly name: string | null;
  /** For a contribution to a discussion, such as a comment: the name of what is discussed. */
  readonly on?: string;
  /** Set if `new` makes such a record with another one, which was edited, too: the key of that record. */
  readonly companionOf?: string;
  /** The record's file, relative to the working folder; for a removed record, the file in which it was. */
  readonly file: string;
  readonly line: number;
  /** The changed fields. A field of an object in the record is named `profile.city`. */
  readonly fields: readonly string[];
  /** Only for a changed record: the values of the changed fields, before and after. */
  readonly changes?: readonly FieldChange[];
}

/** The data folder at one moment: now, or as it was at a commit. */
export interface DataState {
  readonly data: string;
  /** The files to compare. */
  readonly files: readonly DataFile[];
  /** The linked records. If undefined, readers count as seeing every record. */
  readonly derivation?: Derivation;
  /** Without linked records: looks up records whose files are the same in both states. */
  readonly find?: (collection: string, id: number) => JsonObject | undefined;
}

/** A record in one of the two states. */
export interface Version {
  readonly declared: Collection;
  readonly file: DataFile;
  readonly start: number;
  /** The files beside the record's file that contain its long texts. */
  readonly texts: readonly TextFile[];
  /** SHA-256 of the record's JSON as it is in the file. */
  readonly hash: string;
}

export type EditedSettings = Pick<DataSettings, 'cwd' | 'data' | 'personal' | 'extras'>;

/** The versions of an edited record. */
export interface EditedVersions {
  readonly was: Version | undefined;
  readonly is: Version | undefined;
}

/**
 * Finds the edited records, in the order of the portal's collections, then of ids. `visit`: called for each one with its
 * key, such as `posts 5`, and its versions.
 */
export function editedBetween(
  portal: Portal,
  before: DataState,
  after: DataState,
  settings: EditedSettings,
  visit?: (key: string, versions: EditedVersions) => void,
): Edited[] {
  const names = portal.collections.map(({ name }) => name);
  const { olds, news, keys } = differingVersions(portal, before, after);
  const withPersonal = settings.personal === 'publish';
  const [oldRecord, newRecord] = [findIn(before, olds), findIn(after, news)];
  const isForReaders = before.derivation !== undefined;
  const oldNameOf = nameBy(portal, oldRecord, isForReaders, withPersonal);
  const newNameOf = nameBy(portal, newRecord, isForReaders, withPersonal);
  const changesOf = changesBy(portal, [oldNameOf, newNameOf], withPersonal);
  const companions = new Map([
    ...companionsAmong(keys, olds, oldRecord),
    ...companionsAmong(keys, news, newRecord),
  ]);
  const endpoints = [...portal.endpoints, ...settings.extras];
  const [wasPublished, isPublished] = [
    publishedIn(before, olds, endpoints),
    publishedIn(after, news, endpoints),
  ];
  const edited: (Omit<Edited, 'line'> & { path: string; start: number })[] = [];
  for (const key of keys) {
    const [was, is] = [olds.get(key), news.get(key)];
    const [collection = '', digits = ''] = key.split(' ');
    const id = Number(digits);
    const wasSeen = wasPublished(collection, id);
    const isSeen = isPublished(collection, id);
    if (!wasSeen && !isSeen) continue;
    const kind = isSeen ? (wasSeen ? 'changed' : 'added') : is ? 'withheld' : 'removed';
    // If readers no longer see the record, its name is taken from the old version.
    const record = recordOf(isSeen ? is! : was!);
    const { declared, file: dataFile, start } = is ?? was!;
    const { fields, changes } =
      kind === 'changed'
        ? changesOf(declared, recordOf(was!), record)
        : { fields: [], changes: [] };
    const called = namesOf(portal, declared, record, isSeen ? newNameOf : oldNameOf);
    const companionOf = companions.get(key);
    const place = { file: shownName(settings, dataFile.name), path: dataFile.path, start };
    const one: (typeof edited)[number] = {
      ...{ collection, id, kind, ...called, ...place, fields },
      ...(companionOf !== undefined && { companionOf }),
      ...(changes.length > 0 && { changes }),
    };
    edited.push(one);
    visit?.(key, { was, is });
  }
  return withLinesIn(edited)
    .map(({ path: _, ...one }) => one)
    .sort((a, b) => names.indexOf(a.collection) - names.indexOf(b.collection) || a.id - b.id);
}

/** The records of files that differ, by their keys in each state; and the keys of those that are not the same in both. */
function differingVersions(portal: Portal, before: DataState, after: DataState) {
  const { old, now } = differingFiles(before, after);
  const [olds, news] = [versionsOf(portal, old), versionsOf(portal, now)];
  const keys = [...new Set([...olds.keys(), ...news.keys()])].filter((key) => {
    const [was, is] = [olds.get(key), news.get(key)];
    return !(was && is && isSame(was, is));
  });
  return { olds, news, keys };
}

/** Returns a function that compares the fields of a record in both states. */
function changesBy(portal: Portal, nameOf: readonly [NameOf, NameOf], withPersonal: boolean) {
  const changedFields = changedFieldsOf(portal);
  return (declared: Collection, was: JsonObject, is: JsonObject) => {
    const fields = changedFields(was, is).filter(
      (name) => withPersonal || fieldNamed(declared, name)?.withheldAs === undefined,
    );
    const worded = { declared, view: portal.views?.of[declared.name] };
    const old = { record: was, nameOf: nameOf[0] };
    const now = { record: is, nameOf: nameOf[1] };
    return { fields, changes: fieldChanges(worded, fields, old, now, withPersonal) };
  };
}

/** The name of a record and, for a contribution to a discussion, of what is discussed. */
function namesOf(
  { views }: Portal,
  declared: Collection,
  record: JsonObject,
  nameOf: NameOf,
): Pick<Edited, 'name' | 'on'> {
  const discussion = views?.of[declared.name]?.discussion;
  // Not its label, which may be a personal text.
  const said = discussion && record[discussion.text];
  const words = typeof said === 'string' ? shortened(textOfMarkup(said)) : '';
  const name = (words || recordName(declared, record)) ?? null;
  const discussed = discussion && referenceOf(declared.fields[discussion.on]?.type);
  const on = discussed && nameOf(discussed, Number(record[discussion.on]));
  return { name, ...(on !== undefined && { on }) };
}

/** For each state, the files that do not have the same bytes in the other state. */
function differingFiles(before: DataState, after: DataState) {
  const bySignature = ({ files }: DataState) =>
    new Map(files.map((file) => [signatureOf(file), file]));
  const [old, now] = [bySignature(before), bySignature(after)];
  const without = (files: typeof old, others: typeof old) =>
    [...files].flatMap(([signature, file]) => (others.has(signature) ? [] : [file]));
  return { old: without(old, now), now: without(now, old) };
}

type Find = NonNullable<DataState['find']>;
type NameOf = NamedState['nameOf'];

/** Returns a function that names records. Without `withPersonal`, by the fields that are declared as names alone. */
const nameBy =
  ({ collections }: Portal, find: Find, isForReaders: boolean, withPersonal: boolean): NameOf =>
  ({ collection, shape }, id) => {
    // Readers may not see a record that the API does not embed.
    if (isForReaders && shape === undefined) return undefined;
    const declared = collections.find(({ name }) => name === collection)!;
    const record = find(collection, id);
    return record && (withPersonal ? recordLabel : recordName)(declared, record);
  };

/** Returns a function that looks up a record in a state. `versions`: the records of files that differ. */
const findIn =
  ({ data, derivation, find }: DataState, versions: ReadonlyMap<string, Version>): Find =>
  (collection, id) => {
    const version = versions.get(`${collection} ${id}`);
    if (version) return recordOf(version);
    const table = derivation?.tables.get(collection);
    const row = table?.rowOf(id) ?? NO_ROW;
    if (!table || row === NO_ROW) return find?.(collection, id);
    const { file, start } = table.placeOf(row);
    const value = readRecordAt(inFolder({ data }, file), start);
    return isObject(value) ? value : undefined;
  };

/** By the keys of companions, such as `events 90`: the keys of the records with which `new` made them. */
function companionsAmong(
  keys: readonly string[],
  all: ReadonlyMap<string, Version>,
  find: Find,
): Map<string, string> {
  const versions = keys.flatMap((key): [string, Version][] => {
    const version = all.get(key);
    return version ? [[key, version]] : [];
  });
  const owners = new Map<string, string>();
  const referring = new Map<Companion, Map<Json | undefined, [string, JsonObject][]>>();
  const referringBy = (companion: Companion) => {
    const byId = new Map<Json | undefined, [string, JsonObject][]>();
    for (const [key, version] of versions) {
      if (version.declared.name !== companion.collection) continue;
      const record = recordOf(version);
      memo(byId, record[companion.by], () => []).push([key, record]);
    }
    return byId;
  };
  for (const [key, version] of versions) {
    const { declared } = version;
    if (declared.companions.length === 0) continue;
    const owner = recordOf(version);
    for (const companion of declared.companions) {
      const wanted = companionFields(companion, declared, owner, find);
      const all = memo(referring, companion, () => referringBy(companion)).get(owner['id']) ?? [];
      const own = all.find(
        ([key, record]) => wanted && !owners.has(key) && hasValues(record, wanted),
      );
      if (own) owners.set(own[0], key);
    }
  }
  return owners;
}

/** A key that two files share if their names and bytes, and those of their text files, are the same. */
const signatureOf = ({ name, path, texts = [] }: DataFile): string =>
  JSON.stringify([name, hashAt(path), texts.map((text) => [text.field, hashAt(text.path)])]);

/** Returns a function that says whether readers see a record, if these endpoints are published. */
function publishedIn(
  { derivation }: DataState,
  versions: ReadonlyMap<string, Version>,
  endpoints: readonly Endpoint[],
) {
  if (!derivation) return (collection: string, id: number) => versions.has(`${collection} ${id}`);
  const shown = new ShownRecords(derivation, endpoints.filter(hasPages));
  return (collection: string, id: number): boolean => {
    const table = derivation.tables.get(collection)!;
    const row = table.rowOf(id);
    if (row === NO_ROW || derivation.withheld?.get(collection)?.[row]) return false;
    return shown.rows(table)?.[row] !== 0;
  };
}

export function recordOf({ declared, file, start, texts }: Version): JsonObject {
  const text = withFile(file.path, (fd) => readValueAt(fd, start));
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return {};
  noteRecord(declared, value, text);
  const { [SCHEMA_KEY]: _, ...record } = withBeside(value, texts); // `$schema` helps text editors; it is no data
  return record;
}

/**
 * Whether two versions say the same. White space, the order of keys, and whether a text is in a file of its own do not
 * count. Values of any form are compared as they are written.
 */
function isSame(a: Version, b: Version): boolean {
  if (a.hash === b.hash && a.texts.length + b.texts.length === 0) return true;
  const [was, is] = [a, b].map((one) => canonical(inWriting(recordOf(one))));
  return was === is;
}

/** Reads the records of files, by keys such as `regions 5`. */
function versionsOf({ collections }: Portal, files: readonly DataFile[]): Map<string, Version> {
  const all = new Map<string, Version>();
  for (const file of files) {
    const declared = collections.find(({ name }) => name === file.collection)!;
    readRecords(file.path, (raw) => {
      const id = isObject(raw.value) ? raw.value['id'] : undefined;
      if (!isId(id)) return;
      const texts = (raw.single && file.texts) || [];
      const { start, text } = raw;
      const version = { declared, file, start, texts, hash: hash('sha256', text, 'hex') };
      all.set(`${file.collection} ${id}`, version);
    });
  }
  return all;
}
