// Recognises files that are not JSON, and JSON whose content is not records. For such a file, few problems are reported
// instead of one for each line.
import { type FileBytes, valueAt } from '../../files/source/data-file.js';
import { isLfsPointer } from '../../files/source/merge-conflict.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { OtherFormat } from '../../problems/messages/catalogue.js';
import type { Finding } from '../../problems/problem.js';

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** The formats, each with a function that recognises it by the first bytes of a file. */
const FORMATS: readonly (readonly [OtherFormat, (beginning: string) => boolean])[] = [
  ['lfs', isLfsPointer],
  ['utf-16', matches(/^(?:\xff\xfe|\xfe\xff|(?:[\t-~]\0){2}|(?:\0[\t-~]){2})/)],
  ['markup', matches(/^\s*<[a-z!?]/i)],
];

/**
 * If a file has a wrong format, returns the finding that replaces all its findings; otherwise undefined. `first`: the
 * first finding in the file.
 */
export function otherFormat(file: string, beginning: Buffer, first: Finding): Finding | undefined {
  const text = beginning.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const format = FORMATS.find(([, begins]) => begins(text))?.[0];
  const place = { kind: 'file', file } as const;
  // The text of a text file may look like any format. Only its encoding must be UTF-8.
  if (format === 'utf-16') {
    return { name: 'encoding/utf-16', args: undefined, place, path: first.path };
  }
  const isData = /\.(?:nd)?json$/.test(file);
  return format && isData
    ? { name: 'syntax/format', args: { format }, place, path: '' }
    : undefined;
}

/**
 * Replaces the findings of objects that are not records, such as an object of records. The first object of each kind is
 * reported as one problem, and the other objects of that kind are not reported. `read`: reads the file.
 */
export function withoutForeign(
  findings: readonly Finding[],
  read: () => FileBytes,
): readonly Finding[] {
  const unknown = new Map<number, Set<string>>();
  for (const { name, args, place } of findings) {
    if (name !== 'unknown-field' || place.kind !== 'record') continue;
    memo(unknown, place.start, () => new Set()).add(args.key);
  }
  const foreign = new Map<number, Finding>();
  for (const { name, args, place } of findings) {
    if (name !== 'missing-field' || args.field !== 'id' || place.kind !== 'record') continue;
    const keys = unknown.get(place.start);
    const found = keys && foreignIn(JSON.parse(valueAt(read(), place.start)), keys, place);
    if (found) foreign.set(place.start, found);
  }
  const reported = new Set<string>();
  return findings.flatMap((finding): readonly Finding[] => {
    const { place } = finding;
    const found = place.kind === 'record' && foreign.get(place.start);
    if (!found) return [finding];
    if (reported.has(found.name)) return [];
    reported.add(found.name);
    return [found];
  });
}

/**
 * Returns a finding that says what an object without an id probably is; undefined if it is probably a record that lacks
 * its id. `unknown`: the keys of the object that are not fields.
 */
function foreignIn(
  value: unknown,
  unknown: ReadonlySet<string>,
  place: Finding['place'],
): Finding | undefined {
  const whole = { args: undefined, place, path: '' } as const;
  const has = (...names: readonly string[]) => names.every((name) => unknown.has(name));
  if (has('next', 'previous', 'results')) return { name: 'wrong-type/page', ...whole };
  if (has('model', 'pk', 'fields')) return { name: 'wrong-type/dump', ...whole };
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.every(([key, one]) => /^\d+$/.test(key) && isObject(one))) {
    return { name: 'wrong-type/by-id', ...whole };
  }
  const inside = members.find(([key, list]) => unknown.has(key) && isListOfRecords(list));
  return inside && { name: 'wrong-type/inside', ...whole, args: { key: inside[0] } };
}

const isListOfRecords = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isObject(one) && 'id' in one);
