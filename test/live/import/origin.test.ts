// The live origin of the tests of `import` is a portal as the specification describes it, and it answers the shipped
// data as the snapshot of everything does, record by record.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portal } from '../../../src/portal/index.js';
import { blocksOf, pageOf } from '../../pages/pages.js';
import { runCommand } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import type { Fields } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { readJson } from '../../support/tree.js';
import { type Origin, restFramework, startOrigin } from './origin.js';
import { type Body, listsIn, nextOf, pagesOf, recordsOf } from './walk.js';

const data = join(projectFolder, 'data');

describeWith([restFramework], 'the live origin', () => {
  let origin: Origin;
  const out = temporaryFolder();

  beforeAll(async () => {
    origin = await startOrigin(data);
    const args = ['build', '--out', out, '--audience', 'all', '--personal', 'publish'];
    const { status } = await runCommand(
      [...args, '--page-size', '1000', '--base-url', origin.url, '--no-cache'],
      { cwd: projectFolder },
    );
    expect(status).toBe(0);
  });
  afterAll(() => origin.stop());

  const lists = () => listsIn(out);
  const named = portal.endpoints.map(({ name, paging }) => ({ name, paging }));

  it.each(named)('answers $name as a snapshot does', async ({ name }) => {
    const records: Fields[] = [];
    for await (const { body } of pagesOf(origin.url, name)) records.push(...recordsOf(body));
    expect(records).toEqual(lists().get(name));
  });

  it.each(named)('wraps $name as the specification does', async ({ name, paging }) => {
    const total = lists().get(name)!.length;
    let page = 0;
    for await (const { url, body } of pagesOf(origin.url, name)) {
      page += 1;
      if (paging.style === 'array') {
        expect(Array.isArray(body)).toBe(true);
        continue;
      }
      const hasCount = paging.style === 'page-number' || name === 'epb-e/expert';
      const keys = ['next', 'previous', 'results'];
      expect(Object.keys(body)).toEqual(hasCount ? ['count', ...keys] : keys);
      if (hasCount) expect(body).toHaveProperty('count', total);
      expect(body).toHaveProperty('previous', page === 1 ? null : expect.stringContaining('http'));
      const next = nextOf(body);
      const ends = page === Math.max(1, Math.ceil(total / 20));
      expect(next === null, url).toBe(ends);
      if (next === null) continue;
      const parameter =
        paging.style === 'cursor' ? /[?&]cursor=./ : new RegExp(`[?]page=${page + 1}$`);
      expect(next).toMatch(parameter);
      expect(next.startsWith(`${origin.url}/api/${name}/?`)).toBe(true);
    }
  });

  it('names in its root index what a snapshot names', async () => {
    const root = await (await fetch(`${origin.url}/api/`)).text();
    expect(JSON.parse(root)).toEqual(readJson(out, 'api/index.json'));
    expect(Object.keys(JSON.parse(root))).toEqual(portal.index.map(({ key }) => key));
  });

  it.each(['', ...portal.endpoints.map(({ name }) => `${name}/`)])(
    'answers /api/%s with the headers of the specification',
    async (path) => {
      const allow = path === 'post-comment/' ? 'GET, POST, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS';
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const response = await fetch(`${origin.url}/api/${path}`, { method });
        await response.arrayBuffer();
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(response.headers.get('vary')).toBe('Accept');
        expect(response.headers.get('allow')).toBe(allow);
      }
    },
  );

  it('changes while it runs', async () => {
    const changing = await startOrigin(data);
    try {
      const first = async (list: string) =>
        recordsOf((await (await fetch(`${changing.url}/api/${list}/`)).json()) as Body)[0];
      const said = '2026-11-01T10:00:00+03:00';
      await changing.change({
        put: {
          vacancies: [{ id: 900, text: 'Нужен дефектоскопист.', category: 2, created_at: said }],
          comments: [
            { id: 950, post: 42, parent: 461, user: 5, text: '<p>Ваша правда.</p>', created: said },
          ],
          events: [{ id: 960, event_type: 2, comment: 950 }],
        },
        remove: { resumes: [129] },
      });
      expect(await first('job/vacancy')).toMatchObject({ id: 900, work_salary: 0 });
      expect(await first('job/resume')).not.toHaveProperty('id', 129);
      expect(await first('event')).toMatchObject({
        id: 960,
        datetime: said,
        comment: { cleaned_text: 'Ваша правда.', post: { last_comment: 950, last_activity: said } },
      });
      await changing.change({
        put: { vacancies: [{ id: 900, work_salary: 90_000 }] },
        remove: { events: [960], comments: [950] },
      });
      expect(await first('job/vacancy')).toMatchObject({ id: 900, work_salary: 90_000 });
      expect(await first('event')).not.toHaveProperty('id', 960);
    } finally {
      await changing.stop();
    }
  });

  it('also answers what the page Moving in has a portal answer, as a snapshot does', async () => {
    const also = join(out, 'more.py');
    writeFileSync(also, blocksOf(pageOf('src/import/README.md'), 'python').join(''));
    const telling = await startOrigin(data, { also });
    try {
      for (const list of ['city', 'blog', 'post']) {
        const records: Fields[] = [];
        for await (const { body } of pagesOf(telling.url, list)) records.push(...recordsOf(body));
        expect(records).toEqual(recordsOf(readJson<Body>(out, `api/${list}/index.json`)));
      }
      const discussion = 'api/post-comment/post/42/';
      const said = await (await fetch(`${telling.url}/${discussion}`)).json();
      expect(said).toEqual(readJson(out, `${discussion}index.json`));
      const { paths } = (await (await fetch(`${telling.url}/api/openapi.json`)).json()) as {
        readonly paths: object;
      };
      const known = readJson<{ readonly paths: object }>(out, 'api/openapi.json').paths;
      expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(paths)));
      expect(Object.keys(paths)).toHaveLength(4);
    } finally {
      await telling.stop();
    }
  });

  it('asks for a token where it is started with one', async () => {
    const closed = await startOrigin(data, { token: 'Kolokol-40' });
    try {
      const asked = (authorization: string) =>
        fetch(`${closed.url}/api/region/`, { headers: { authorization } });
      expect((await asked('Token wrong')).status).toBe(401);
      expect((await asked('Token Kolokol-40')).status).toBe(200);
    } finally {
      await closed.stop();
    }
  });
});
