// Portals of a few collections, for what is true of every portal.
import { expect } from 'vitest';
import { type Collection, collection, shape } from '../../src/model/collection.js';
import { ascending, type Portal } from '../../src/model/endpoint.js';
import { type Fields, required } from '../../src/model/fields.js';
import { id } from '../../src/model/types.js';
import { build } from '../../src/snapshot/build.js';
import { workingFolder } from '../fmt/folder.js';
import { readJson } from '../support/tree.js';

/** A portal of collections, whose records are at addresses with their names. */
export const portalOf = (collections: readonly Collection[]): Portal => ({
  title: 'Portal of many things',
  module: new URL(import.meta.url),
  collections,
  endpoints: collections.map(({ name }) => ({
    name,
    records: { collection: name, shape: 'full', order: [ascending('id')] },
    paging: { style: 'array' },
  })),
  extras: [],
  index: [],
  notFound: { detail: 'Not found.' },
});

/** A collection all of whose fields are published. */
export const plain = (name: string, fields: Fields, more: Partial<Collection> = {}) => ({
  ...collection(name, {
    singular: name,
    fields: { id: required(id), ...fields },
    shapes: { full: shape(['id', ...Object.keys(fields)].join(' ')) },
  }),
  ...more,
});

/** A folder with these data files. */
export const folderOf = (data: Record<string, unknown>): string =>
  workingFolder(
    Object.fromEntries(
      Object.entries(data).map(([name, all]) => [`${name}.json`, JSON.stringify(all)]),
    ),
  );

/** A folder in which a portal with these data files is built. */
export async function built(
  portal: Portal,
  data: Record<string, unknown>,
  options?: { readonly extras?: readonly string[] },
): Promise<string> {
  const cwd = folderOf(data);
  const { ok, problems } = await build(portal, { cwd, ...options });
  expect([ok, problems]).toEqual([true, []]);
  return cwd;
}

/** What is published of a portal with these data files. */
export async function published(portal: Portal, data: Record<string, unknown>) {
  const cwd = await built(portal, data);
  return (name: string): unknown => readJson(cwd, `dist/api/${name}/index.json`);
}
