// The schemas themselves, and the files that are committed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaFiles, settingsFile } from '../../src/editing/schema/files.js';
import { hosts } from '../../src/hosts/index.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder } from '../support/folders.js';
import { filesOf } from '../support/tree.js';
import { schemas } from './validators.js';

type Schema = { readonly [keyword: string]: unknown };

/** The schemas of all fields in a schema, each with the way to it. */
function fieldsIn(schema: Schema, way: string): [string, Schema][] {
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const items = schema['items'] as Schema | undefined;
  return [
    ...own.flatMap(([name, field]): [string, Schema][] => [
      [`${way}/${name}`, field],
      ...fieldsIn(field, `${way}/${name}`),
    ]),
    ...(items ? fieldsIn(items, way) : []),
  ];
}

const read = (name: string) => readFileSync(join(projectFolder, name), 'utf8');

const names = hosts.map(({ name }) => name);
const [inEnglish, russian] = (['en', 'ru'] as const).map(
  (lang) => new Map([...schemaFiles(portal, lang), ...settingsFile(portal, names, lang)]),
) as [Map<string, string>, Map<string, string>];

describe('a schema', () => {
  it('describes each field in words, and names each', () => {
    const silent = [...schemas].flatMap(([name, text]) => {
      const { definitions } = JSON.parse(text) as { definitions: { record: Schema } };
      const all = fieldsIn(definitions.record, name);
      expect(all.length).toBeGreaterThan(2);
      return all
        .filter(([way]) => !way.endsWith('/$schema'))
        .filter(([, { title, description }]) => !(title && /^[A-Z0-9].*\.$/.test(`${description}`)))
        .map(([way]) => way);
    });
    expect(silent).toEqual([]);
  });

  it('says all of that in Russian, too, and is otherwise the same', () => {
    const english: string[] = [];
    const withoutWords = (files: ReadonlyMap<string, string>) =>
      [...files].map(([name, text]) => [
        name,
        JSON.parse(text, (key, value) => {
          if (!/^(?:title|description)$/.test(key) || typeof value !== 'string') return value;
          const isInEnglish = key === 'description' && !/[а-яё]/i.test(value);
          if (files === russian && isInEnglish) english.push(value);
          return '';
        }),
      ]);
    expect(withoutWords(russian)).toEqual(withoutWords(inEnglish));
    expect(english).toEqual([]);
    const { definitions } = JSON.parse(russian.get('resumes.json')!);
    // The label is that of the form in the browser.
    expect(definitions.record.properties.work_city.title).toBe('Город');
    expect(definitions.record.properties.work_city.description).toBe(
      'Город работы. Номер записи из cities, которая уже есть. Если не указано: пусто.',
    );
  });
});

it('has each text of the portal in both languages', () => {
  const lacking: string[] = [];
  const visit = (value: unknown, way: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { en, ru } = value as { readonly en?: unknown; readonly ru?: unknown };
    if (typeof en === 'string' && !(en && /[а-яё]/i.test(String(ru)))) lacking.push(way);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${way}/${key}`);
  };
  visit(portal, '');
  expect(lacking).toEqual([]);
});

it('speaks to editors who know no JSON', () => {
  const jargon = /\bnull|\bJSON\b|nested|\[\]|\{\}|: ""|\bids?\b|the root|корень|корн[юя]\b/;
  const said = portal.collections.flatMap(({ name }) =>
    [inEnglish, russian].flatMap((files) => {
      const { definitions } = JSON.parse(files.get(`${name}.json`)!);
      return fieldsIn(definitions.record, name).map(([, { description }]) => String(description));
    }),
  );
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((text) => jargon.test(text))).toEqual([]);
});

describe('the committed files', () => {
  it('are what the model says today (npm run build, then: portal-snapshot schema)', () => {
    const folder = join(projectFolder, 'data/.schemas');
    const committed = filesOf(folder).map((name) => [name, read(`data/.schemas/${name}`)] as const);
    expect(new Map(committed)).toEqual(new Map([...schemas].sort()));
  });
});
