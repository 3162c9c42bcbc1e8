// An import of a portal behind a proxy that is flaky, moving, endless or dishonest: either it is right, or nothing is
// written and it says why.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import type { Fields } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { communityData } from './community.js';
import { builtFrom, dataIn, importInto, mustImport, WHOLE } from './importing.js';
import { type Origin, restFramework, startOrigin } from './origin.js';
import { type Answer, startProxy, type Trick } from './proxy.js';
import { endless, everNew, flaky, instead, linksTo, moving, ring, told } from './tricks.js';
import { listsOf } from './walk.js';

const created_at = '2026-11-01T10:00:00+03:00';

const page = (body: string, type = 'application/json', status = 200): Answer => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

/** Another record in the place of a page's first one. */
const withFirst = (list: string, change: (records: readonly Fields[]) => Fields): Trick =>
  told(list, (page) => ({ ...page, results: [change(page.results), ...page.results.slice(1)] }));

describeWith([restFramework], 'an import of a portal that', () => {
  let origin: Origin;
  let cwd: string;
  beforeAll(async () => {
    origin = await startOrigin(communityData(), { pageSize: 10 });
  });
  afterAll(() => origin.stop());
  beforeEach(() => {
    cwd = temporaryFolder();
  });

  const behind = async <T>(
    trick: Trick,
    visit: (url: string, asked: () => string[]) => Promise<T>,
  ) => {
    const proxy = await startProxy(origin.url, trick);
    try {
      return await visit(proxy.url, () => proxy.asked.map(({ path }) => path));
    } finally {
      await proxy.stop();
    }
  };

  it('is flaky asks again, as politely as it is told to', () =>
    behind(flaky(), async (url, asked) => {
      await mustImport(cwd, url, WHOLE);
      expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
      // Each address failed once at most, so that it is asked at most once more than it is without.
      const times = new Map<string, number>();
      for (const path of asked()) times.set(path, (times.get(path) ?? 0) + 1);
      expect(Math.max(...times.values())).toBeLessThanOrEqual(4);
    }));

  it('moves for a while takes it as it is when it rests', () => {
    const move = (turn: number) =>
      origin.change({
        put: {
          experts: [{ id: 6000 + turn, full_name: `Эксперт ${turn}`, created_at }],
          vacancies: [{ id: 600 + turn, text: 'Нужен сварщик.', category: 1, created_at }],
        },
        remove: turn % 2 === 0 ? { vacancies: [600 + turn - 1] } : {},
      });
    return behind(moving(move, 4), async (url) => {
      const { lists } = await mustImport(cwd, url, WHOLE);
      expect(lists['job/vacancy']).toEqual({ records: 27, whole: true });
      expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
    });
  });

  it('counts views while it is read takes them as they were last, and says so', () => {
    const view = (turn: number) => origin.change({ put: { vacancies: [{ id: 1, views: turn }] } });
    return behind(moving(view, Number.POSITIVE_INFINITY), async (url) => {
      const { atOrigin } = await mustImport(cwd, url, WHOLE);
      expect(atOrigin).toContainEqual(
        expect.objectContaining({ severity: 'warning', code: 'counter', record: '1' }),
      );
    });
  });

  it('never rests is not imported', () => {
    const move = (turn: number) =>
      origin.change({
        put: { vacancies: [{ id: 2000 + turn, text: 'Нужен сварщик.', category: 1, created_at }] },
      });
    return behind(moving(move, Number.POSITIVE_INFINITY), async (url) => {
      await expectRefused(url, 'job/vacancy');
    });
  });

  /** Expects an import to end without a file, with a report that says where. */
  async function expectRefused(url: string, where: string | RegExp): Promise<void> {
    const { status, signal, stdout, stderr } = await importInto(cwd, url, WHOLE);
    expect({ status, signal, stdout, stderr }).toMatchObject({ signal: null });
    expect([1, 2]).toContain(status);
    expect(stdout + stderr).toMatch(where);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(dataIn(cwd)).toEqual(new Map());
  }

  const dishonest: Readonly<Record<string, readonly [Trick, string | RegExp]>> = {
    'leads round in a ring': [ring, 'api/region/'],
    'has ever new pages': [everNew('epb-e/expert'), 'api/epb-e/expert/'],
    'counts more than there is': [told('region', (it) => ({ ...it, count: 90 })), 'api/region/'],
    'counts less than there is': [
      told('job/resume', (it) => ({ ...it, count: 24 })),
      'api/job/resume/',
    ],
    'has ids as texts': [
      withFirst('job/vacancy', ([first]) => ({ ...first, id: '25' })),
      'api/job/vacancy/',
    ],
    'shows a record twice in the place of another': [
      withFirst('region', ([, second]) => second!),
      'api/region/',
    ],
    'lacks a field': [withFirst('region', () => ({ id: 1, name: 'Область 001' })), 'api/region/'],
    'answers with a page to sign in': [
      instead('/api/post-comment/', page('<form>Войти</form>', 'text/html')),
      'api/post-comment/',
    ],
    'answers that all is well, and that it is not': [
      instead('/api/job/vacancy/', page('{"detail": "Internal error"}')),
      'api/job/vacancy/',
    ],
    'breaks off in its JSON': [
      instead('/api/post-comment/', page('[{"id": 1,')),
      'api/post-comment/',
    ],
    'has no such list': [
      instead('/api/job/resume/', page('{"detail": "Not found."}', 'application/json', 404)),
      'api/job/resume/',
    ],
    'nests without end': [
      instead('/api/pb-questions/exact-category/', page('['.repeat(3_000_000))),
      'api/pb-questions/exact-category/',
    ],
  };

  it.each(Object.entries(dishonest))('%s is not imported', (_, [trick, where]) =>
    behind(trick, (url) => expectRefused(url, where)),
  );

  it.each([
    ['white space', ' '],
    ['records', `${JSON.stringify({ id: 1, text: 'root' })},`],
    ['one text', 'ы'],
  ])('sends %s without end is left', (kind, chunk) => {
    const { trick, sent } = endless('/api/post-comment/', chunk);
    const begun: Trick = async (asked, pass) => {
      const answer = await trick(asked, pass);
      if (kind !== 'one text' || answer === 'cut' || Buffer.isBuffer(answer.body)) return answer;
      const { body } = answer;
      const text = async function* () {
        yield Buffer.from('[{"id": 1, "text": "');
        yield* body;
      };
      return { ...answer, body: text() };
    };
    return behind(begun, async (url) => {
      await expectRefused(url, 'api/post-comment/');
      // It fills no disk.
      expect(sent()).toBeLessThan(3_000_000_000);
    });
  });

  it('leads elsewhere leads nowhere: only the origin is asked', async () => {
    const elsewhere = await startProxy(origin.url);
    try {
      await behind(linksTo(elsewhere.url), async (url) => {
        await mustImport(cwd, url, WHOLE);
        expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
      });
      cwd = temporaryFolder();
      const moved: Answer = {
        ...page('', 'text/html', 302),
        headers: { location: `${elsewhere.url}/api/region/` },
      };
      await behind(instead('/api/region/', moved), (url) => expectRefused(url, 'api/region/'));
      const away = told('region', (it) => ({ ...it, next: `${elsewhere.url}/secret?page=2` }));
      await behind(away, (url) => expectRefused(url, /api\/region\/|secret/));
      expect(elsewhere.asked).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  it('runs code in a post is not imported, unless as a draft for editors to put right', async () => {
    await origin.change({
      put: { posts: [{ id: 2, text: '<p>Да<script>alert(1)</script></p>' }] },
    });
    try {
      await expectRefused(origin.url, 'unsafe-html');
      const { status } = await importInto(cwd, origin.url, [...WHOLE, '--draft']);
      expect(status).toBe(1);
      const { stdout } = await runCommand(['check'], { cwd });
      expect(stdout).toMatch(/^data\/posts\/.*\n.* error {2}\/text .*unsafe-html$/m);
    } finally {
      await origin.change({ put: { posts: [{ id: 2, text: '<p>Да</p>' }] } });
    }
    await mustImport(cwd, origin.url, WHOLE);
    expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
  });

  it('has names that lead out of the folder stays in it', async () => {
    const slugs = [
      '../../../etc/passwd',
      'con',
      'a'.repeat(5000),
      '.import',
      '\u0000',
      '\u202eкот/..',
    ];
    await origin.change({ put: { posts: slugs.map((slug, at) => ({ id: at + 1, slug })) } });
    await mustImport(cwd, origin.url, WHOLE);
    for (const path of dataIn(cwd).keys())
      expect(path).toMatch(/^[\w.-]+(?:\/[\w.-]{1,200}){0,2}$/);
    expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
  });
});
