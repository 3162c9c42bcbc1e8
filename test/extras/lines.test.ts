// A list as one file, a line a record (`/api/<list>/all.ndjson`): its bytes are those of the pages, and what is withheld
// is in it neither at first nor when it is withheld later. That it has every record, test/oracle holds for random portals.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { publishTo } from '../../src/delivery/publish/index.js';
import { idsIn } from '../../src/delivery/publish/local.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { memoryTarget, Store } from '../publish/memory.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { type Fields, vacancies, writeData, writeFile } from '../support/portal.js';
import { readTree } from '../support/tree.js';
import { workplace } from '../write/workplace.js';

const LINES = 'api/job/vacancy/all.ndjson';
const { vacancies: all = [] } = vacancies(5);

async function rebuild(cwd: string, options: BuildOptions = {}) {
  const { ok, problems } = await build({
    cwd,
    pageSize: 2,
    extras: EXTRAS,
    cache: false,
    ...options,
  });
  expect([ok, problems]).toEqual([true, []]);
  return readTree(options.out ?? join(cwd, 'dist'));
}

it('has the bytes of the pages, whatever the data files look like', async () => {
  const cwd = workplace({});
  // U+2028 ends a line for some readers, and is a letter like others in JSON.
  const text = 'Котёл\u2028и сосуд\n';
  const records = [...all, { ...all[0], id: 99, text, crm_data: { deal_id: 7 } }];
  writeFile(
    cwd,
    'data/vacancies.json',
    `[${records.map((one) => JSON.stringify(one, null, '\t'))}]`,
  );
  const tree = await rebuild(cwd, { compress: ['gzip'] });
  expect(gunzipSync(tree.get(`${LINES}.gz`)!)).toEqual(tree.get(LINES));
  const pages = ['', 'page/2/', 'page/3/'].map((page) =>
    String(tree.get(`api/job/vacancy/${page}index.json`)).replace(/^.*?"results":\[|\]\}$/g, ''),
  );
  const lines = String(tree.get(LINES)).split('\n');
  expect(lines).toHaveLength(7);
  expect(lines.pop()).toBe('');
  expect(lines.join(',')).toBe(pages.join(','));
  expect(JSON.parse(lines[0]!)).toMatchObject({ id: 99, text });
  expect(String(tree.get('api/event/all.ndjson'))).toBe('');
});

describe('what publish knows of it', () => {
  it('the ids that it shows, also where it is read as it comes', async () => {
    const cwd = workplace({ vacancies: all });
    const bytes = (await rebuild(cwd)).get(LINES)!;
    expect(await idsIn(LINES, bytes, bytes.length)).toBe('1-5');
    expect(await idsIn(LINES, bytes, 17 << 20)).toBe('1-5');
    expect(await idsIn(LINES, Buffer.from('{"id":1}\nx'), 17 << 20)).toBeUndefined();
  });

  const CANARY = 'Канарейка';
  const shows = (files: Iterable<readonly [string, Buffer]>): string[] =>
    [...files].filter(([, bytes]) => bytes.includes(CANARY)).map(([name]) => name);

  it.each(['that stays', 'that is switched off'])(
    'a record that is withheld from now on goes from a file %s, at once, and with --forget for good',
    async (how) => {
      const marked = (one: Fields) => (one['id'] === 3 ? { ...one, text: CANARY } : one);
      const cwd = workplace({ vacancies: all.map(marked) });
      const store = new Store();
      const publish = (options: Partial<PublishOptions> = {}) => {
        const given = { target: 'memory://', out: join(cwd, 'dist'), acceptChange: true };
        return publishTo(portal, memoryTarget(store), [], { ...given, ...options });
      };
      await rebuild(cwd);
      await publish();
      expect(shows(store.live())).toContain(LINES);
      const later = all.map((one) => (one['id'] === 3 ? { ...one, is_public: false } : one));
      writeData(join(cwd, 'data'), { vacancies: later });
      const tree = await rebuild(cwd, how === 'that stays' ? {} : { extras: [] });
      expect(tree.has(LINES)).toBe(how === 'that stays');
      const { withdrawn } = await publish();
      expect(withdrawn).toBeGreaterThan(1);
      expect(shows(store.live())).toEqual([]);
      await publish({ forget: true });
      expect(shows([...store.objects].map(([key, { bytes }]) => [key, bytes]))).toEqual([]);
    },
  );
});

describe('datapackage.json', () => {
  const ajv = new Ajv({ strict: false, formats: { textarea: true } });
  formats.default(ajv);
  const checked = ajv.compile(
    JSON.parse(readFileSync(join(projectFolder, 'test/extras/fixture/datapackage.json'), 'utf8')),
  );

  it('is a Data Package, and describes each file and its fields as they are', async () => {
    const tree = await rebuild(projectFolder, {
      out: join(temporaryFolder(), 'dist'),
      pageSize: 20,
    });
    const described = JSON.parse(String(tree.get('api/datapackage.json'))) as DataPackage;
    expect([checked(described), checked.errors]).toEqual([true, null]);
    expect(checked({ resources: [{ path: 'all.ndjson' }] })).toBe(false);
    const tables = described.resources.map((resource) => {
      const { path, schema } = resource;
      const bytes = tree.get(`api/${path}`)!;
      const rows = String(bytes).split('\n').slice(0, -1);
      const { length: count } = rows;
      const sums = { bytes: bytes.length, hash: `sha256:${hash('sha256', bytes, 'hex')}`, count };
      expect(resource).toMatchObject(sums);
      return { ...resource, schema, rows: rows.map((row) => JSON.parse(row) as Fields) };
    });
    const listed = portal.extras.flatMap((extra) =>
      extra.kind === 'lines' ? [extra.of.records!.collection] : [],
    );
    expect(tables.map(({ name }) => name)).toEqual(listed);
    for (const { name, rows, schema } of tables) {
      expect(rows.length, name).toBeGreaterThan(5);
      for (const row of rows)
        expect(Object.keys(row)).toEqual(schema.fields.map(({ name }) => name));
      for (const { name: field, type, constraints } of schema.fields) {
        const is = types[type]!;
        const isRight = (value: unknown) => (value === null ? !constraints?.required : is(value));
        const odd = rows.map((row) => row[field]).filter((value) => !isRight(value));
        expect([name, field, odd]).toEqual([name, field, []]);
      }
      for (const { fields, reference } of schema.foreignKeys ?? []) {
        const { resource = name } = reference;
        const ids = new Set(
          tables.find((table) => table.name === resource)?.rows.map(({ id }) => id),
        );
        const named = rows.map((row) => row[fields[0]!]).filter((value) => value !== null);
        expect(named.length).toBeGreaterThan(0);
        expect(named.filter((value) => !ids.has(value))).toEqual([]);
      }
    }
    const leading = tables.filter(({ schema }) => schema.foreignKeys);
    expect(leading.map(({ name, schema }) => [name, schema.foreignKeys!.length])).toEqual(
      // Others need not keep to theirs: there may be no such record.
      [['comments', 1]],
    );
  });

  it('is there with files of lists alone, and names no other', async () => {
    const cwd = workplace({ vacancies: all });
    const names = async (extras: string[]) => {
      const body = (await rebuild(cwd, { extras })).get('api/datapackage.json');
      return body && (JSON.parse(String(body)) as DataPackage).resources.map(({ path }) => path);
    };
    expect(await names(['/api/job/vacancy/all.ndjson'])).toEqual(['job/vacancy/all.ndjson']);
    expect(await names(['/api/city/'])).toBeUndefined();
  });
});

interface DataPackage {
  readonly resources: readonly {
    readonly name: string;
    readonly path: string;
    readonly schema: {
      readonly fields: readonly {
        readonly name: string;
        readonly type: string;
        readonly constraints?: { readonly required?: boolean };
      }[];
      readonly foreignKeys?: readonly {
        readonly fields: readonly string[];
        readonly reference: { readonly resource?: string; readonly fields: readonly string[] };
      }[];
    };
  }[];
}

const isString = (value: unknown) => typeof value === 'string';
/** What a value of each type of a table is in JSON, but for null. */
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: (value) => Number.isInteger(value),
  string: isString,
  boolean: (value) => typeof value === 'boolean',
  datetime: (value) =>
    isString(value) && /^\d{4}-\d\d-\d\dT.{8}.*[+-]\d\d:\d\d$/.test(String(value)),
  date: (value) => isString(value) && /^\d{4}-\d\d-\d\d$/.test(String(value)),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  any: () => false,
};
