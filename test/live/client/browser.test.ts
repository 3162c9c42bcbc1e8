// The client in a real browser, on pages of another origin than the API's: the page of src/client/README.md, a
// page of plain http, where the browser makes no digests, and a real server's CORS.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { blocksOf, pageOf } from '../../pages/pages.js';
import { browserTool, startBrowser } from '../../support/browser.js';
import { buildFor, hostNamed } from '../../support/built.js';
import { page as htmlReply } from '../../support/replies.js';
import { startHost } from '../../support/servers.js';
import { describeWith, program, type Running } from '../../support/tools.js';
import { type Deployment, servePages, startDeployment } from './deployment.js';

const [html = ''] = blocksOf(pageOf('src/client/README.md'), 'html');

/** What stands in the window of a page that is not the one of README.md. */
interface Window {
  readonly portal: typeof import('../../../src/client/index.js');
  readonly isSecureContext: boolean;
}
const BLANK = `<!doctype html><link rel="icon" href="data:,">
  <script type="module">import * as portal from './client/index.js'; Object.assign(window, { portal });</script>`;

describeWith([browserTool, program('nginx')], 'in a browser', () => {
  let api: Deployment;
  let nginx: Running;
  let pages: Running;
  let page: Page;
  let errors: string[];
  let busy = 0;

  beforeAll(async () => {
    api = await startDeployment({
      isDefault: true,
      before: ({ method }) => {
        if (method !== 'GET' || busy === 0) return undefined;
        busy--;
        const headers = { 'access-control-allow-origin': '*', 'retry-after': '0' };
        return { status: 503, headers, body: Buffer.alloc(0) };
      },
    });
    const built = await buildFor(hostNamed('nginx'));
    nginx = await startHost('nginx', built.cwd, built.port);
    pages = await servePages((path) => {
      const text = path === '/jobs.html' ? html : BLANK;
      return htmlReply(text.replaceAll('https://api.example.org', api.url));
    });
    ({ page, errors } = await startBrowser('--host-resolver-rules=MAP jobs.example 127.0.0.1'));
  });
  beforeEach(() => {
    errors.length = 0;
    api.asked.length = 0;
  });

  it('the page shows the vacancies of a region, and one of them', async () => {
    await page.goto(`${pages.url}/jobs.html`);
    const region = 'Новосибирская область';
    const wanted = api.vacancies.filter(({ work_regions }) =>
      work_regions.some(({ name }) => name === region),
    );
    expect(wanted.length).toBeGreaterThan(0);
    await page.locator('#region').selectOption({ label: region });
    const items = page.locator('#vacancies li');
    expect(await items.allTextContents()).toEqual(wanted.map((vacancy) => vacancy.work_position));
    await items.first().getByRole('link').click();
    await page.locator('#vacancy:not(:empty)').waitFor();
    expect(await page.locator('#vacancy').textContent()).toBe(wanted[0]!.text);
    expect(errors).toEqual([]);
    expect(new Set(api.asked.map(({ headers }) => headers['origin']))).toEqual(
      new Set([pages.url]),
    );
    expect(api.asked.map(({ path }) => path)).toContain('/api/snapshot.json');
  });

  it('reads a list on a page of plain http, as that of a live origin', async () => {
    const { port } = new URL(pages.url);
    await page.goto(`http://jobs.example:${port}/`);
    const found = await page.evaluate(async (baseUrl) => {
      const { portal, isSecureContext } = globalThis as unknown as Window;
      const vacancies = await portal.createClient({ baseUrl }).vacancies.all();
      return { isSecure: isSecureContext, ids: vacancies.map(({ id }) => id) };
    }, api.url);
    expect(found).toEqual({ isSecure: false, ids: api.vacancies.map(({ id }) => id) });
    expect(api.asked.map(({ path }) => path)).not.toContain('/api/snapshot.json');
    expect(errors).toEqual([]);
  });

  it("reads what was published since, whatever is in the browser's cache", async () => {
    await page.goto(`${pages.url}/`);
    const positions = () =>
      page.evaluate(async (baseUrl) => {
        const { createClient } = (globalThis as unknown as Window).portal;
        const { vacancies } = createClient({ baseUrl });
        return (await vacancies.all()).map(({ work_position }) => work_position);
      }, api.url);
    const before = await positions();
    api.republish((text) => text.replaceAll('Эксперт', 'Знаток'));
    const after = before.map((position) => position.replaceAll('Эксперт', 'Знаток'));
    expect(after).not.toEqual(before);
    // From now on the browser keeps pages of both.
    const second = `${api.url}/api/job/vacancy/page/2/?page=2`;
    await page.evaluate(`fetch('${second}', { cache: 'reload' }).then(({ status }) => status)`);
    expect(await positions()).toEqual(after);
    // Nothing of that takes a preflight.
    expect(api.asked.map(({ method }) => method)).not.toContain('OPTIONS');
    expect(errors).toEqual([]);
    api.republish((text) => text.replaceAll('Знаток', 'Эксперт'));
  });

  it('asks again what was busy, and asks a cache about what it keeps', async () => {
    await page.goto(`${pages.url}/`);
    busy = 1;
    const counts = await page.evaluate(async (baseUrl) => {
      const { createClient } = (globalThis as unknown as Window).portal;
      const cache = new Map();
      const { vacancies } = createClient({ baseUrl, cache });
      const walk = async () => (await vacancies.all()).length;
      const [first, again] = [await walk(), await walk()];
      // A page that the browser had from before was asked for once more, past its cache, by its digest.
      const kept = [...cache.keys()].filter((url) => !url.includes('digest='));
      return [first, again, kept.length];
    }, api.url);
    const pagesOfList = Math.ceil(api.vacancies.length / 20);
    expect(counts).toEqual([api.vacancies.length, api.vacancies.length, pagesOfList + 1]);
    // The second walk asks for each with a condition, which takes a preflight; the browser's own conditions take none.
    const conditional = api.asked.filter(({ method }) => method === 'OPTIONS');
    expect(conditional).toHaveLength(pagesOfList + 1);
    // A browser logs every answer of 503.
    expect(errors).toHaveLength(1);
  });

  it('reads from a real server of another origin, with and without a cache', async () => {
    await page.goto(`${pages.url}/`);
    const [plain, first, again] = await page.evaluate(async (baseUrl) => {
      const { createClient } = (globalThis as unknown as Window).portal;
      const cached = createClient({ baseUrl, cache: new Map() });
      const ids = async (list: typeof cached.vacancies) => (await list.all()).map(({ id }) => id);
      return [
        await ids(createClient({ baseUrl }).vacancies),
        await ids(cached.vacancies),
        await ids(cached.vacancies),
      ];
    }, nginx.url);
    const wanted = api.vacancies.map(({ id }) => id);
    expect([plain, first, again]).toEqual([wanted, wanted, wanted]);
  });
});
