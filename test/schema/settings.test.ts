// The table of settings, held against what else tells of it: its page, and the settings file's
// schema, which must take and refuse what the tool does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsFile } from '../../src/editing/schema/files.js';
import { chooseHosts } from '../../src/hosts/choose.js';
import { hosts } from '../../src/hosts/index.js';
import { UsageError } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { say } from '../../src/problems/say.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { settingRows, standardOf } from '../../src/snapshot/settings/table.js';
import { EXTRAS } from '../oracle/extras.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';

const read = (name: string) => readFileSync(join(projectFolder, name), 'utf8');

const inFile = settingRows.filter((row) => row.isInFile);

describe("the page's table of settings", () => {
  it('is the table of settings', () => {
    const rows = inFile.map((row) => {
      const flag = row.flag ? `\`${row.flag}\`` : '';
      const standard = standardOf(row, 'en');
      return `| ${[`\`${row.name}\``, flag, standard && `\`${standard}\``, say(row.about, 'en')].join(' | ')} |`;
    });
    const head = ['| setting | flag | default | meaning |', '|---|---|---|---|'];
    const [, shown] = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(
      read('src/snapshot/settings/README.md'),
    )!;
    expect(shown!.trim().split('\n')).toEqual([...head, ...rows]);
  });
});

const names = hosts.map(({ name }) => name);
const [[file, text]] = [...settingsFile(portal, names, 'en')] as [[string, string]];
const accepts = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(text),
);

/** Whether the tool takes settings that a file holds. */
async function takes(config: unknown): Promise<boolean> {
  const cwd = temporaryFolder();
  writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify(config));
  try {
    chooseHosts(resolveSettings({ cwd }, portal).hosts);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

// What JavaScript might take for something else is beside it.
const nonsense: readonly unknown[] = [
  ...[null, 7, 0, -1, 1.5, '', 'x', true, [], {}, ['x'], [1], [{ toString: [] }], [[[[]]], null]],
  ...[{ toString: [], valueOf: 1 }, { toJSON: 1 }, { length: 4294967296, 0: 1 }],
];
const values: Record<string, unknown[]> = {
  $schema: ['./.portal-snapshot.schema.json'],
  baseUrl: [
    ...['https://api.example.org', 'HTTP://Example.ORG:80/портал/', 'http://[::1]:8080'],
    ...['portal.example.org', 'ftp://example.org', 'https://example.org/?v=1', 'https://e.org/#a'],
    ...['https://editor@example.org', 'https://example org', 'https:example.org/a b'],
  ],
  pageSize: [{}, { default: 20, region: 100 }, { regoin: 5 }, { event: 0 }, { 'post-comment': 5 }],
  extras: ['all', ['all'], ['/api/city/', '/api/post/blog/{id}/'], ['/api/city'], '/api/city/'],
  links: ['path', 'query', 'file', 'sideways'],
  hosts: [['nginx', 'caddy'], ['ngnix'], 'nginx'],
  compress: [
    ...['none', 'br', ['br'], ['gzip', 'br'], ['gzip', 'gzip'], ['br:11'], ['zstd'], ['none']],
    ...[['br', 'gzip', 'br']],
  ],
  listen: [
    ...['127.0.0.1:8080', '[::1]:8080', 'localhost:65535', 'localhost:65536', 'localhost:0'],
    ...['localhost', '0.0.0.0:08', 'example.org:80'],
  ],
  hostFiles: ['etc/hosts'],
  audience: ['public', 'all', 'friends'],
  personal: ['withhold', 'publish', 'all'],
  api: [
    { title: 'Работа', contact: { name: 'Редакция', url: 'https://e.org', email: 'a@e.org' } },
    { license: { name: 'CC BY 4.0', identifier: 'CC-BY-4.0' } },
    { license: { name: 'Own', url: 'https://example.org/licence' }, contact: {} },
    ...[{ license: { name: 'CC BY 4.0' } }, { license: { identifier: 'MIT' } }],
    { license: { name: 'MIT', identifier: 'MIT', url: 'https://example.org' } },
    ...[{ title: ' ' }, { titel: 'x' }, { contact: 'x' }, { contact: { email: 'a' } }],
    ...[{ contact: { url: 'javascript:alert(1)' } }, { license: { name: 'x', identifier: '' } }],
  ],
  frames: [
    ...[['video.example.org'], ['Видео.рф', 'localhost:8080', '[::1]'], ['video.example.org', 5]],
    ...[['https://video.example.org'], ['video.example.org/embed'], ['*.example.org'], ['']],
    ...[['//video.example.org'], ['a.example, b.example'], ['video.example.org:']],
  ],
  pagesize: [5],
};

describe("the settings file's schema", () => {
  it('is committed as it is (npm run build, then: portal-snapshot schema)', () => {
    expect(read(file)).toBe(text);
  });

  it('takes and refuses what the tool does, setting by setting', async () => {
    const all = Object.entries(values).flatMap(([name, some]) =>
      (name === '$schema' ? some : [...some, ...nonsense]).map((value) => ({ [name]: value })),
    );
    const different: unknown[] = [];
    let taken = 0;
    for (const config of all) {
      const isTaken = await takes(config);
      if (isTaken) taken++;
      if (accepts(config) !== isTaken) different.push(config, isTaken);
    }
    expect(different).toEqual([]);
    expect(taken).toBeGreaterThan(30);
    expect(all.length - taken).toBeGreaterThan(100);
  });

  it.each(inFile.map(({ name }) => name))('refuses null for %s, as the tool does', async (name) => {
    expect([accepts({ [name]: null }), await takes({ [name]: null })]).toEqual([false, false]);
  });

  it.each([
    ['{\n  "pageSize": 10,\n  "pageSize": 1\n}', '"pageSize"', 3],
    ['\ufeff{"pageSize": {"region": 5,\r\n"r\\u0065gion": 5}}', '"region"', 2],
  ])('is refused by the tool with a key that is given twice: %j', async (text, name, line) => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'portal-snapshot.config.json', text);
    expect(() => resolveSettings({ cwd }, portal)).toThrow(
      `${name} is given twice in ${join(cwd, 'portal-snapshot.config.json')}, the second time in line ${line}:`,
    );
  });

  it.each([
    ['{\n  "pageSize": 20.00000000000000000001\n}', '"pageSize"', 2],
    ['{"pageSize": {"region": 1e400}}', '"region"', 1],
    ['{"pageSize": 9007199254740993}', '"pageSize"', 1],
  ])('is refused by the tool with a number that it would round: %j', (text, name, line) => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'portal-snapshot.config.json', text);
    expect(() => resolveSettings({ cwd }, portal)).toThrow(
      `the number of ${name} in ${join(cwd, 'portal-snapshot.config.json')}:${line} cannot be kept exactly`,
    );
  });

  it.each([
    ['{\n  "pageSize": 10,\n}\n', 3],
    ["{'pageSize': 10}", 1],
    ['{"pageSize": 10}\n\n// ten', 3],
    ['{\n  "pageSize": 10\n', 3],
  ])('is refused by the tool with the line where it stops being JSON: %j', (text, line) => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'portal-snapshot.config.json', text);
    expect(() => resolveSettings({ cwd }, portal)).toThrow(`portal-snapshot.config.json:${line}: `);
  });

  it('takes and refuses what the tool does, of settings together', async () => {
    const { $schema: _, ...some } = values;
    const arbitrary = fc.record(
      Object.fromEntries(
        Object.entries(some).map(([name, given]) => [name, fc.constantFrom(...given)]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(arbitrary, async (config) => {
        expect(accepts(config)).toBe(await takes(config));
      }),
    );
  });

  it('completes names, choices, hosts and lists with pages, and says in words what each is', () => {
    const { properties } = JSON.parse(text) as {
      properties: Record<string, { description: string; anyOf?: { properties?: object }[] }>;
    };
    expect(Object.keys(properties)).toEqual(['$schema', ...inFile.map(({ name }) => name)]);
    for (const { description } of Object.values(properties)) {
      expect(description).toMatch(/^[A-Z][^`]*\.$/);
    }
    expect(properties['links']).toEqual({
      description:
        'Form of the links to pages: path, query or file (default: what the hosts can serve; if no host is named, path).',
      type: 'string',
      enum: ['path', 'query', 'file'],
    });
    expect(properties['hosts']).toMatchObject({ items: { enum: names }, default: [] });
    const sizes = properties['pageSize']!.anyOf!.find(({ properties }) => properties)!;
    const paged = portal.endpoints.filter(({ paging }) => paging.style !== 'array');
    const filters = ['region', 'city', 'exact-category'];
    const extras = [
      ...['city', 'blog', 'post', 'post/blog', 'post/user', 'event/blog'],
      ...filters.map((by) => `job/vacancy/${by}`),
      ...filters.map((by) => `job/resume/${by}`),
    ];
    expect(Object.keys(sizes.properties!)).toEqual([
      'default',
      ...paged.map(({ name }) => name),
      ...extras,
    ]);
    expect(properties['extras']!.anyOf).toEqual([
      { type: 'string', const: 'all' },
      { type: 'array', items: { type: 'string', enum: ['all', ...EXTRAS, '/search/'] } },
    ]);
  });
});
