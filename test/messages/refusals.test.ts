// Refusals: each language has all of them, and each says what it was told.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check, UsageError } from '../../src/index.js';
import { explain, failureWords } from '../../src/problems/failure.js';
import { LANGUAGES } from '../../src/problems/messages/catalogue.js';
import type { RefusalName, Refusals } from '../../src/problems/messages/refusals.js';
import { refused } from '../../src/problems/problem.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, vacancies, writeData } from '../support/portal.js';
import { runIn } from '../support/run.js';

const EVERYTHING = ['apache', 'caddy', 'nginx'];

/** For each refusal, arguments whose every text and number must be in what is said. */
const samples: { readonly [N in RefusalName]: readonly Refusals[N][] } = {
  'data/no-folder': [{ folder: '/srv/портал/data' }],
  'data/above': [{ folder: '/srv/portal/data/posts/data', portal: '/srv/portal' }],
  'data/link': [{ folder: '/srv/portal/data', to: '../texts' }],
  'data/no-file': [{ file: '"data/x.json"', data: 'data' }],
  'data/unfinished': [{ folder: '/srv/data', command: 'npx portal-snapshot fmt --check' }],
  'data/unread': [{ file: 'data/cities.json' }],
  'data/not-taken-back': [
    { journal: '/srv/data/.portal-snapshot.change', files: [] },
    { journal: '/srv/data/.portal-snapshot.change', files: ['posts/5.json', 'events.json'] },
  ],
  'data/changed': [{ path: '/srv/data/posts/7.json' }],
  'setting/value': [
    {
      name: 'links',
      must: { en: 'expected one of path|file', ru: 'ожидалось одно из path|file' },
      found: '"pages"',
    },
  ],
  'setting/unknown': [
    { name: '"pagesize"', file: '/srv/p.json', nearest: 'pageSize' },
    { name: '"colour"', file: '/srv/p.json', nearest: undefined },
  ],
  'setting/file': [{ file: '/srv/p.json', reason: 'Unexpected end of JSON input' }],
  'setting/twice': [{ name: '"pageSize"', file: 'portal.json', line: 3 }],
  'setting/no-object': [{ file: '/srv/p.json' }],
  'setting/inside': [
    { name: 'out', outer: '/srv/data', would: 'read' },
    { name: 'data', outer: '/srv/dist', would: 'serve' },
  ],
  'setting/member': [
    { place: 'api', name: '"titel"', nearest: 'title' },
    { place: 'api.contact', name: '"phone"', nearest: undefined },
  ],
  'search/no-pagefind': [undefined],
  'search/failed': [{ reason: 'no index' }],
  'host/unknown': [
    { name: '"ngnix"', nearest: 'nginx', known: [] },
    { name: '"ftp"', nearest: undefined, known: EVERYTHING },
  ],
  'host/links': [{ host: 's3', style: 'query', needed: 'queries' }],
  'host/path': [{ host: 'caddy', path: '"/портал"' }],
  'host/folder': [{ host: 'nginx', folder: '"/srv/\\"x"' }],
  'host/top': [{ host: 'firebase', path: '/portal' }],
  'disk/link': [{ path: '/srv/dist/api' }],
  'disk/no-folder': [{ path: '/srv/dist/api' }],
  'disk/no-file': [{ path: '/srv/dist/api/index.json' }],
  'disk/refused': [
    { folder: '/srv/dist', reason: { code: '', said: 'some reason' }, path: '/srv/dist/api' },
  ],
  'disk/temporary': [{ folder: '/tmp', reason: { code: '', said: 'some reason' } }],
  'lock/restless': [{ folder: '/srv/dist' }],
  'lock/broken': [{ folder: '/srv/dist' }],
  'lock/unreadable': [
    { folder: '/srv/dist', lock: '/srv/lock', reason: 'EACCES' },
    {
      folder: '/srv/dist',
      lock: '/srv/lock',
      reason: 'EACCES',
      breaking: 'npx portal-snapshot fmt',
    },
  ],
  'lock/held': [
    {
      ...{ folder: '/srv/dist', lock: '/srv/lock' },
      ...{ by: { pid: '17', host: 'host-9' }, since: '08:00', sign: '09:30' },
    },
    { folder: '/srv/dist', lock: '/srv/lock', by: undefined, since: undefined, sign: '09:30' },
    {
      ...{ folder: '/srv/dist', lock: '/srv/lock', by: undefined, since: undefined },
      ...{ sign: '09:30', breaking: 'npx portal-snapshot fmt' },
    },
  ],
  'git/missing': [undefined],
  'git/no-repository': [{ folder: '/srv/data', ref: '"HEAD"', said: 'fatal: not a repository' }],
  'git/shallow': [{ ref: '"v1"' }],
  'git/unknown-ref': [{ ref: '"v1"' }],
  'git/strange-name': [{ name: '"data/.."' }],
  'git/incomplete': [{ ref: '"v1"', said: 'fatal: no object' }],
  'data/restless': [{ data: '/srv/data' }],
  'new/numbered': [{ collection: 'comments', id: 7, field: 'lft' }],
  'new/twice': [{ flag: 'title', times: 3 }],
  'new/no-json': [{ flag: 'profile', found: '"Пермь"' }],
  'new/input-twice': [undefined],
  'new/text-unread': [
    { field: 'text', file: '"a.html"', reason: 'ENOENT' },
    { field: 'text', file: undefined, reason: 'EIO' },
  ],
  'new/text-encoding': [{ field: 'text', file: '"a.html"' }],
  'new/no-record': [
    { flag: 'region', collection: 'regions', id: 97, near: [47, 79] },
    { flag: 'region', collection: 'regions', id: 97, near: [] },
  ],
  'diff/errors': [{ ref: '"HEAD"', errors: 4 }],
  'diff/no-snapshot': [{ folder: '/srv/dist', file: 'api/snapshot.json' }],
  'diff/no-page': [{ path: '/srv/dist/api/index.json' }],
  'mirror/no-snapshot': [{ url: 'https://example.org/api/snapshot.json', status: 404 }],
  'preview/no-port': [{ first: 8080, last: 8179 }],
  'preview/taken': [{ port: 8080 }],
  'preview/port': [{ port: 80, reason: 'EACCES' }],
};

/** All texts and numbers in arguments, but for words that the language has for itself. */
function valuesOf(args: unknown, key = ''): string[] {
  if (args === undefined || key === 'must' || key === 'would' || args === '') return [];
  if (typeof args !== 'object') return [String(args)];
  return Object.entries(args as object).flatMap(([name, value]) => valuesOf(value, name));
}

const CYRILLIC = /[а-яё]/i;

describe.each(LANGUAGES)('the refusals of %s', (lang) => {
  it.each(Object.keys(samples) as RefusalName[])('%s says what it was told', async (name) => {
    const words = await failureWords(lang);
    for (const args of samples[name]) {
      const [said = '', ...more] = explain(refused(name, args as never), words);
      expect(more).toEqual([]);
      let own = said;
      for (const value of valuesOf(args)) {
        expect(said).toContain(value);
        own = own.replaceAll(value, '');
      }
      expect(own).toMatch(lang === 'ru' ? CYRILLIC : /^[^а-яё]*[a-z]{3}[^а-яё]*$/i);
      expect(own).not.toContain('undefined');
    }
  });

  it('have words for what the system refuses', async () => {
    const { system } = await failureWords(lang);
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', path: '/x' });
    expect(explain(full, { ...(await failureWords(lang)) })).toEqual([`${system.ENOSPC}: /x`]);
    for (const text of Object.values(system)) {
      expect(CYRILLIC.test(text)).toBe(lang === 'ru');
    }
  });
});

/** The texts of a catalogue, those in functions too, each with the way to it. */
function textsOf(words: unknown, way: string): [string, string][] {
  if (typeof words === 'string') return [[way, words]];
  if (typeof words === 'function') return [[way, String(words)]];
  const entries = Object.entries(words as object);
  return entries.flatMap(([name, inner]) => textsOf(inner, `${way} ${name}`));
}

/** Names, which are the same in each language, and texts made of arguments alone, without a letter of their own. */
const isName = ([, text]: readonly [string, string]) => {
  const own = text.replace(/^\([\w, ]*\) =>/, '').replace(/\$\{[^{}]*\}/g, '');
  return ['English', 'Русский', 'JSON'].includes(text) || !/\p{L}/u.test(own);
};

const catalogues = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?:^|\/)words(?:\/index)?\.ts$/.test(name))
  .sort();

describe('the words of a room', () => {
  it('are found', () => {
    expect(catalogues).toEqual(
      expect.arrayContaining(['editing/changes/words.ts', 'editing/schema/words.ts']),
    );
  });

  it.each(catalogues)('%s are in both languages, each in its own letters', async (name) => {
    const file = pathToFileURL(join(projectFolder, 'src', name)).href;
    const { words } = (await import(file)) as { words: Record<'en' | 'ru', object> };
    const [english, russian] = [textsOf(words.en, ''), textsOf(words.ru, '')];
    expect(russian.map(([way]) => way)).toEqual(english.map(([way]) => way));
    expect(russian.filter((each) => !isName(each) && !CYRILLIC.test(each[1]))).toEqual([]);
    expect(english.filter((each) => !isName(each) && CYRILLIC.test(each[1]))).toEqual([]);
  });
});

describe('a refused call', () => {
  function workplace(config: string): string {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), { ...directory(2), ...vacancies(1) });
    writeFileSync(join(cwd, 'portal-snapshot.config.json'), config);
    return cwd;
  }

  const calls: [args: string[], said: string, config?: string][] = [
    [['check', '--data', 'нет'], 'нет папки с данными '],
    [['fmt', '--data', 'нет'], 'нет папки с данными '],
    [['schema', '--data', 'нет'], 'нет папки с данными нет'],
    [['check', 'data/x.json'], '"data/x.json" — не файл данных из data'],
    [['fmt', 'data/x.json'], '"data/x.json" — не файл данных из '],
    [['check', '--since', 'v1'], ' не в рабочей копии репозитория git, поэтому "v1" там нет'],
    [['diff', 'v1'], ' не в рабочей копии репозитория git, поэтому "v1" там нет'],
    [['diff', 'data'], ' — не снимок: там нет api/snapshot.json'],
    [['check'], 'неизвестная настройка "pagesize"', '{"pagesize": 5}'],
    [
      ['check'],
      'настройка links: Неверный вариант: ожидалось одно из "path"|"query"|"file", а не "pages"',
      '{"links": "pages"}',
    ],
    [['build', '--host', 'ngnix'], 'неизвестный хостинг "ngnix"; возможно, имелось в виду nginx?'],
    [['build', '--out', 'data/dist'], 'папка из настройки out не должна лежать в '],
    [['new', 'city', '--name', 'Елец', '--region', '97', '--name', 'Х'], 'параметр --name указан'],
    [['new', 'user', '--profile', 'Пермь'], 'в параметре --profile нужен JSON'],
    [['new', 'vacancy', '--category', 'x'], 'в новой записи (vacancy) этого быть не может:\n'],
    [
      ['new', 'vacancy'],
      'для новой записи (vacancy) нужно ещё (или заполните форму: npx portal-snapshot preview):\n  --text <text>  Текст объявления',
    ],
    [['new', 'comment', '--parent', '97', '--text', 'Да'], '--parent: в comments нет записи 97; '],
  ];
  it.each(calls)('%j tells why in Russian: %s', async (args, said, config = '{}') => {
    const { status, stderr } = await runIn(workplace(config), ...args, '--lang', 'ru');
    expect(stderr).toContain(said);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^portal-snapshot: /);
  });

  it('is English in the library, which asks no environment', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'x'));
    const refusal = await check({ cwd, data: 'y', lang: 'ru' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect((refusal as UsageError).message).toBe(
      `there is no data folder ${join(cwd, 'y')}; "npx portal-snapshot init" begins a portal`,
    );
  });
});
