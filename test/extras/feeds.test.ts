// Feeds: what JSON Feed and Atom say of the newest vacancies and posts. Each is held against the schema of its format.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import schema from 'jsonfeed-schema/schema-v1.1.json' with { type: 'json' };
import { RelaxNGValidator, XmlDocument, type XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import type { JsonObject } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { feedOf } from '../../src/site/feed.js';
import { type BuildOptions, resolveSettings } from '../../src/snapshot/settings/index.js';
import { openFiles, projectFolder, temporaryFolder } from '../support/folders.js';
import { type Fields, vacancies, writeData } from '../support/portal.js';
import { readTree, type Tree } from '../support/tree.js';
import { workplace } from '../write/workplace.js';

const ajv = new Ajv({ allErrors: true });
formats.default(ajv);
const isJsonFeed = ajv.compile(schema);
const grammar = RelaxNGValidator.fromDoc(
  XmlDocument.fromBuffer(readFileSync(new URL('../spec/atom.rng', import.meta.url))),
);

interface JsonFeed {
  readonly items: readonly Readonly<Record<string, string>>[];
}

function jsonFeed(text: string): JsonFeed {
  const feed = JSON.parse(text);
  expect(isJsonFeed(feed), ajv.errorsText(isJsonFeed.errors)).toBe(true);
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
  return feed;
}

/** The texts at an XPath of an Atom feed. */
function atomFeed(text: string): (path: string) => string[] {
  const document = XmlDocument.fromString(text);
  grammar.validate(document);
  const names = { a: 'http://www.w3.org/2005/Atom' };
  return (path) => document.find(path, names).map((node) => (node as XmlElement).content);
}

/** The ids of a feed's records. Nothing in a text looks like an id here, since texts are escaped. */
function idsInFeed(text: string): number[] {
  const id = text.startsWith('{') ? /"id":"[^"]*\/(\d+)\/"/g : /<id>[^<]*\/(\d+)\/<\/id>/g;
  return [...text.matchAll(id)].map(([, digits]) => Number(digits));
}

/** Both feeds of some records. */
function feeds(list: string, records: readonly JsonObject[], page?: string) {
  const places = { baseUrl: 'https://api.example.org', page };
  const [json = '', atom = ''] = portal.extras.flatMap((extra) =>
    extra.kind === 'feed' && extra.of.name === list
      ? [feedOf(extra.format, list, extra.words, records, places)]
      : [],
  );
  return { json, atom };
}

const post = {
  ...{ id: 5, title: 'Формы', slug: 'formy', text: '<p>Кто <a href="/pages/">перешёл</a>?</p>' },
  ...{ short_text: '<p>Кто перешёл?</p>', user: 7 },
  ...{ created: '2026-03-01T10:00:00.123456+03:00', updated: '2026-03-02T09:00:00+03:00' },
};
const vacancy = {
  ...{ id: 200, text: 'Нужен эксперт.\nПлата < 100 & >\r\nпо договору', work_position: '' },
  created_at: '2026-03-05T10:12:44+03:00',
};

it('are these of a post, with its page', async () => {
  const { json, atom } = feeds('post', [post], 'https://портал.example/{slug}?id={id}&a=1');
  const lines = {
    json: JSON.stringify(jsonFeed(json), null, 2),
    atom: atom.replaceAll('><', '>\n<'),
  };
  atomFeed(atom);
  for (const [format, text] of Object.entries(lines)) {
    await expect(`${text}\n`).toMatchFileSnapshot(`fixture/feed.${format}`);
  }
});

it('are these of vacancies: plain text with its lines, whose first is the title where there is no position; no summary; perhaps no text at all', () => {
  const other = { ...vacancy, id: 199, work_position: 'Эксперт' };
  const empty = { ...vacancy, id: 198, work_position: null, text: null };
  const { json, atom } = feeds('job/vacancy', [vacancy, other, empty]);
  const lines = '<p>Нужен эксперт.<br>Плата &lt; 100 &amp; &gt;<br>по договору</p>';
  const { items } = jsonFeed(json);
  expect(items.map(({ title, content_html }) => [title, content_html])).toEqual([
    ['Нужен эксперт.', lines],
    ['Эксперт', lines],
    [undefined, '<p></p>'],
  ]);
  expect(items.some((item) => 'url' in item || 'summary' in item)).toBe(false);
  const at = atomFeed(atom);
  expect(at('//a:entry/a:title')).toEqual(['Нужен эксперт.', 'Эксперт', '']);
  expect(at('//a:content')).toEqual([lines, lines, '<p></p>']);
  expect(at('//a:entry/a:link')).toEqual([]);
});

it('are valid, and say what the texts say, whatever characters these have', () => {
  const odd = 'Я 😀 & <b> "x" \u0000\u000B\uFFFE ]]>&amp;';
  const { json, atom } = feeds('post', [{ ...post, title: odd, text: odd, short_text: odd }]);
  expect(jsonFeed(json).items[0]).toMatchObject({ title: odd, content_html: odd });
  const shown = odd.replace(/[\0\v\uFFFE]/g, '\uFFFD');
  const at = atomFeed(atom);
  expect([at('//a:entry/a:title'), at('//a:content')]).toEqual([[shown], [shown]]);
});

it('cut a long first line between characters, without spaces at its end', () => {
  const { json } = feeds('job/vacancy', [{ ...vacancy, text: `\n${'😀'.repeat(101)}\nи ещё` }]);
  expect(jsonFeed(json).items[0]!['title']).toBe(`${'😀'.repeat(100)}…`);
  const titled = (title: string) =>
    jsonFeed(feeds('post', [{ ...post, title }]).json).items[0]!['title'];
  for (const letter of ['Я', '😀']) expect(titled(letter.repeat(100))).toBe(letter.repeat(100));
  const page = readFileSync(join(projectFolder, 'src/client/README.md'), 'utf8');
  expect(page).toContain('A title of more than 100 characters is cut');
  expect(titled(`${'Я'.repeat(98)}  и ещё`)).toBe(`${'Я'.repeat(98)}…`);
});

it('were changed when the record in them was that was changed last, to the last digit; empty ones never', () => {
  const at = (...updated: string[]) => {
    const records = updated.map((time, id) => ({ ...post, id: id + 1, updated: time }));
    const { json, atom } = feeds('post', records);
    jsonFeed(json);
    return atomFeed(atom)('/a:feed/a:updated')[0];
  };
  const early = '1969-03-02T09:00:00.1+03:00';
  expect(at(early)).toBe(early);
  const late = '2026-03-02T06:00:00.12+00:00';
  expect(at('2026-03-02T09:00:00.1+03:00', late, '2026-03-02T08:59:59.9+03:00')).toBe(late);
  expect(at(late, '2026-03-02T09:00:00.1+03:00')).toBe(late);
  expect(at(early, late)).toBe(late);
  expect(at(late, '2026-03-02T09:00:00.12+03:00'), 'the same instant').toBe(late);
  expect(at()).toBe('1970-01-01T00:00:00Z');
});

it('have times of at most nine digits of a second, however many the record has', () => {
  const updated = (digits: number) => `2026-03-02T09:00:00.${'1'.repeat(digits)}+03:00`;
  const records = [1 << 18, 10, 9].map((digits) => ({ ...post, updated: updated(digits) }));
  const { json, atom } = feeds('post', records);
  const times = records.map(() => updated(9));
  expect(jsonFeed(json).items.map(({ date_modified }) => date_modified)).toEqual(times);
  expect(atomFeed(atom)('//a:updated')).toEqual([updated(9), ...times]);
});

it('know the ids of their records, and have no text that is too long for a reader', () => {
  const most = '&'.repeat(1 << 18);
  const long = `${most}&`;
  const told =
    '"id":"https://api.example.org/api/post/9/" <id>https://api.example.org/api/post/9/</id>';
  const { json, atom } = feeds('post', [
    { ...post, title: told, text: long },
    { ...post, id: 4, text: told, short_text: long },
    { ...post, id: 3, text: most },
  ]);
  for (const text of [json, atom]) {
    expect(idsInFeed(text)).toEqual([5, 4, 3]);
  }
  expect(jsonFeed(json).items).toMatchObject([
    { content_html: '', summary: 'Кто перешёл?' },
    { content_html: told },
    { content_html: most },
  ]);
});

describe('in a snapshot', () => {
  const PAGE_AND_SNAPSHOT = 2;
  const FILES = ['api/job/vacancy/feed.atom', 'api/job/vacancy/feed.json'];
  const { vacancies: all = [] } = vacancies(60);
  const marked = (more: Fields) => all.map((one) => (one['id'] === 55 ? { ...one, ...more } : one));
  const settings = {
    ...{
      baseUrl: 'https://api.example.org',
      cache: false,
      extras: FILES.map((file) => `/${file}`),
    },
    site: { 'job/vacancy': 'https://portal.example.org/vacancy/{id}' },
  };
  async function rebuild(cwd: string) {
    const { ok, problems, summary } = await build({ cwd, ...settings });
    expect([ok, problems]).toEqual([true, []]);
    return { files: summary.files, tree: readTree(join(cwd, 'dist')) };
  }
  const idsIn = (tree: Tree) => FILES.map((file) => idsInFeed(String(tree.get(file))));

  it('they have the newest 50, with their pages, and are rewritten only where these change', async () => {
    const cwd = workplace({ vacancies: all });
    const open = openFiles();
    const { tree } = await rebuild(cwd);
    expect(openFiles()).toEqual(open);
    const newest = Array.from({ length: 50 }, (_, i) => 60 - i);
    expect(idsIn(tree)).toEqual([newest, newest]);
    const { items } = jsonFeed(String(tree.get(FILES[1]!)));
    expect(items.at(-1)).toMatchObject({ url: 'https://portal.example.org/vacancy/11' });
    // A feed does not say how often a record was read.
    writeData(join(cwd, 'data'), { vacancies: marked({ views: 7 }) });
    expect((await rebuild(cwd)).files).toMatchObject({ written: PAGE_AND_SNAPSHOT, removed: 0 });
  });

  it('a record that is withheld from now on is in none', async () => {
    const cwd = workplace({ vacancies: marked({ is_public: false }) });
    expect(idsIn((await rebuild(cwd)).tree)[0]).toEqual(expect.not.arrayContaining([55]));
  });
});

it('shows nobody whom a page does not show', async () => {
  const created = '2026-03-01T10:00:00+03:00';
  const cwd = workplace({
    users: [{ id: 7, last_name: 'Орлова', first_name: 'Анна', date_joined: created }],
    blogs: [{ id: 2, title: 'Котлы', slug: 'kotly', created }],
    posts: [{ ...post, blog: 2, moderated_by: 7 }],
  });
  const users = async (...extras: string[]) => {
    expect(await build({ cwd, extras })).toMatchObject({ ok: true, problems: [] });
    return existsSync(join(cwd, 'dist/api/user/7'));
  };
  expect(await users('/api/post/feed.json', '/api/user/{id}/')).toBe(false);
  expect(await users('/api/post/{id}/', '/api/user/{id}/')).toBe(true);
});

it.each<[site: unknown, said: string]>([
  [
    { 'job/vacancies': 'https://e.org/{id}' },
    'site has no "job/vacancies"; did you mean job/vacancy?',
  ],
  [{ post: 'https://e.org/{slug}' }, 'site.post: must be an http or https address with {id} in it'],
  [{ post: 'https://e.org/{id}/{title}' }, '(after the host it may have {id}, {slug})'],
  [{ post: 'https://{id}.e.org/' }, 'not "https://{id}.e.org/"'],
  [{ post: 'javascript:alert({id})' }, 'not "javascript:alert({id})"'],
  [{ post: 'https://e.org:99999/{id}' }, 'not "https://e.org:99999/{id}"'],
  [['https://e.org/{id}'], 'site: Invalid input: expected object, received array'],
])('are refused with the setting site %j', (site, said) => {
  const options = { cwd: temporaryFolder(), site } as BuildOptions;
  expect(() => resolveSettings(options, portal)).toThrow(said);
});
