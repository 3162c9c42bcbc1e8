// What `/api/datapackage.json` says of the files of a library, literally.
import { expect, it } from 'vitest';
import { endpointOf, type Portal } from '../../src/model/endpoint.js';
import { portal } from '../../src/portal/index.js';
import { datapackageOf, type LinesFile } from '../../src/site/datapackage.js';
import { everything } from '../openapi/everything.js';

const files = everything.extras
  .filter(({ kind }) => kind === 'lines')
  .map((extra, at) => ({
    endpoint: endpointOf(extra),
    count: at,
    bytes: 100 * at,
    hash: `${at}`.repeat(64),
  }));

it('describes each file of a library to the letter, its fields and what its keys name', async () => {
  const described = datapackageOf(everything, files);
  const text = `${JSON.stringify(described, null, 2)}\n`;
  expect(JSON.parse(text), 'as it is read again').toStrictEqual(described);
  await expect(text).toMatchFileSnapshot('fixture/datapackage.json');
});

it('has keys of what must be there alone, in files that are there', () => {
  const keysOf = (portal: Portal, ...files: LinesFile[]) => {
    const { resources } = datapackageOf(portal, files) as {
      resources: { schema: { foreignKeys?: unknown } }[];
    };
    return resources.map(({ schema }) => schema.foreignKeys);
  };
  const short = files[3]!;
  const records = { collection: 'shelves', shape: 'full', order: [] };
  const shelves = { ...short, endpoint: { ...short.endpoint, name: 'shelf/all.ndjson', records } };
  expect(keysOf(everything, short)).toEqual([undefined]);
  expect(keysOf(everything, short, shelves)).toEqual([
    [{ fields: ['shelf'], reference: { resource: 'shelves', fields: ['id'] } }],
    undefined,
  ]);
  const all = portal.extras.map(endpointOf);
  const ofPortal = ['post-comment', 'city', 'region'].map((list) => {
    return { ...short, endpoint: all.find(({ name }) => name === `${list}/all.ndjson`)! };
  });
  expect(keysOf(portal, ...ofPortal)).toEqual([
    [{ fields: ['parent'], reference: { fields: ['id'] } }],
    ...[undefined, undefined],
  ]);
});

it('says of the portal what the setting `api` says, in one order', () => {
  const contact = { email: 'a@example.org', url: 'https://example.org', name: 'Редакция' };
  const license = { url: 'https://cc.example', identifier: 'CC-BY-4.0', name: 'CC BY 4.0' };
  const said = (api: Parameters<typeof datapackageOf>[2]) =>
    JSON.stringify(datapackageOf(everything, [], api));
  const begin = '{"$schema":"https://datapackage.org/profiles/2.0/datapackage.json","title":';
  expect(said({})).toBe(`${begin}"Lending library","resources":[]}`);
  expect(said({ title: 'Книги', contact, license })).toBe(
    `${begin}"Книги","licenses":[{"name":"CC-BY-4.0","path":"https://cc.example","title":"CC BY 4.0"}],` +
      '"contributors":[{"title":"Редакция","path":"https://example.org","email":"a@example.org","roles":["contact"]}],' +
      '"resources":[]}',
  );
  expect(said({ contact: { name: 'Редакция' }, license: { name: 'своя' } })).toBe(
    `${begin}"Lending library","licenses":[{"title":"своя"}],` +
      '"contributors":[{"title":"Редакция","roles":["contact"]}],"resources":[]}',
  );
});
