// What is told of a snapshot once its pages are made: to clients in snapshot.json, to hosts as its endpoints.
import { expect, it } from 'vitest';
import { makeDescription } from '../../src/engine/write/files.js';
import type { EndpointList } from '../../src/engine/write/lists.js';
import type { Output } from '../../src/engine/write/output.js';
import type { PagePlan } from '../../src/engine/write/pages.js';

/** An endpoint whose lists have so many pages each. */
const listOf = (endpoint: EndpointList['endpoint'], ...lists: number[]): EndpointList => ({
  endpoint,
  walks: lists.map((length, i) => {
    const name = endpoint.name.replace('{id}', `${i + 1}`);
    // Of a page, only its file is asked for.
    const pages = Array.from({ length }, (_, page) => ({
      file: `api/${name}/${page > 0 ? `page/${page + 1}/` : ''}index.json`,
    })) as unknown as PagePlan[];
    return { name, count: length, pages };
  }),
});

it('names each list to hosts, with its pages, and what it is filtered by', async () => {
  const lookup = { list: 'post', by: 'blog', reference: 'blog' };
  const list = { name: 'post', paging: { style: 'page-number' } } as const;
  const lists = [
    listOf(list, 3),
    listOf({ ...list, name: 'post/blog/{id}', template: '/api/post/blog/{id}/', lookup }, 2, 1),
    listOf({ name: 'event', paging: { style: 'cursor', newest: 'first' } }, 2),
    listOf({ name: 'epb-e/expert', paging: { style: 'cursor', newest: 'last' } }, 2),
    listOf({ name: 'region/all.ndjson', paging: { style: 'lines' } }, 1),
  ];
  const written = new Map<string, string>();
  // Of what was made, its names and digests are asked for, and what describes it is written.
  const output = {
    names: () => ['api/openapi.json', '404.json', 'api/post/index.json', 'api/index.json'],
    hashOf: (name: string) => `hash of ${name}`,
    file: async (name: string, text: string) => void written.set(name, text),
  } as unknown as Output;
  const { endpoints, manifest } = await makeDescription(lists, output);
  expect(endpoints).toStrictEqual([
    { name: '', parameter: undefined, pages: 1 },
    { name: 'post', parameter: 'page', pages: 3 },
    { name: 'post/blog/{id}', parameter: 'page', pages: 3, lookup },
    { name: 'event', parameter: 'cursor', keepsPages: true, pages: 2 },
    { name: 'epb-e/expert', parameter: 'cursor', pages: 2 },
  ]);
  expect(written.get('api/snapshot.json')).toBe(manifest);
  // In the order of their names, whichever was made first.
  const { files } = JSON.parse(manifest);
  expect(Object.keys(files)).toEqual(['api/index.json', 'api/openapi.json']);
});
