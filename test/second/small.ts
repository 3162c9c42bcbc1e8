// Portals of a few collections, for what is true of every portal.
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Collection, collection, type WithholdingRule } from '../../src/model/collection.js';
import { ascending, type OrderKey, type Portal } from '../../src/model/endpoint.js';
import { id } from '../../src/model/types.js';
import { build } from '../../src/snapshot/build.js';
import { workingFolder } from '../fmt/folder.js';
import { readJson } from '../support/tree.js';

/** A portal of collections, whose records are at addresses with their names, in this order. */
export const portalOf = (
  collections: readonly Collection[],
  order: readonly OrderKey[] = [ascending('id')],
): Portal => ({
  title: 'Portal of many things',
  module: new URL(import.meta.url),
  collections,
  endpoints: collections.map(({ name }) => ({
    name,
    records: { collection: name, shape: 'full', order },
    paging: { style: 'array' },
  })),
  extras: [],
  index: [],
  notFound: { detail: 'Not found.' },
});

/** A collection all of whose fields are published. */
export const plain = (
  name: string,
  fields: Readonly<Record<string, z.ZodType>>,
  more: Partial<Collection> = {},
) => ({
  ...collection(name, z.strictObject({ id, ...fields }), {
    singular: name,
  }),
  ...more,
});

/** Withholds the records of which something is true. */
export const withheldWhere = <R>(when: (record: R) => boolean): WithholdingRule => ({
  reason: 'it is hidden',
  // Rules are asked of the records of their collection alone.
  when: when as WithholdingRule['when'],
});

/** Builds a portal with these data files: the report, the folder of the API, and what is at a name in it. */
export async function published(
  portal: Portal,
  data: Record<string, unknown>,
  options?: { readonly extras?: readonly string[] },
) {
  const files = Object.entries(data).map(([name, all]) => [`${name}.json`, JSON.stringify(all)]);
  const cwd = workingFolder(Object.fromEntries(files));
  const report = await build(portal, { cwd, ...options });
  expect([report.ok, report.problems]).toEqual([true, []]);
  const api = join(cwd, 'dist/api');
  return { ...report, api, page: (name: string) => readJson<unknown>(api, `${name}/index.json`) };
}
