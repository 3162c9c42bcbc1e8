// Adds the texts of text files to a record, and finds mistakes in these files. The place of a finding in such a text is
// a place in the text file.

import { readTextFile } from '../../files/source/texts.js';
import { textFinding } from '../../files/source/unreadable.js';
import { isObject, type JsonObject } from '../../model/fields.js';
import {
  type Finding,
  pointerStep,
  pointerSteps,
  type RecordPlace,
  refused,
} from '../../problems/problem.js';
import type { ShardFile } from './shards.js';

export type TextFiles = NonNullable<ShardFile['texts']>;

/** A record with the texts of its text files. */
export interface WholeRecord {
  readonly record: unknown;
  /** Moves findings in a text to their place in the text file. Adds the findings about the text files themselves. */
  readonly inTextFiles: (findings: readonly Finding[]) => Finding[];
}

/** Adds texts to the record at a place. Throws if a text file changed after it was hashed. */
export function withTexts(record: unknown, place: RecordPlace, texts: TextFiles): WholeRecord {
  if (!isObject(record)) return { record, inTextFiles: (findings) => [...findings] };
  const { start } = place;
  const findings: Finding[] = [];
  const read = new Map<string, { name: string; text: string; start: number }>();
  const unread = new Set<string>();
  const whole: Record<string, JsonObject[string]> = { ...record };
  for (const { field, name, path, hash } of texts) {
    const found = readTextFile(path);
    if (found.hash !== hash) throw refused('{path} changed while it was read', { path }, 'changed');
    const pointer = pointerStep(field);
    const wrong = textFinding({ name, field }, found, start);
    if (Object.hasOwn(record, field)) {
      const args = { field, file: name.slice(name.lastIndexOf('/') + 1) };
      findings.push({ name: 'inconsistent/text-twice', args, place, path: pointer });
    } else if (wrong) {
      findings.push(wrong);
      unread.add(pointer);
    } else if (found.kind === 'text') {
      whole[field] = found.text;
      read.set(field, { name, ...found });
    }
  }
  const inTextFiles = (finding: Finding): Finding => {
    const own = read.get(pointerSteps(finding.path)[0] ?? '');
    if (!own) return finding;
    const { at, ...plain } = finding;
    const offset = own.start + Buffer.byteLength(own.text.slice(0, at ?? 0));
    return { ...plain, place: { kind: 'byte', file: own.name, offset, start } };
  };
  // If a field has a text file that could not be read, the field is not also reported as missing.
  const isNews = ({ name, path }: Finding) =>
    !(name.startsWith('missing-field') && unread.has(path));
  return {
    record: whole,
    inTextFiles: (some) => [...findings, ...some.filter(isNews).map(inTextFiles)],
  };
}

/**
 * Returns warnings for text files that belong to no record: the data file beside them does not consist of one record.
 */
export const withoutRecord = (texts: TextFiles): Finding[] =>
  texts.map(({ name }) => ({
    name: 'ignored-file',
    args: { what: 'text' },
    place: { kind: 'file', file: name },
    path: '',
  }));
