// The search in a real browser: the part "Searching" of src/client/README.md, on another origin than the API's, under a policy
// that allows what that page says and no more, against nginx.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, pageOf } from '../../pages/pages.js';
import { browserTool, startBrowser } from '../../support/browser.js';
import { buildFor, hostNamed } from '../../support/built.js';
import { page as htmlReply } from '../../support/replies.js';
import { startHost } from '../../support/servers.js';
import { describeWith, program, type Running } from '../../support/tools.js';
import { servePages } from './deployment.js';

const readme = pageOf('src/client/README.md');
const section = readme.slice(readme.indexOf('## Searching'));
const [html = ''] = blocksOf(section, 'html');
const script = /<script type="module">([\s\S]*)<\/script>/.exec(html)![1]!;
const policy = [...section.matchAll(/`((?:script|connect)-src [^`]*)`/g)].map(([, part]) => part!);

/** A vacancy, as far as the search looks at it. */
interface Vacancy {
  readonly id: number;
  readonly text: string;
  readonly created_at: string;
  readonly work_position: string;
  readonly work_city: { readonly name: string } | null;
  readonly work_regions: readonly { readonly id: number; readonly name: string }[];
  readonly certificates: readonly { readonly exact_category: { readonly name: string } }[];
}

const wordsOf = ({ text, work_position, work_city, work_regions, certificates }: Vacancy) =>
  [
    ...[text, work_position, work_city?.name ?? ''],
    ...work_regions.map(({ name }) => name),
    ...certificates.map(({ exact_category }) => exact_category.name),
  ].join(' ');

describeWith([browserTool, program('nginx')], 'the search in a browser', () => {
  let pages: Running;
  let page: Page;
  let errors: string[];
  let vacancies: Vacancy[];
  /** The vacancies in whose words this is, the newest first. */
  const withWords = (words: RegExp) =>
    vacancies
      .filter((vacancy) => words.test(wordsOf(vacancy)))
      .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));

  beforeAll(async () => {
    const built = await buildFor(hostNamed('nginx'));
    const lines = readFileSync(join(built.dist, 'api/job/vacancy/all.ndjson'), 'utf8');
    vacancies = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    await startHost('nginx', built.cwd, built.port);
    const here = (text: string) => text.replaceAll('https://api.example.org', built.baseUrl);
    const allowed = ["default-src 'none'", 'img-src data:', ...policy]
      .join('; ')
      .replace('script-src', "script-src 'self'");
    // Scripts that stand in a page are none that the policy lets run.
    const apart = html.replace(script, '').replace('type="module"', '$& src="./page.js"');
    pages = await servePages((path) =>
      path === '/page.js'
        ? htmlReply(here(script), { 'content-type': 'text/javascript; charset=utf-8' })
        : htmlReply(here(`${apart}<link rel="icon" href="data:,">`), {
            'content-security-policy': here(allowed),
          }),
    );
    ({ page, errors } = await startBrowser());
  });

  it('finds words in other forms, in a region, the newest first', async () => {
    expect(policy).toHaveLength(2);
    await page.goto(`${pages.url}/search.html`);
    await page.locator('#region option').nth(2).waitFor({ state: 'attached' });
    const found = async (words: string, region = '') => {
      await page.locator('#found').evaluate((list) => list.replaceChildren());
      await page.locator('#region').selectOption(region);
      await page.locator('#words').fill(words);
      await page.locator('#found mark').first().waitFor();
      const links = page.locator('#found a');
      return links.evaluateAll((all) => all.map((link) => Number(link.hash.slice(1))));
    };
    const wanted = withWords(/(?<![а-яё])кот(?:л|[её]л)/i);
    expect(wanted.some(({ text }) => /котлы/.test(text) && !/кот[её]л/i.test(text))).toBe(true);
    expect(await found('котёл')).toEqual(wanted.map(({ id }) => id));
    const [region] = wanted.flatMap(({ work_regions }) => work_regions);
    const there = wanted.filter(({ work_regions }) =>
      work_regions.some(({ id }) => id === region!.id),
    );
    expect(there.length).toBeLessThan(wanted.length);
    expect(await found('котлы', String(region!.id))).toEqual(there.map(({ id }) => id));
    expect(errors).toEqual([]);
  });
});
