// The schemas themselves, the files that are committed, and the command that writes them.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorFiles } from '../../src/editing/schema/editors.js';
import { schemaFiles, settingsFile } from '../../src/editing/schema/files.js';
import { hosts } from '../../src/hosts/index.js';
import { portal } from '../../src/portal/index.js';
import { runCommand } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
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
          if (key !== 'description' || typeof value !== 'string') return value;
          if (files === russian && !/[а-яё]/i.test(value)) english.push(value);
          return '';
        }),
      ]);
    expect(withoutWords(russian)).toEqual(withoutWords(inEnglish));
    expect(english).toEqual([]);
    const { definitions } = JSON.parse(russian.get('resumes.json')!);
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

describe('the command', () => {
  // One for each collection, and that of the settings.
  const all = portal.collections.length + 1;

  it('writes what is missing or old, and with --check only tells', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    const first = await runIn(cwd, 'schema');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toContain(`\n${all} schemas, ${all} written\n`);
    const folder = join(cwd, 'data/.schemas');
    expect(filesOf(folder)).toEqual([...schemas.keys()].sort());
    expect(readFileSync(join(folder, 'posts.json'), 'utf8')).toBe(schemas.get('posts.json'));

    writeFile(folder, 'posts.json', '{}');
    rmSync(join(folder, 'users.json'));
    const old = await runIn(cwd, 'schema', '--check');
    expect(old).toMatchObject({ status: 1, stderr: '' });
    expect(old.stdout).toBe(
      'data/.schemas/users.json: not up to date\n' +
        'data/.schemas/posts.json: not up to date\n' +
        `${all} schemas, 2 not up to date\n`,
    );
    expect(existsSync(join(folder, 'users.json'))).toBe(false);

    await runIn(cwd, 'schema');
    writeFile(cwd, '.portal-snapshot.schema.json', '{}');
    expect(await runIn(cwd, 'schema', '--check')).toMatchObject({
      status: 1,
      stdout: `.portal-snapshot.schema.json: not up to date\n${all} schemas, 1 not up to date\n`,
    });
    await runIn(cwd, 'schema', '--out', 'elsewhere');
    expect(filesOf(join(cwd, 'elsewhere'))).toHaveLength(all);
    expect(readFileSync(join(cwd, '.portal-snapshot.schema.json'), 'utf8')).toBe('{}');

    const nowhere = await runIn(cwd, 'schema', '--data', 'dta');
    expect(nowhere).toMatchObject({ status: 2, stdout: '' });
    expect(nowhere.stderr).toBe(
      'portal-snapshot: there is no data folder dta; "portal-snapshot init" begins a portal\n',
    );
  });

  it('writes them in the language of the settings, whatever the environment says', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    const env = { LC_ALL: undefined, LC_MESSAGES: undefined, LANG: 'ru_RU.UTF-8' };
    const posts = () => readFileSync(join(cwd, 'data/.schemas/posts.json'), 'utf8');
    const first = await runCommand(['schema'], { cwd, env });
    expect(first.stdout).toContain(`\nсхем: ${all}, записано: ${all}\n`);
    expect(posts()).toBe(schemas.get('posts.json'));
    writeFile(cwd, 'portal-snapshot.config.json', '{"lang": "ru"}');
    const check = await runIn(cwd, 'schema', '--check');
    expect(check.stdout).toContain(`\nсхем: ${all}, устарело: ${all}\n`);
    await runIn(cwd, 'schema');
    expect(posts()).toBe(russian.get('posts.json'));
    await runIn(cwd, 'schema', '--lang', 'en');
    expect(posts()).toBe(schemas.get('posts.json'));
  });

  it('ties new schemas to their files in the settings of editors that are there, and leaves the rest', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    await runIn(cwd, 'schema');
    expect(existsSync(join(cwd, '.vscode')) || existsSync(join(cwd, '.idea'))).toBe(false);

    for (const [name, text] of editorFiles(portal)) {
      const without = text.replace(/ {4}\{\n.*vacancies.*\n.*\n {4}\},\n/, '');
      writeFile(cwd, name, without.replace(/ *<entry key="vacancies">.*?<\/entry>\n/s, ''));
      expect(readFileSync(join(cwd, name), 'utf8')).not.toContain('vacancies');
    }
    const names = ['.idea/jsonSchemas.xml', '.vscode/settings.json'];
    const old = await runIn(cwd, 'schema', '--check');
    expect(old.status).toBe(1);
    for (const name of names) expect(old.stdout).toContain(`${name}: not up to date\n`);
    await runIn(cwd, 'schema');
    for (const name of names) {
      const mappings = (text: string) => text.split('\n').sort();
      const text = readFileSync(join(cwd, name), 'utf8');
      expect(mappings(text)).toEqual(mappings(editorFiles(portal).get(name)!));
    }
    expect((await runIn(cwd, 'schema', '--check')).status).toBe(0);

    // What its user has put there stays as it is.
    const own = '{\n  // two spaces\n  "editor.tabSize": 2,\n  "json.schemas": []\n}\n';
    writeFile(cwd, '.vscode/settings.json', own);
    writeFile(cwd, '.idea/jsonSchemas.xml', '<project/>');
    await runIn(cwd, 'schema');
    const text = readFileSync(join(cwd, '.vscode/settings.json'), 'utf8');
    expect(text.slice(0, own.indexOf(']'))).toBe(own.slice(0, own.indexOf(']')));
    expect(JSON.parse(text.replace(/\/\/.*/, ''))).toEqual({
      'editor.tabSize': 2,
      ...JSON.parse(editorFiles(portal).get('.vscode/settings.json')!),
    });
    expect(readFileSync(join(cwd, '.idea/jsonSchemas.xml'), 'utf8')).toBe('<project/>');
  });
});
