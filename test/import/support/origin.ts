// A portal that is published, split, and read again as an editor would find it.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PortalData } from '../../../src/editing/workspace/portal-data.js';
import { makePlan } from '../../../src/engine/plan.js';
import type { Fetched, FetchedList } from '../../../src/import/fetched.js';
import { type ImportProof, prove } from '../../../src/import/prove/index.js';
import { type Split, splitFetched } from '../../../src/import/split/index.js';
import type { JsonObject } from '../../../src/model/fields.js';
import { memo } from '../../../src/model/memo.js';
import { portal } from '../../../src/portal/index.js';
import { build } from '../../../src/snapshot/build.js';
import { type BuildOptions, resolveSettings } from '../../../src/snapshot/settings/index.js';
import { EXTRAS } from '../../oracle/extras.js';
import { temporaryFolder } from '../../support/folders.js';
import { type Portal, writeData } from '../../support/portal.js';
import { filesOf } from '../../support/tree.js';
import { fetchedFrom, listOf, recordsIn } from './built.js';

/** Hosts whose pages random texts show. */
const FRAMES = ['video.example.org'];

/** What may be said of the lists: all of them are whole otherwise. */
export interface Said {
  /** Templates of extras: lists that are read besides. */
  readonly lists?: readonly string[];
  readonly isWhole?: boolean;
  /** What stands in the place of a record; undefined to leave it out. */
  readonly change?: (list: string, record: JsonObject) => JsonObject | undefined;
}

/** What was published of the same records before. */
const published = new WeakMap<Portal, Map<string, Promise<Fetched>>>();

/** Publishes records as an origin does, and gives what is fetched of it. */
export async function originOf(
  records: Portal,
  { lists: extras = [], isWhole = true, change = (_, record) => record }: Said = {},
  options: BuildOptions = {},
): Promise<Fetched> {
  const before = memo(published, records, () => new Map<string, Promise<Fetched>>());
  const key = JSON.stringify([extras, options]);
  const { lists } = await memo(before, key, () => publish(records, extras, options));
  const said = ({ endpoint, ...list }: FetchedList): FetchedList => {
    const all = recordsIn(list)
      .map((record) => change(endpoint.name, record))
      .filter((record) => record !== undefined);
    return listOf(endpoint, all, isWhole);
  };
  return { lists: lists.map(said) };
}

async function publish(
  records: Portal,
  extras: readonly string[],
  options: BuildOptions,
): Promise<Fetched> {
  const folder = temporaryFolder();
  writeData(join(folder, 'data'), records);
  const { ok, problems } = await build(portal, {
    ...{ cwd: folder, cache: false, audience: 'all', frames: FRAMES },
    ...(extras.length > 0 && { extras: EXTRAS }),
    ...options,
  });
  expect(errorsOf(problems)).toEqual([]);
  expect(ok).toBe(true);
  return fetchedFrom(portal, join(folder, 'dist'), extras);
}

const errorsOf = (problems: readonly { readonly severity: string }[]) =>
  problems.filter(({ severity }) => severity === 'error');

/** How to split an origin. */
export interface How {
  readonly stubs?: boolean;
  readonly personal?: 'publish' | 'withhold';
  /** The origin's last state. */
  readonly last?: Portal;
}

/** An origin that was split. */
export interface Taken extends Pick<Split, 'inventions' | 'kept'> {
  readonly split: Split;
  /** Where the data folder is. */
  readonly data: string;
  /** Its files. */
  readonly files: readonly string[];
  /** The records as they are written, by collection. */
  readonly written: Readonly<Record<string, readonly JsonObject[]>>;
}

/** Splits what was fetched. */
export async function taken(fetched: Fetched, { last: before, ...how }: How = {}): Promise<Taken> {
  const { stubs = false, personal = 'withhold' } = how;
  const folder = temporaryFolder();
  let last: PortalData | undefined;
  if (before) {
    writeData(join(folder, 'data'), before);
    last = await PortalData.read(makePlan(portal), settingsIn(folder, personal));
  }
  const data = join(folder, 'T', 'data');
  const withholdPersonal = personal === 'withhold';
  const options = { stubs, folder: data, withholdPersonal, ...(last && { last }) };
  const split = splitFetched(portal, fetched, options);
  mkdirSync(data, { recursive: true });
  return readBack(split, data);
}

function readBack(split: Split, data: string): Taken {
  const files = filesOf(data);
  const written: Record<string, JsonObject[]> = {};
  for (const file of files) {
    const text = readFileSync(join(data, file), 'utf8');
    const values: JsonObject[] = file.endsWith('.ndjson')
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [JSON.parse(text)].flat();
    const collection = file.split(/[./]/, 1)[0]!;
    written[collection] = [...(written[collection] ?? []), ...values];
  }
  return { split, inventions: split.inventions, kept: split.kept, data, files, written };
}

/** Splits what was fetched, and expects that it is published so, without an error. */
export async function proved(fetched: Fetched, how: How = {}): Promise<Taken> {
  const { split, data } = await taken(fetched, how);
  const { problems, differences } = await proofOf(fetched, { split, data }, how.personal);
  expect(errorsOf(problems)).toEqual([]);
  expect(differences).toEqual([]);
  return readBack(split, data);
}

export async function proofOf(
  fetched: Fetched,
  { split, data }: Pick<Taken, 'split' | 'data'>,
  personal: 'publish' | 'withhold' = 'withhold',
): Promise<ImportProof> {
  return prove(portal, fetched, data, settingsIn(data, personal), split);
}

const settingsIn = (cwd: string, personal: 'publish' | 'withhold') =>
  resolveSettings({ cwd, personal, frames: FRAMES, cache: false }, portal);
