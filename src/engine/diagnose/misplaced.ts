// Records that stand among those of another collection, by mistake: told by their fields, and told once, with where they
// belong, in place of all that is wrong with them where they are.
import { statSync } from 'node:fs';
import { isObjectFile, readRecordAt, Window, withFile } from '../../files/source/data-file.js';
import type { FoundFiles } from '../../files/source/files.js';
import { SCHEMA_KEY, scanFile } from '../../files/source/records.js';
import type { Collection } from '../../model/collection.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import type { FindingAbout } from './explain.js';

/** Larger files are not read to guess what they hold. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How many records of a file are looked at. */
const MOST_RECORDS = 1000;

/** The one collection that has all fields of a record, and whose required fields it has; undefined where none or several do. */
function collectionFor(record: JsonObject, collections: readonly Collection[]) {
  const given = Object.keys(record).filter((name) => name !== SCHEMA_KEY);
  const fitting = collections.filter(({ fields }) => {
    const required = Object.keys(fields).filter((name) => fields[name]!.required);
    return (
      given.every((name) => Object.hasOwn(fields, name)) &&
      required.every((name) => Object.hasOwn(record, name))
    );
  });
  return fitting.length === 1 ? fitting[0]!.name : undefined;
}

/** The collection that the records of a file seem to be of, by the first of them. */
export function collectionOfFile(
  path: string,
  collections: readonly Collection[],
): string | undefined {
  if (statSync(path).size > MOST_BYTES) return undefined;
  let first: unknown;
  const record = ({ value }: { readonly value: unknown }) => {
    first ??= value;
  };
  withFile(path, (fd) =>
    scanFile(new Window(fd), path.endsWith('.ndjson'), { record, fault() {} }),
  );
  return isObject(first) ? collectionFor(first, collections) : undefined;
}

/** Puts one finding in place of those of each record that is of another collection. `folder`: what precedes a file's name in reports. */
export function tellMisplaced(
  findings: Map<string, FindingAbout[]>,
  { files }: FoundFiles,
  collections: readonly Collection[],
  folder: string,
): void {
  for (const { collection: own, name, path } of files) {
    const some = findings.get(name);
    if (!some) continue;
    const starts = new Set(
      some.flatMap(({ name, place }) =>
        name === 'unknown-field' && place.kind === 'record' ? [place.start] : [],
      ),
    );
    const misplaced = new Map<number, FindingAbout>();
    for (const start of [...starts].slice(0, MOST_RECORDS)) {
      const record = readRecordAt(path, start);
      const right = isObject(record) ? collectionFor(record, collections) : undefined;
      if (right === undefined || right === own) continue;
      const args = { own, right, id: Number((record as JsonObject)['id']), ...placeFor(right) };
      const place = { kind: 'record', start } as const;
      misplaced.set(start, { name: 'unknown-collection/record', args, path: '', place });
    }
    if (misplaced.size === 0) continue;
    const others = some.filter(
      ({ place }) => place.kind !== 'record' || !misplaced.has(place.start),
    );
    findings.set(name, [...others, ...misplaced.values()]);

    function placeFor(right: string): { readonly to: string; readonly isAlone: boolean } {
      const there = files.filter(({ collection }) => collection === right);
      const lists = there.filter(({ path }) => path.endsWith('.ndjson') || !isObjectFile(path));
      if (isObjectFile(path)) return { to: `${folder}/${right}`, isAlone: false };
      if (lists.length > 0) return { to: `${folder}/${lists.at(-1)!.name}`, isAlone: false };
      return { to: `${folder}/${right}`, isAlone: true };
    }
  }
}
