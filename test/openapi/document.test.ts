// The document itself: literally for a small portal, and what the settings make of ours.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/index.js';
import { build } from '../../src/index.js';
import { addressOf, type Extra, endpointOf, type Portal } from '../../src/model/endpoint.js';
import type { JsonObject } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { openapiOf } from '../../src/site/openapi/document.js';
import { endpoints } from '../spec/tables.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, writeData } from '../support/portal.js';
import { readJson } from '../support/tree.js';
import type { Document } from './contract.js';
import { everything } from './everything.js';

const plain = { baseUrl: 'https://api.example.org', links: 'path', queries: false } as const;
const documentOf = (of: Portal, more: Partial<Parameters<typeof openapiOf>[1]> = {}) =>
  openapiOf(of, { ...plain, extras: [], ...more }) as unknown as Document;

const extrasOf = (extras: readonly Extra[]) =>
  extras.map((extra) => addressOf(endpointOf(extra).name));

it('describes a library in which there is everything, to the letter', async () => {
  const extras = [...extrasOf(everything.extras), '/search/'];
  const document = documentOf(everything, { queries: true, extras });
  const text = `${JSON.stringify(document, null, 2)}\n`;
  expect(JSON.parse(text), 'as it is read again').toStrictEqual(document);
  await expect(text).toMatchFileSnapshot('fixture/library.json');
});

describe('the document of the portal', () => {
  const extras = extrasOf(portal.extras);
  const wholeDocument = () => documentOf(portal, { queries: true, extras });

  it('names each path, method and type once', () => {
    const whole = wholeDocument();
    const ids = Object.values(whole.paths).map(({ get }) => get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^(get|list)[A-Z][A-Za-z]+$/.test(id))).toEqual([]);
    const names = Object.keys(whole.components.schemas);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    const used = [...JSON.stringify(whole).matchAll(/#\/components\/schemas\/(\w+)/g)];
    expect(new Set(used.map(([, name]) => name))).toEqual(new Set(names));
  });

  it('has the pages of each list, by the parameter that names them', () => {
    const paths = Object.keys(wholeDocument().paths);
    const pages = endpoints.flatMap(({ address, style }) => {
      if (style === 'array' || style === 'empty') return [];
      const parameter = style === 'cursor' ? 'cursor' : 'page';
      return [`/api/${address}/${parameter}/{${parameter}}/`];
    });
    const isExtra = (path: string) => extras.some((template) => path.startsWith(template));
    expect(paths.filter((path) => /\{(?:page|cursor)\}/.test(path) && !isExtra(path))).toEqual(
      pages,
    );
  });

  it('has the extras that are switched on, and no other', () => {
    const without = Object.keys(documentOf(portal).paths);
    expect(extras.filter((template) => without.includes(template))).toEqual([]);
    const { paths } = wholeDocument();
    expect(extras.filter((template) => !(template in paths))).toEqual([]);
    const one = Object.keys(documentOf(portal, { extras: extras.slice(0, 1) }).paths);
    expect(one.filter((path) => !without.includes(path))).toEqual([
      '/api/city/',
      '/api/city/page/{page}/',
      '/api/city/digests.json',
    ]);
  });

  it('calls each address by its file where links do', () => {
    const byFile = Object.keys(documentOf(portal, { links: 'file', extras }).paths);
    expect(byFile).toEqual(
      Object.keys(wholeDocument().paths).map((path) =>
        path.endsWith('/') ? `${path}index.json` : path,
      ),
    );
  });

  it('says of itself all that the setting `api` says, in one order', () => {
    const url = 'https://example.org';
    const license = { url, identifier: 'CC-BY-4.0', name: 'CC BY 4.0' };
    const contact = { email: 'a@example.org', name: 'Редакция', url };
    const api = { contact, license, title: 'Работа' };
    const { description, ...info } = documentOf(portal, { api }).info as unknown as JsonObject;
    const { version } = documentOf(portal).info;
    expect(JSON.stringify(info)).toBe(
      `{"title":"Работа","version":"${version}","contact":{"name":"Редакция","url":"${url}","email":"a@example.org"},` +
        `"license":{"name":"CC BY 4.0","identifier":"CC-BY-4.0","url":"${url}"}}`,
    );
    expect(documentOf(portal, { api: {} })).toEqual(documentOf(portal));
    expect(documentOf(portal).info).toEqual({ title: portal.title, description, version });
  });

  it('has another version when it says something else, and only then', () => {
    const { version } = documentOf(portal).info;
    expect(documentOf(portal, { baseUrl: 'https://other.example.org' }).info.version).toBe(version);
    const [first, ...others] = portal.endpoints;
    const fewer = documentOf({ ...portal, endpoints: others });
    expect(first!.name in fewer.paths).toBe(false);
    expect(fewer.info.version).not.toBe(version);
  });
});

describe('queries', () => {
  const parametersIn = (document: Document) =>
    Object.values(document.paths).flatMap(({ get }) =>
      (get.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])),
    );

  it('are there where they are routed: those of pages, and of parents where lookups are switched on', () => {
    const asked = (extras: readonly Extra[]) =>
      new Set(parametersIn(documentOf(portal, { queries: true, extras: extrasOf(extras) })));
    expect(documentOf(portal).paths['/api/region/']!.get.parameters).toBeUndefined();
    expect(asked([])).toEqual(new Set(['page', 'cursor']));
    expect(asked(portal.extras.filter(({ kind }) => kind === 'lookup' || kind === 'list'))).toEqual(
      new Set(['page', 'cursor', 'post', 'blog', 'user', 'region', 'city', 'exact_category']),
    );
  });

  const able = hosts.filter(({ can }) => can.includes('queries')).map(({ name }) => name);
  const unable = hosts.filter(({ can }) => !can.includes('queries')).map(({ name }) => name);

  it.each([
    { title: 'no host is chosen', names: [], isThere: false },
    { title: 'links are made of them', names: [], links: 'query', isThere: true },
    { title: 'all chosen hosts route them', names: able.slice(0, 2), isThere: true },
    { title: 'one host does not', names: [able[0]!, unable[0]!], isThere: false },
  ] as const)('are there as far as hosts route them: $title', async (way) => {
    const { names, isThere } = way;
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(2));
    const links = 'links' in way ? { links: way.links } : {};
    const { ok, problems } = await build({ cwd, hosts: names, cache: false, ...links });
    expect(problems).toEqual([]);
    expect(ok).toBe(true);
    const parameters = parametersIn(readJson<Document>(join(cwd, 'dist'), 'api/openapi.json'));
    expect(parameters.includes('page')).toBe(isThere);
  });
});
