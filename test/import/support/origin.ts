// A portal that is published, split, and read again as an editor would find it.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PortalData } from '../../../src/editing/workspace/portal-data.js';
import { makePlan } from '../../../src/engine/plan.js';
import type { Fetched } from '../../../src/import/fetched.js';
import { type ImportProof, prove } from '../../../src/import/prove/index.js';
import { type Split, splitFetched } from '../../../src/import/split/index.js';
import type { JsonObject } from '../../../src/model/fields.js';
import { portal } from '../../../src/portal/index.js';
import { build } from '../../../src/snapshot/build.js';
import { type BuildOptions, resolveSettings } from '../../../src/snapshot/settings/index.js';
import { EXTRAS } from '../../oracle/extras.js';
import { temporaryFolder } from '../../support/folders.js';
import { type Portal, writeData } from '../../support/portal.js';
import { filesOf } from '../../support/tree.js';
import { fetchedFrom, type Said } from './built.js';

/** Hosts whose pages random texts show. */
const FRAMES = ['video.example.org'];

/** Publishes records as an origin does, and gives what is fetched of it. */
export async function originOf(
  records: Portal,
  said: Said = {},
  options: BuildOptions = {},
): Promise<Fetched> {
  const folder = temporaryFolder();
  writeData(join(folder, 'data'), records);
  const { ok, problems } = await build(portal, {
    ...{ cwd: folder, cache: false, audience: 'all', frames: FRAMES },
    ...(said.lists ? { extras: EXTRAS } : {}),
    ...options,
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(ok).toBe(true);
  return fetchedFrom(portal, join(folder, 'dist'), said);
}

/** How to split an origin. */
export interface How {
  readonly stubs?: boolean;
  readonly personal?: 'publish' | 'withhold';
  /** The origin's last state. */
  readonly last?: Portal;
}

/** An origin that was split. */
export interface Taken extends Split {
  /** Where the data folder is. */
  readonly data: string;
  /** Its files. */
  readonly files: readonly string[];
  /** The records as they are written, by collection. */
  readonly written: Readonly<Record<string, readonly JsonObject[]>>;
}

export async function taken(fetched: Fetched, { last: before, ...how }: How = {}): Promise<Taken> {
  const { stubs = false, personal = 'withhold' } = how;
  const folder = temporaryFolder();
  const settings = resolveSettings({ cwd: folder, personal, frames: FRAMES, cache: false }, portal);
  const data = join(folder, 'T', 'data');
  let last: PortalData | undefined;
  if (before) {
    writeData(join(folder, 'data'), before);
    last = await PortalData.read(makePlan(portal), settings);
  }
  const withholdPersonal = personal === 'withhold';
  const options = { stubs, folder: data, withholdPersonal, ...(last && { last }) };
  const split = splitFetched(portal, fetched, options);
  if (split.isWritten) await prove(portal, fetched, data, settings, split);
  else mkdirSync(data, { recursive: true });
  const files = filesOf(data);
  const written: Record<string, JsonObject[]> = {};
  for (const file of files) {
    const text = readFileSync(join(data, file), 'utf8');
    const values: unknown[] = file.endsWith('.ndjson')
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [JSON.parse(text)].flat();
    const collection = file.split(/[./]/, 1)[0]!;
    written[collection] = [...(written[collection] ?? []), ...(values as JsonObject[])];
  }
  return { ...split, data, files, written };
}

/** Expects that what was taken is published as it was fetched, without an error. */
export async function expectProved(fetched: Fetched, split: Taken): Promise<void> {
  const { problems, differences } = await proofOf(fetched, split);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(differences).toEqual([]);
}

export async function proofOf(
  fetched: Fetched,
  split: Taken,
  personal: 'publish' | 'withhold' = 'withhold',
): Promise<ImportProof> {
  const settings = resolveSettings(
    { cwd: split.data, personal, frames: FRAMES, cache: false },
    portal,
  );
  return prove(portal, fetched, split.data, settings, split);
}
