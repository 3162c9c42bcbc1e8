// What the page is given: lists with filters and a search, records with names, discussions, places in files.
import { cpSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { portal } from '../../src/portal/index.js';
import type {
  ListDto,
  RecordDto,
  SearchDto,
  ThreadDto,
  ViewsDto,
} from '../../src/preview/browser/dto.js';
import { PreviewServer } from '../../src/preview/server.js';
import { Snapshots } from '../../src/preview/snapshots.js';
import { describeViews } from '../../src/preview/views/describe.js';
import { editorLink } from '../../src/preview/views/editor.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, forum, instant, vacancies, writeData, writeFile } from '../support/portal.js';
import { startPreview } from '../support/tool.js';
import { ask, isBad, isGood, type Running, start } from './support.js';

const get = async <T>({ port }: Pick<Running, 'port'>, path: string): Promise<T> => {
  const { status, body } = await ask(port, `/preview/data/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return JSON.parse(body) as T; // as the server tells it
};
const idsOf = ({ records }: ListDto | ThreadDto) => records.map(({ id }) => id);

describe('of the shipped data', () => {
  let preview: { readonly port: number };
  beforeAll(async () => {
    // One for all of these: they change nothing.
    const cwd = temporaryFolder();
    cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
    const { url, close } = await startPreview({ cwd, onRebuild() {} });
    preview = { port: Number(new URL(url).port) };
    return close;
  });

  it('each collection has a list as readers get it, though the settings switch on no extra', async () => {
    const { of, menu } = await get<ViewsDto>(preview, 'views');
    const counts = new Map<string, number>();
    for (const collection of menu.flatMap(({ collections }) => collections)) {
      const { count, records } = await get<ListDto>(preview, `list/${collection}`);
      expect([collection, records.length]).toEqual([collection, Math.min(count, 50)]);
      counts.set(collection, count);
    }
    expect([...counts.keys()].sort()).toEqual(Object.keys(of).sort());
    const { body } = await ask(preview.port, '/api/job/vacancy/');
    expect(counts.get('vacancies')).toBe(JSON.parse(body).count);
    // Editors see each user, also whom nothing published names, and who has no address of the API.
    const { count, records } = await get<ListDto>(
      preview,
      `list/users?q=${encodeURIComponent('Фролкин')}`,
    );
    expect([count, records.map(({ id }) => id)]).toEqual([1, [26]]);
    expect((await ask(preview.port, '/api/city/')).status).toBe(404);
    expect((await ask(preview.port, '/api/view/cities/')).status).toBe(404);
  });

  it('filters go by region and by area, and say how much each choice would give', async () => {
    const all = await get<ListDto>(preview, 'list/vacancies');
    const [regions = []] = all.options;
    const region = regions.find(({ name }) => name === 'Новосибирская область');
    expect(region?.value).toBe('53');
    const some = await get<ListDto>(preview, 'list/vacancies?work_regions.*=53');
    expect(some.count).toBe(region?.count);
    for (const { work_regions: of } of some.records) {
      expect(of).toContainEqual(expect.objectContaining({ id: 53 }));
    }
    const [, [area] = []] = some.options;
    const fewer = await get<ListDto>(
      preview,
      `list/vacancies?work_regions.*=53&certificates.*.exact_category.category=${area?.value}`,
    );
    expect(fewer.count).toBe(area?.count);
    expect(fewer.count).toBeLessThanOrEqual(some.count);
    // Resumes give the category of a certificate as a number: it is named all the same.
    const resumes = await get<ListDto>(preview, 'list/resumes');
    expect(resumes.options[1]?.map(({ name }) => name)).toContain('Э1 Угольная промышленность');
  });

  it('posts tell their authors by name, and their discussions', async () => {
    const { record, names } = await get<RecordDto>(preview, 'record/posts/5');
    expect(names['users']?.[String(record['user'])]).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
    const { records } = await get<ThreadDto>(preview, 'thread/posts/5');
    expect(records[0]).toMatchObject({ parent: null });
    expect(records.length).toBeGreaterThan(1);
    for (const path of ['record/posts/99999', 'thread/posts/99999', 'thread/regions/1']) {
      const { status, body } = await ask(preview.port, `/preview/data/${path}`);
      expect([path, status, body]).toEqual([path, 200, 'null']);
    }
  });

  it('a search looks through everything, whatever the case and whether ё or е', async () => {
    const find = (words: string) =>
      get<SearchDto>(preview, `search?q=${encodeURIComponent(words)}`);
    const { groups } = await find('КОТЁЛ');
    expect(groups).toEqual((await find('котел')).groups);
    const comment = groups.find(({ collection }) => collection === 'comments')?.hits[0];
    expect(comment?.excerpt[1].toLowerCase()).toMatch(/^кот[её]?л/);
    expect(comment?.above?.collection).toBe('posts');
    const { records } = await get<ThreadDto>(preview, `thread/posts/${comment?.above?.id}`);
    expect(records.map(({ id }) => id)).toContain(comment?.id);
    // Names of tags and of fields are not what anybody wrote.
    for (const nothing of ['<p>', 'rating_up', 'щщщ']) {
      expect([nothing, (await find(nothing)).groups]).toEqual([nothing, []]);
    }
    expect((await find('')).groups).toEqual([]);
  });

  it('a name finds whom it names, and not all that they wrote; in a list, what is of them', async () => {
    const found = async (words: string) => {
      const path = `search?q=${encodeURIComponent(words)}`;
      return (await get<SearchDto>(preview, path)).groups.map(({ collection }) => collection);
    };
    const list = async (of: string, words: string) =>
      (await get<ListDto>(preview, `list/${of}?q=${encodeURIComponent(words)}`)).count;
    // Where somebody is addressed by name, that is written there.
    expect(await found('Тихомиров')).toEqual(['users']);
    expect(await list('events', 'Тихомиров')).toBeGreaterThan(10);
    expect(await list('posts', 'Тихомиров')).toBeGreaterThan(0);
    expect(await found('Бийск')).toEqual(['cities']);
    expect(await list('resumes', 'Бийск')).toBeGreaterThan(0);
    // What stands in the profile of an author is not of the feed.
    expect(await list('events', 'охота')).toBe(0);
  });
});

it('nothing withheld is found, named, listed or placed in a discussion', async () => {
  const preview = await start((data) => {
    writeData(data, { ...forum({ posts: 2, replies: 2 }), ...vacancies(1) });
    const hidden = { id: 9, title: 'Тайна', slug: 'taina', text: '<p>Тайна</p>', hidden: true };
    const rest = { created: instant(1), blog: 1, user: 1, moderated_by: 1 };
    writeFile(data, 'posts/9.json', JSON.stringify({ ...hidden, ...rest }));
    const root = { id: 900, post: 9, created: instant(1) };
    const reply = { id: 901, post: 9, parent: 900, user: 1, text: 'Тайна', created: instant(2) };
    writeFile(data, 'comments/9.json', JSON.stringify([root, reply]));
  });
  const { groups } = await get<SearchDto>(preview, 'search?q=%D0%A2%D0%B0%D0%B9%D0%BD%D0%B0');
  expect(groups).toEqual([]);
  expect(idsOf(await get<ListDto>(preview, 'list/posts'))).toEqual([2, 1]);
  for (const path of ['record/posts/9', 'thread/posts/9']) {
    expect((await ask(preview.port, `/preview/data/${path}`)).body).toBe('null');
  }
});

it('a long list is given page by page, and searched', async () => {
  const preview = await start((data) => writeData(data, vacancies(2000)));
  const last = await get<ListDto>(preview, 'list/vacancies?page=999');
  expect([last.count, last.page, last.pages, last.records.length]).toEqual([2000, 40, 40, 50]);
  expect(idsOf(last).at(-1)).toBe(1);
  const found = await get<ListDto>(preview, 'list/vacancies?q=1876.');
  expect(idsOf(found)).toEqual([1876]);
  const chosen = await get<ListDto>(preview, 'list/vacancies?category=2&page=2');
  expect([chosen.count, chosen.records.length, chosen.page]).toEqual([667, 50, 2]);
});

it('what is shown follows good saves, and stays through bad ones', async () => {
  const preview = await start((data) => writeData(data, directory(3)));
  const names = async () =>
    (await get<ListDto>(preview, 'list/regions')).records.map(({ name }) => name);
  expect(await names()).toEqual(['Область 001', 'Область 002', 'Область 003']);
  const file = join(preview.data, 'regions.json');
  writeFileSync(file, '[{"id": 1, "name": "Новая"}]');
  await preview.until(isGood);
  expect(await names()).toEqual(['Новая']);
  writeFileSync(file, '[{"id": 1, "name": "Ещё новее"');
  await preview.until(isBad);
  expect(await names()).toEqual(['Новая']);
  rmSync(preview.data, { recursive: true });
  await preview.until(({ failure }) => failure !== undefined);
  expect(await names()).toEqual(['Новая']);
  expect((await ask(preview.port, '/preview/data/place/regions/1')).status).toBe(503);
  writeFile(preview.data, 'regions.json', '[{"id": 1, "name": "Последняя"}]');
  await expect.poll(names).toEqual(['Последняя']);
});

describe('the last good state', () => {
  it('is shown to a page that is opened only when the data has errors', async () => {
    const preview = await start((data) => writeData(data, directory(2)));
    writeFile(preview.data, 'regions.json', '[');
    await preview.until(isBad);
    expect(idsOf(await get<ListDto>(preview, 'list/regions'))).toEqual([1, 2]);
  });

  it('is made again when its files were removed', async () => {
    vi.stubEnv('TMPDIR', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const preview = await start((data) => writeData(data, directory(2)));
    for (const name of readdirSync(tmpdir())) {
      rmSync(join(tmpdir(), name, 'views'), { recursive: true, force: true });
    }
    const status = async () => (await ask(preview.port, '/preview/data/list/regions')).status;
    expect(await status()).toBe(503);
    await expect.poll(status).toBe(200);
  });

  it('is not built anew for a place that cannot be found', async () => {
    const lost = vi.fn();
    const placeOf = () => Promise.reject(new Error('the settings are wrong'));
    const views = { ...{ views: describeViews(portal), editor: '', cwd: '' }, placeOf };
    const openViews = async () => undefined;
    const snapshots = new Snapshots(temporaryFolder());
    const server = new PreviewServer(portal, snapshots, () => ({ ...views, openViews }), lost);
    const port = Number(new URL(await server.listen(undefined)).port);
    onTestFinished(() => server.close());
    expect((await ask(port, '/preview/data/place/regions/1')).status).toBe(503);
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('places in files', () => {
  it('are found in each kind of file, and follow saves, good or bad', async () => {
    const preview = await start((data) => {
      const { districts = [], regions = [] } = directory(4);
      writeFile(data, 'districts.json', JSON.stringify(districts, null, 2));
      writeFile(
        data,
        'regions/a b.ndjson',
        `\n${regions.map((one) => JSON.stringify(one)).join('\n')}`,
      );
    });
    const place = (path: string) => get(preview, `place/${path}`);
    const file = 'data/regions/a b.ndjson';
    expect(await place('regions/3')).toEqual({ file, line: 4, column: 1 });
    expect(await place('districts/2')).toEqual({ file: 'data/districts.json', line: 6, column: 3 });
    const { status, headers } = await ask(preview.port, '/preview/data/open/regions/3');
    const path = join(preview.cwd, file).replaceAll(' ', '%20');
    expect([status, headers.location]).toEqual([302, `vscode://file${path}:4:1`]);
    renameSync(join(preview.data, 'regions/a b.ndjson'), join(preview.data, 'regions/c.ndjson'));
    writeFile(preview.data, 'regions/bad.json', '[');
    await preview.until(isBad);
    expect(await place('regions/3')).toEqual({ file: 'data/regions/c.ndjson', line: 4, column: 1 });
    expect(await place('regions/99')).toBe(null);
    for (const path of ['regions/x', '//[', 'nothing/1', '__proto__/1', 'regions/', '../x/1']) {
      expect([path, (await ask(preview.port, `/preview/data/place/${path}`)).status]).toEqual([
        path,
        404,
      ]);
    }
  });

  it('are looked for again by the next one who asks, when they could not be read', async () => {
    const folder = temporaryFolder();
    const fill = (data: string) => {
      symlinkSync(folder, dirname(data));
      writeData(data, directory(2));
    };
    const preview = await start(fill, { data: 'link/data' });
    const status = async () => (await ask(preview.port, '/preview/data/place/regions/2')).status;
    // The link is not watched, but the folder that it leads to: nobody tells that it is back.
    rmSync(dirname(preview.data));
    expect(await status()).toBe(503);
    symlinkSync(folder, dirname(preview.data));
    expect(await status()).toBe(200);
  });

  it('of a record whose text is in a file of its own, which is shown and found', async () => {
    const { posts = [], ...others } = forum({ posts: 1, replies: 0 });
    const [{ text: _, ...post } = {}] = posts;
    const preview = await start((data) => {
      writeData(data, others);
      writeFile(data, 'posts/1.json', JSON.stringify(post));
      writeFile(data, 'posts/1.text.html', '<p>Жёсткая вода</p>\n');
    });
    expect(await get(preview, 'place/posts/1')).toEqual({
      ...{ file: 'data/posts/1.json', line: 1, column: 1 },
    });
    const { record } = await get<RecordDto>(preview, 'record/posts/1');
    expect(record['text']).toBe('<p>Жёсткая вода</p>');
    const hits = async (words: string) => {
      const path = `search?q=${encodeURIComponent(words)}`;
      return (await get<SearchDto>(preview, path)).groups.map(({ collection }) => collection);
    };
    expect(await hits('жесткая')).toEqual(['posts']);
    writeFile(preview.data, 'posts/1.text.html', '<p>Мягкая вода</p>\n');
    await preview.until(isGood);
    expect(await hits('жесткая')).toEqual([]);
    expect(await hits('мягкая')).toEqual(['posts']);
  });

  it('open in the editor that the settings name, and follow these', async () => {
    const editor = 'idea://open?file={file}&line={line}';
    const preview = await start((data) => writeData(data, directory(2)), { editor });
    const where = async () =>
      (await ask(preview.port, '/preview/data/open/regions/2')).headers.location;
    expect(await where()).toBe(`idea://open?file=${preview.data}/regions.json&line=7`);
  });

  it.each([
    'javascript://{file}',
    'JavaScript://{file}',
    'data://{file}',
    'https://example.org/{file}',
    'file://{file}',
    'vscode://file',
    'vscode:{file}',
    'my editor://{file}',
    '{file}',
  ])('do not open by %s', async (editor) => {
    const starting = start((data) => writeData(data, directory(1)), { editor });
    await expect(starting).rejects.toThrow(
      /^editor: must be an address for an editor with \{file\}/,
    );
  });

  it('keep what a file is called from adding to the address', () => {
    const path = '/home/anna/a&b #1?/ё%.json';
    const link = editorLink('idea://open?file={file}&line={line}', { path, line: 3, column: 1 });
    expect(link).toBe('idea://open?file=/home/anna/a%26b%20%231%3F/%D1%91%25.json&line=3');
    const windows = { path: 'C:\\portal\\data\\a.json', line: 1, column: 2 };
    expect(editorLink('vscode://file{file}:{line}:{column}', windows)).toBe(
      'vscode://file/C:/portal/data/a.json:1:2',
    );
  });
});

it('is for no page of another origin', async () => {
  const { port } = await start((data) => writeData(data, directory(1)));
  const path = '/preview/data/list/regions';
  for (const headers of [
    { Origin: 'http://localhost:5173' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    for (const each of [path, '/preview/data/open/regions/1']) {
      const { status, body, headers: answered } = await ask(port, each, { headers });
      expect([status, body]).toEqual([
        403,
        '{"detail":"This is for the page of the preview alone."}',
      ]);
      expect(answered['access-control-allow-origin']).toBeUndefined();
    }
  }
  const own = { Origin: `http://127.0.0.1:${port}`, Host: `127.0.0.1:${port}` };
  expect((await ask(port, path, { headers: own })).status).toBe(200);
  const evil = { Host: 'evil.example' };
  expect((await ask(port, path, { headers: evil })).status).toBe(421);
});
