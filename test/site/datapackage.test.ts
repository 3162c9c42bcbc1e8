// What `/api/datapackage.json` says of the files of a library, literally.
import { expect, it } from 'vitest';
import { endpointOf } from '../../src/model/endpoint.js';
import { datapackageOf } from '../../src/site/datapackage.js';
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

it('names no file that is not there', () => {
  const [{ schema }] = datapackageOf(everything, files.slice(2, 3))['resources'] as [
    { schema: { foreignKeys: unknown } },
  ];
  expect(schema.foreignKeys).toEqual([{ fields: ['beside'], reference: { fields: ['id'] } }]);
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
