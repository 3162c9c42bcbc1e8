// The extra `/search/`: what is found, in which words and order, what is not; which files an edit rewrites; and that
// nothing that is withheld is in them.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as shipped from '../../src/files/shipped.js';
import { build } from '../../src/index.js';
import { portal as declared } from '../../src/portal/index.js';
import { describe as describeApi } from '../../src/snapshot/build.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { board, directory, experts, instant, type Portal, writeData } from '../support/portal.js';
import { differences, filesOf, readJson, readTree } from '../support/tree.js';
import { small, workplace } from '../write/workplace.js';
import { Deployment } from './deployment.js';

const CANARY = 'зимородок';
const vacancy = (id: number, text: string, more = {}) => ({
  ...{ id, text, category: 1, created_at: instant(id), work_position: `Вакансия ${id}` },
  ...more,
});
const user = { id: 7, first_name: 'Анна', last_name: 'Орлова', date_joined: instant(1) };
const post = { slug: 'p', created: instant(50), user: 7, moderated_by: 7, blog: 2 };
const portal: Portal = {
  ...directory(3),
  cities: [{ id: 3, name: 'Елец', region: 2 }],
  users: [user],
  experts: [{ id: 4, full_name: 'Котельников Пётр', created_at: instant(3) }],
  vacancies: [
    vacancy(11, 'Ремонт котла под давлением.', { work_regions: [1], work_salary: 900 }),
    vacancy(12, 'Котлы и новые трубы.', {
      work_regions: [1, 2],
      work_city: 3,
      work_salary: 20_000,
    }),
    vacancy(13, 'Водогрейный котёл, новый.', {
      work_regions: [3],
      certificates: [{ id: 1, category: 1, exact_category: 65 }],
    }),
    vacancy(14, `Тайный котёл, ${CANARY}.`, { is_public: false }),
    vacancy(15, 'Рынок подъёмников: <b>не</b> отдел.'),
  ],
  categories: board.categories,
  'object-examinations': board['object-examinations'],
  'exact-categories': board['exact-categories'].map((one) => ({
    ...one,
    name: `Аттестат ${one.id}`,
  })),
  resumes: [
    {
      ...{ id: 7, region: 2, created_at: instant(60), about: 'Чиню котлы', work_regions: [2] },
      ...{ work_position: 'Дефектоскопист', skills: 'Сварка', responsibility: 'Поездки' },
    },
  ],
  blogs: [
    { id: 2, title: 'Объекты', slug: 'a', created: instant(1) },
    { id: 3, title: CANARY, slug: 'b', created: instant(1), guest_cannot_view: true },
  ],
  posts: [
    { id: 5, title: 'О котлах', text: '<p>На <b>рын</b>ке&nbsp;тихо</p>', ...post },
    { id: 6, title: CANARY, text: `<p>${CANARY}</p>`, ...post, slug: 'r', hidden: true },
    { id: 8, title: 'Котёл', text: `<p>${CANARY}</p>`, ...post, slug: 'q', blog: 3 },
  ],
};

const settings: BuildOptions = {
  ...{ baseUrl: 'https://e', extras: ['/search/'], allow: ['without-companions'] },
};

async function made(cwd: string, more: BuildOptions = {}) {
  const { ok, problems, summary } = await build({ cwd, ...settings, ...more });
  expect(ok).toBe(true);
  return { problems, files: summary.files, snapshot: summary.snapshot };
}

/** A portal as a deployment, and its working folder. */
async function deployed(data: Portal, more?: BuildOptions) {
  const cwd = workplace(data);
  await made(cwd, more);
  return { cwd, api: new Deployment(join(cwd, 'dist')) };
}

const searchFiles = (dist: string) => filesOf(dist).filter((file) => file.startsWith('search/'));

describe('a portal', () => {
  const there = (async () => {
    const cwd = workplace(portal);
    expect((await made(cwd)).problems).toEqual([]);
    return join(cwd, 'dist');
  })();
  let api: Deployment;
  beforeEach(async () => {
    api = new Deployment(await there);
  });

  it.each([
    ...['котёл', 'котел', 'Котлы', 'котлов', 'КОТЛА'],
    ...['«котлы»', 'котлы.', '(котлы)', '— котлы…', "'котлы'?!"],
  ])('is searched for %s', async (words) => {
    // «Котельников» begins like it, which is enough.
    const all = ['expert 4', 'post 5', 'resume 7', 'vacancy 11', 'vacancy 12', 'vacancy 13'];
    expect((await api.found(words)).sort()).toEqual(all);
  });

  it('is searched for several words, each in any form', async () => {
    expect((await api.found('новая котлы')).sort()).toEqual(['vacancy 12', 'vacancy 13']);
    expect((await api.found('Котлы, «новый»')).sort()).toEqual(['vacancy 12', 'vacancy 13']);
    expect(await api.found('новый котёл Елец')).toEqual(['vacancy 12']);
    expect(await api.found('Ельца')).toEqual(['vacancy 12']);
    expect((await api.found('рынок')).sort()).toEqual(['post 5', 'vacancy 15']);
    expect(await api.found('подъемник')).toEqual(['vacancy 15']);
    expect(await api.found('"новые трубы"')).toEqual(['vacancy 12']);
    expect(await api.found('отдел')).toEqual(['vacancy 15']);
    expect(await api.found('дирижабль')).toEqual([]);
  });

  it('takes no sign for a word, nor for a part of one, and shows all', async () => {
    const texts = [
      ...['Приказ №536 о сосудах', 'Приказ № 536 о котлах', 'Котлы — 0,07МПа; КС-45717, п. Б.8.3'],
      ...['Straße İstanbul, м²', 'Язык C++ (_v1.2_)'],
    ];
    const vacancies = texts.map((text, i) => vacancy(i + 1, text));
    const { api: signs } = await deployed({ categories: board.categories, vacancies });
    for (const [query, found] of [
      ['№ 536', [1, 2]],
      ['№536', [1, 2]],
      ['536', [1, 2]],
      ['"приказ 536"', [1, 2]],
      ['№ 536 котлах', [2]],
      ['"котлы 0.07мпа"', [3]],
      ['КС 45717', [3]],
      ['45717', [3]],
      ['п.Б 8.3', [3]],
      ['STRASSE istanbul', [4]],
      ['м2', [4]],
      ['c', [5]],
      ['"C V1.2"', [5]],
      ['№', [1, 2, 3, 4, 5]],
      ...texts.map((text, i) => [text, [i + 1]] as const),
    ] as const) {
      const ids = (await signs.search(query)).results.map(({ id }) => id);
      expect([query, ids.sort()]).toEqual([query, found]);
    }
    const excerpt = async (query: string) => (await signs.search(query)).results[0]?.excerpt;
    expect(await excerpt('45717')).toBe('Котлы — 0,07МПа; КС-<mark>45717,</mark> п. Б.8.3');
    expect(await excerpt('кс')).toBe('Котлы — 0,07МПа; <mark>КС-</mark>45717, п. Б.8.3');
    expect(await excerpt('№ 536 котлах')).toBe('Приказ <mark>№ 536</mark> о <mark>котлах</mark>');
  });

  it.each([
    ['дефектоскопист', 'resume 7'],
    ['сварка', 'resume 7'],
    ['поездка', 'resume 7'],
    ['аттестат', 'vacancy 13'],
  ])('is searched for %s, in all that is told of a job', async (words, found) => {
    expect(await api.found(words)).toEqual([found]);
  });

  it('is narrowed down and put in order', async () => {
    const vacancies = { kind: 'vacancy' } as const;
    expect(await api.found('котёл', { ...vacancies, sort: 'date' })).toEqual([
      'vacancy 13',
      'vacancy 12',
      'vacancy 11',
    ]);
    expect(await api.found('котлы', { ...vacancies, sort: 'pay' })).toEqual([
      'vacancy 12',
      'vacancy 11',
      'vacancy 13',
    ]);
    expect((await api.found('котёл', { region: 1 })).sort()).toEqual(['vacancy 11', 'vacancy 12']);
    expect(
      await api.found('котёл', { region: [2, 3], kind: ['resume', 'vacancy'], sort: 'date' }),
    ).toEqual(['resume 7', 'vacancy 13', 'vacancy 12']);
    expect(await api.found('котёл', { sort: 'date' })).toEqual([
      ...['resume 7', 'post 5', 'vacancy 13', 'vacancy 12', 'vacancy 11', 'expert 4'],
    ]);
    expect(await api.found('', { city: 3 })).toEqual(['vacancy 12']);
    expect(await api.found('', { city: 3, region: undefined })).toEqual(['vacancy 12']);
    expect(await api.found('', { blog: 2 })).toEqual(['post 5']);
    expect(await api.search('котёл', { ...vacancies, sort: 'date', limit: 2, page: 2 })).toEqual({
      count: 3,
      results: [
        {
          ...{ kind: 'vacancy', id: 11, title: 'Вакансия 11', address: '/api/job/vacancy/11/' },
          excerpt: expect.stringMatching(
            /^Ремонт <mark>котла<\/mark> под давлением\. Область 001$/,
          ),
        },
      ],
    });
  });

  it('shows texts without their markup, and what looks like it as text', async () => {
    const [first, second] = (await api.search('рынок', { sort: 'date' })).results;
    expect(first).toMatchObject({ title: 'О котлах', excerpt: 'На <mark>рынке</mark> тихо' });
    expect(second?.excerpt).toContain('&lt;b&gt;не&lt;/b&gt;');
  });

  it('has nothing of what is withheld in any file', async () => {
    const files = searchFiles(await there);
    const all = files.map((file) => readFileSync(join(api.dist, file)));
    const plain = all.map((bytes) =>
      bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes,
    );
    const has = (word: string) => plain.some((bytes) => bytes.includes(word));
    expect([has('Водогрейный'), has('водогрейн'), has(CANARY), has('тайн')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await api.found(CANARY)).toEqual([]);
  });

  it('is searched on in a new snapshot, whose index has other files', async () => {
    const { cwd, api: changing } = await deployed(portal);
    expect(await changing.found('экскаватор')).toEqual([]);
    writeData(join(cwd, 'data'), {
      ...portal,
      experts: [{ ...portal['experts']![0]!, full_name: 'Экскаваторов' }],
    });
    await made(cwd);
    expect(await changing.found('экскаватор')).toEqual(['expert 4']);
  });

  it('leads to the files of records where links name files', async () => {
    const cwd = workplace(experts(1));
    const cache = join(cwd, 'cache');
    await made(cwd, { cache });
    await made(cwd, { cache, links: 'file' });
    const { results } = await new Deployment(join(cwd, 'dist')).search('эксперт');
    expect(results).toMatchObject([{ id: 1, address: '/api/epb-e/expert/1/index.json' }]);
  });

  it('finds posts by their titles whose texts have no word', async () => {
    const [post] = portal['posts']!;
    const posts = ['…', '№', '***', '<p>—</p>', '<p>&nbsp;</p>', '😀'].map((text, i) => ({
      ...{ ...post!, id: 20 + i, slug: `t-${i}`, title: 'Паровозы', text },
    }));
    const allow = [...settings.allow!, 'blank-text'] as const;
    const { api: titled } = await deployed({ ...portal, posts }, { allow });
    expect((await titled.found('паровоз')).sort()).toEqual(posts.map(({ id }) => `post ${id}`));
  });

  it('finds a resume without texts where no words are asked', async () => {
    const { about, skills, responsibility, work_position, work_regions, ...bare } =
      portal['resumes']![0]!;
    const { api: silent } = await deployed({ ...portal, resumes: [bare] });
    expect(await silent.found('', { kind: 'resume' })).toEqual(['resume 7']);
  });

  it('has no results while there is nothing to find', async () => {
    const { cwd, api: young } = await deployed(directory(1));
    expect(await young.search('эксперт')).toEqual({ count: 0, results: [] });
    writeData(join(cwd, 'data'), experts(1));
    await made(cwd);
    expect(await young.found('эксперт')).toEqual(['expert 1']);
  });
});

describe('a search that is there', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('is not made again for what it does not show, and of an edit few files are others', async () => {
    const cwd = workplace(portal);
    const again = (more?: BuildOptions) => made(cwd, { cache: join(cwd, 'cache'), ...more });
    await again();
    const before = readTree(join(cwd, 'dist'));
    vi.stubEnv('PAGEFIND_EXTENDED_BINARY_PATH', join(cwd, 'nowhere'));
    vi.spyOn(console, 'error').mockImplementation(() => {}); // Pagefind says there why it fails
    expect((await again({ pageSize: 1 })).files.written).toBeGreaterThan(0);
    const [expert] = portal['experts']!;
    const renamed = { ...portal, experts: [{ ...expert!, full_name: 'Трубников Пётр' }] };
    writeData(join(cwd, 'data'), renamed);
    await expect(again()).rejects.toThrow(/^Pagefind cannot make the search: /);
    vi.unstubAllEnvs();
    await again();
    const after = readTree(join(cwd, 'dist'));
    const found = differences(before, after).filter((file) => file.startsWith('search/'));
    expect(found.filter((file) => file.startsWith('search/fragment/'))).toHaveLength(2);
    // Those of an index from nothing, whatever was there before, and what is in the way of nobody is gone.
    expect(after).toEqual(readTree((await deployed(renamed, { cache: false })).api.dist));
  });

  it('is whole again after a file of it was removed, and gone without the extra', async () => {
    const cwd = workplace(portal);
    const again = (more?: BuildOptions) => made(cwd, { cache: join(cwd, 'cache'), ...more });
    await again();
    const dist = join(cwd, 'dist');
    const before = readTree(dist);
    rmSync(join(dist, searchFiles(dist).at(-1)!));
    await again();
    expect(readTree(dist)).toEqual(before);
    await again({ extras: [] });
    expect(searchFiles(dist)).toEqual([]);
  });

  it('is left out with a warning where there is too much to find', async () => {
    const cwd = workplace(experts(30_001));
    const settled = { pageSize: 50_000, cache: join(cwd, 'cache') };
    const warning = {
      ...{ code: 'search-left-out', severity: 'warning', file: 'dist/search' },
      message: 'the search takes at most 30000 records, and there are 30001: it is left out',
    };
    const { problems } = await made(cwd, settled);
    expect(problems).toMatchObject([warning]);
    expect((await made(cwd, { ...settled, lang: 'ru' })).problems).toMatchObject([
      { message: 'в поиске может быть не больше 30000 записей, а их 30001: поиска не будет' },
    ]);
    const document = readFileSync(join(cwd, 'dist/api/openapi.json'), 'utf8');
    expect([searchFiles(join(cwd, 'dist')), document.includes('/search/')]).toEqual([[], false]);
  });
});

describe('where Pagefind is not installed', () => {
  afterEach(() => void vi.restoreAllMocks());
  const searched = ({ paths }: { readonly paths?: unknown }) =>
    Object.keys(paths as object).filter((path) => path.startsWith('/search/'));

  it('it is refused where it is named, and left out of `all` with a warning; and there once it can be made', async () => {
    const installed = vi.spyOn(shipped, 'installedVersion').mockReturnValue(undefined);
    const cwd = workplace(small);
    await expect(build({ cwd, extras: ['/search/'] })).rejects.toThrow(
      'the extra /search/ is made by Pagefind, which is not installed: npm install pagefind',
    );
    const { ok, problems } = await build({ cwd, extras: 'all', cache: 'cache' });
    expect(ok).toBe(true);
    expect(problems).toMatchObject([
      {
        ...{ code: 'search-left-out', severity: 'warning', file: 'dist/search' },
        hint: 'npm install pagefind, or name the extras without /search/',
      },
    ]);
    const dist = join(cwd, 'dist');
    expect(filesOf(dist)).toContain('api/post/index.json');
    expect(searchFiles(dist)).toEqual([]);
    const built = () => readJson<{ paths: object }>(dist, 'api/openapi.json');
    const { paths } = await describeApi(declared, { cwd, extras: 'all' });
    expect(paths).toEqual(built().paths);
    expect(searched({ paths })).toEqual([]);
    installed.mockReturnValue('1.6.0');
    await build({ cwd, extras: 'all', cache: 'cache' });
    expect(searched(built())).not.toEqual([]);
  });
});
