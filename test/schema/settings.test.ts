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
import { CONFIG, resolveSettings } from '../../src/snapshot/settings/index.js';
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
function takes(config: unknown): boolean {
  const cwd = temporaryFolder();
  writeFile(cwd, CONFIG, JSON.stringify(config));
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

  it('takes and refuses what the tool does, setting by setting', () => {
    const others = inFile.map(({ name }) => name).filter((name) => !(name in values));
    const all = [...Object.entries(values), ...others.map((name) => [name, []] as const)].flatMap(
      ([name, some]) =>
        (name === '$schema' ? some : [...some, ...nonsense]).map((value) => ({ [name]: value })),
    );
    const taken = all.filter(takes);
    expect(all.filter((config) => accepts(config))).toEqual(taken);
    expect(taken.length).toBeGreaterThan(30);
    expect(all.length - taken.length).toBeGreaterThan(100);
  });

  const TWICE = '{name} is given twice in {file}, the second time in line {line}:';
  const ROUNDED = 'the number of {name} in {file}:{line} cannot be kept exactly';
  const NO_JSON = 'cannot read the settings in {file}:{line}: ';
  it.each([
    ['{\n  "pageSize": 10,\n  "pageSize": 1\n}', TWICE, '"pageSize"', 3],
    ['\ufeff{"pageSize": {"region": 5,\r\n"r\\u0065gion": 5}}', TWICE, '"region"', 2],
    ['{\n  "pageSize": 20.00000000000000000001\n}', ROUNDED, '"pageSize"', 2],
    ['{"pageSize": {"region": 1e400}}', ROUNDED, '"region"', 1],
    ['{"pageSize": 9007199254740993}', ROUNDED, '"pageSize"', 1],
    ['{\n  "pageSize": 10,\n}\n', NO_JSON, '', 3],
    ["{'pageSize': 10}", NO_JSON, '', 1],
    ['{"pageSize": 10}\n\n// ten', NO_JSON, '', 3],
    ['{\n  "pageSize": 10\n', NO_JSON, '', 3],
  ])('is refused by the tool with the place of what JSON.parse loses or refuses: %j', (...row) => {
    const [text, said, name, line] = row;
    const cwd = temporaryFolder();
    writeFile(cwd, CONFIG, text);
    expect(() => resolveSettings({ cwd }, portal)).toThrow(
      say(said, 'en', { name, file: join(cwd, CONFIG), line }),
    );
  });

  it('takes and refuses what the tool does, of settings together', () => {
    const { $schema: _, ...some } = values;
    const arbitrary = fc.record(
      Object.fromEntries(
        Object.entries(some).map(([name, given]) => [name, fc.constantFrom(...given)]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(arbitrary, (config) => {
        expect(accepts(config)).toBe(takes(config));
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
