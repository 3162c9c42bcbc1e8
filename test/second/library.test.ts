// The tool knows its portal from one declaration: a library's is checked, built, walked, formatted,
// given schemas and a new record without a line outside of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '../../src/delivery/verify/index.js';
import { checkSince } from '../../src/editing/changes/since.js';
import { diffSince } from '../../src/editing/changes/snapshots.js';
import { format } from '../../src/editing/format/index.js';
import { create } from '../../src/editing/new/create.js';
import { fileSchema } from '../../src/editing/schema/json-schema.js';
import { startPreview } from '../../src/preview/preview.js';
import { build, check } from '../../src/snapshot/build.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { change, repository } from '../changes/repository.js';
import { workingFolder } from '../fmt/folder.js';
import { library } from './library.js';

const bought = (day: number) => `2026-03-0${day}T10:00:00+03:00`;
const book = (id: number, author: number, more: object = {}) =>
  JSON.stringify({ id, title: `Том ${id}`, author, shelf: 2, bought: bought(id), ...more });

const data: Record<string, string> = {
  'authors.json': '[{ "id": 1, "name": "Ёжиков" }, { "id": 2, "name": "Елисеев" }]\n',
  'shelves.json': '[{ "id": 1, "label": "Техника" }, { "id": 2, "label": "Краны", "parent": 1 }]\n',
  'books.ndjson': `${[book(1, 1), book(2, 2), book(3, 2, { lost: true }), book(4, 1), book(5, 2)].join('\n')}\n`,
};

const page = (cwd: string, name: string) =>
  JSON.parse(readFileSync(join(cwd, 'dist/api', name, 'index.json'), 'utf8')) as never;

describe('a portal of another trade', () => {
  it('is checked, each mistake at its place', async () => {
    const line = book(1, 11, { shelv: 1 });
    const cwd = workingFolder({ ...data, 'books.ndjson': `${line}\n` });
    const { ok, problems } = await check(library, { cwd });
    expect(ok).toBe(false);
    expect(problems.map(({ code, column, path }) => [code, column, path])).toEqual([
      ['dangling-reference', line.indexOf('11') + 1, '/author'],
      ['unknown-field', line.indexOf('"shelv"') + 1, '/shelv'],
    ]);
  });

  it('is built: joined, sorted, cut into pages, and what is withheld is nowhere', async () => {
    const cwd = workingFolder(data);
    const { ok, summary, reasons } = await build(library, { cwd, pageSize: 2 });
    expect(ok).toBe(true);
    expect(summary.withheld).toEqual({ authors: 0, shelves: 0, books: 1 });
    expect(reasons.map(({ collection, records }) => [collection, records])).toEqual([['books', 1]]);
    expect(page(cwd, 'author')).toEqual([
      { id: 1, name: 'Ёжиков' },
      { id: 2, name: 'Елисеев' },
    ]);
    expect(page(cwd, 'book')).toEqual({
      count: 4,
      next: 'http://localhost:8080/api/book/page/2/?page=2',
      previous: null,
      results: [5, 4].map((id) => ({
        id,
        title: `Том ${id}`,
        author: id === 5 ? { id: 2, name: 'Елисеев' } : { id: 1, name: 'Ёжиков' },
        shelf: { id: 2, label: 'Краны', level: 1, parent: 1 },
        bought: bought(id),
      })),
    });
    expect(page(cwd, 'acquisition/cursor/1')).toMatchObject({
      next: null,
      results: [{ id: 2 }, { id: 1 }],
    });
    expect(page(cwd, '')).toEqual({
      author: 'http://localhost:8080/api/author/',
      book: 'http://localhost:8080/api/book/',
      acquisition: 'http://localhost:8080/api/acquisition/',
    });
  });

  it('is previewed, and verified there and in its folder', async () => {
    const cwd = workingFolder(data);
    await build(library, { cwd, pageSize: 2 });
    const folder = await verify(library, { target: join(cwd, 'dist') });
    expect(folder.rules.filter(({ result }) => result === 'fail')).toEqual([]);
    const preview = await startPreview(library, { cwd, pageSize: 2, onRebuild() {} });
    try {
      const live = await verify(library, {
        target: preview.url,
        only: ['digests', 'pages-by-query'],
      });
      expect(live.rules.map(({ name, result }) => `${name} ${result}`)).toEqual([
        'digests pass',
        'pages-by-query pass',
      ]);
    } finally {
      await preview.close();
    }
  });

  it('is formatted, and gets schemas', async () => {
    const cwd = workingFolder({ 'authors.json': '{"name":"Ёжиков","id":1}' });
    expect((await format(library, { cwd })).changed).toHaveLength(1);
    expect(readFileSync(join(cwd, 'data/authors.json'), 'utf8')).toBe(
      '{\n  "id": 1,\n  "name": "Ёжиков"\n}\n',
    );
    const schema = JSON.stringify(fileSchema(library.collections[2]!, 'en'));
    expect(schema).toContain('"required":["id","title","author","shelf","bought"]');
  });

  it('gets a new record', async () => {
    const cwd = workingFolder(data);
    const settings = resolveSettings({ cwd }, library);
    const values = { title: 'Том 6', author: 1, shelf: 2 };
    const wanted = { collection: 'books', values, dryRun: false, now: new Date(0) };
    expect((await create(library, settings, wanted)).report.problems).toEqual([]);
    const { ok, summary } = await check(library, { cwd });
    expect([ok, summary.records['books']]).toEqual([true, 6]);
  });

  it('tells what a change does', async () => {
    const below = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`data/${name}`, text]));
    const cwd = repository(below(data));
    change(cwd, below({ 'authors.json': '[{ "id": 1, "name": "Ёжиков" }]\n' }));
    const { problems } = await checkSince(library, 'HEAD', { cwd });
    expect(problems.map(({ code, path }) => code + path)).toContain('dangling-reference/author');
    change(cwd, below({ 'books.ndjson': `${book(1, 1)}\n` }));
    const result = await diffSince(library, 'HEAD', { cwd });
    expect(
      'diff' in result &&
        result.diff.addresses.map(({ address, records }) => [address, records?.after]),
    ).toEqual([
      ['/api/acquisition/', 1],
      ['/api/author/', 1],
      ['/api/book/', 1],
    ]);
  });
});
