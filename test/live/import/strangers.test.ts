// An import of a portal behind a proxy that is flaky, moving or endless: either it is right, or nothing is written and
// it says why. What single answers may do wrong is in test/import/fetch/hostile.test.ts.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folders.js';
import { describeWith } from '../../support/tools.js';
import { communityData } from './community.js';
import { builtFrom, dataIn, importInto, mustImport, WHOLE } from './importing.js';
import { type Origin, restFramework, startOrigin } from './origin.js';
import { startProxy, type Trick } from './proxy.js';
import { endless, flaky, moving } from './tricks.js';
import { listsOf } from './walk.js';

const created_at = '2026-11-01T10:00:00+03:00';

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
  async function expectRefused(url: string, where: string): Promise<void> {
    const { status, signal, stdout, stderr } = await importInto(cwd, url, WHOLE);
    expect({ status, signal, stdout, stderr }).toMatchObject({ signal: null });
    expect([1, 2]).toContain(status);
    expect(stdout + stderr).toMatch(where);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(dataIn(cwd)).toEqual(new Map());
  }

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
