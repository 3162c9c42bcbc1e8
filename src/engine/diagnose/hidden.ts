// Finds records that exist but are hidden: by a misspelt name of their folder, their file or their field `id`, by
// standing in a wrong collection, or in text that cannot be read. References to them are not reported. Correcting what
// hides a record corrects these too, so the finding about that states how many there are.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRecordAt } from '../../files/source/data-file.js';
import type { FoundFiles } from '../../files/source/files.js';
import { idsOf } from '../../files/source/ids.js';
import { isObject } from '../../model/fields.js';
import { codeOf, type Finding, pointerSteps } from '../../problems/problem.js';
import { keyOf } from '../link/row-findings.js';

type Findings = ReadonlyMap<string, readonly Finding[]>;

/** Which files and folders hide records, by their names in the data folder. */
export class Hidden {
  readonly #sources = new Map<string, string>();
  /** By collection, a file that may hide any record, since it is cut off or its name is not UTF-8. */
  readonly #dark = new Map<string, string>();

  private constructor(
    private readonly found: FoundFiles,
    private readonly findings: Findings,
  ) {}

  /** Reads the ids in what is misspelt or misplaced. `folder`: the data folder. */
  static async find(folder: string, found: FoundFiles, findings: Findings): Promise<Hidden> {
    const hidden = new Hidden(found, findings);
    for (const { name, file, args } of found.findings) {
      if (name === 'ignored-file' && args.meant && /json$/.test(args.meant)) {
        for (const id of idsOf(join(folder, file)))
          hidden.#add(file.replace(/[./].*/s, ''), id, file);
      }
      if (name === 'encoding/name') hidden.#dark.set(file.replace(/[./].*/s, ''), file);
      if (name !== 'unknown-collection' || args.nearest === undefined) continue;
      for (const path of await filesAt(join(folder, file))) {
        for (const id of idsOf(path)) hidden.#add(args.nearest, id, file);
      }
    }
    for (const { collection, name, path } of found.files) {
      for (const finding of findings.get(name) ?? []) {
        if (endsEarly(finding, name)) hidden.#dark.set(collection, name);
        if (finding.name !== 'unknown-field' || finding.args.nearest !== 'id') continue;
        const { place, path: pointer } = finding;
        if (place.kind !== 'record' || pointerSteps(pointer).length !== 1) continue;
        const record = readRecordAt(path, place.start);
        if (isObject(record)) hidden.#add(collection, Number(record[finding.args.key]), name);
      }
    }
    return hidden;
  }

  /** Whether the record with a key, such as `users 7`, may be hidden. */
  has(key: string): boolean {
    return this.#sources.has(key) || this.#dark.has(collectionOf(key));
  }

  /** The collections of which records are hidden. */
  get collections(): ReadonlySet<string> {
    return new Set([...this.#sources.keys()].map(collectionOf).concat(...this.#dark.keys()));
  }

  /**
   * Counts the findings that follow from each file or folder that hides records. `followers`: how many follow from each
   * hidden record, by its key; they count for the first file with text that looks like the record's id.
   */
  count(followers: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const left = new Map(followers);
    const counts = new Map<string, number>();
    const take = (key: string, name: string | undefined) => {
      const count = left.get(key);
      if (count === undefined || name === undefined) return;
      counts.set(name, (counts.get(name) ?? 0) + count);
      left.delete(key);
    };
    for (const key of followers.keys()) take(key, this.#sources.get(key));
    for (const { collection, name, path } of this.found.files) {
      if (left.size === 0) break;
      if (!this.findings.has(name)) continue;
      for (const id of idsOf(path)) take(keyOf({ collection, id }), name);
    }
    for (const key of [...left.keys()]) take(key, this.#dark.get(collectionOf(key)));
    return counts;
  }

  #add(collection: string, id: number, name: string): void {
    const key = keyOf({ collection, id });
    if (!this.#sources.has(key)) this.#sources.set(key, name);
  }
}

/** Adds the number of followers to the finding of a file that is about what hides records. */
export function withFollowers(
  findings: readonly Finding[],
  followers: number | undefined,
): readonly Finding[] {
  if (followers === undefined) return findings;
  const hider =
    findings.find(isUnreadable) ??
    findings.find(({ name }) => codeOf(name) === 'unknown-collection') ??
    findings.find(({ name, args, path }) => {
      return path === '/id' || (name === 'unknown-field' && args.nearest === 'id');
    }) ??
    findings[0];
  return findings.map((finding) => (finding === hider ? { ...finding, followers } : finding));
}

const collectionOf = (key: string) => key.split(' ', 1)[0]!;

function isUnreadable({ name }: Finding): boolean {
  return codeOf(name) === 'syntax' || name === 'encoding'; // not `encoding/surrogate`, of a record that was read
}

/** Whether a finding shows that a file is cut off or empty: the lost part may have held any record. */
function endsEarly({ name, args }: Finding, file: string): boolean {
  return (
    name === 'syntax/nothing' || (name === 'syntax' && args.found === '' && file.endsWith('.json'))
  );
}

/** The file at a path, or the data files below the folder there. */
export async function filesAt(path: string): Promise<string[]> {
  if (!statSync(path).isDirectory()) return [path];
  const { default: fastGlob } = await import('fast-glob'); // hardly any build needs it
  const all = { cwd: path, absolute: true, followSymbolicLinks: false };
  return fastGlob('**/*.{json,ndjson}', all);
}
