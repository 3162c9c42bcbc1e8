// The page in a real browser.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Preview } from '../../../src/preview/preview.js';
import { browserTool, startBrowser } from '../../support/browser.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, experts, forum, writeData } from '../../support/portal.js';
import { startPreview } from '../../support/tool.js';
import { describeWith } from '../../support/tools.js';

describeWith([browserTool], 'the page', () => {
  const hostile = '<img src=x onerror="document.title=1"><b>Уральск</b>';
  let preview: Preview;
  let browser: BrowserContext;
  let page: Page;
  let data: string;
  const errors: string[] = [];

  beforeAll(async () => {
    const cwd = temporaryFolder();
    data = join(cwd, 'data');
    const { regions = [], ...others } = directory(45);
    writeData(data, {
      ...others,
      ...experts(3),
      ...forum({ posts: 1, replies: 2 }),
      regions: [{ ...regions[0], id: 1, name: hostile }, ...regions.slice(1)],
    });
    [preview, browser] = await Promise.all([startPreview({ cwd, onRebuild() {} }), startBrowser()]);
    page = browser.pages()[0] ?? (await browser.newPage());
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(preview.url)) errors.push(`asked for ${request.url()}`);
    });
    await page.goto(`${preview.url}/`);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await preview.close();
    // Nothing was asked of anyone else, and nothing failed.
    expect(errors).toEqual([]);
  });

  const firstId = () => page.locator('tbody td').first().textContent();

  it('lists the endpoints, each with its records', async () => {
    const entries = page.locator('#lists li');
    await entries.nth(12).waitFor();
    expect(await entries.allTextContents()).toEqual([
      '/api/',
      '/api/epb-e/expert/3',
      '/api/region/45',
      '/api/pb-questions/exact-category/0',
      '/api/job/vacancy/0',
      '/api/job/resume/0',
      '/api/post-comment/3',
      '/api/event/3',
      '/api/portal-favorite/in-favorite/0',
      '/api/portal-favorite/member/0',
      '/api/portal-favorite/blog/0',
      '/api/portal-favorite/post/0',
      '/api/portal-favorite/comment/0',
    ]);
    expect(await page.locator('#status').textContent()).toMatch(
      /^0 errors, 0 warnings\. Snapshot /,
    );
  });

  it('walks a list forward and back, with the keyboard alone', async () => {
    const follow = async (name: string, heading: string) => {
      await page.getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      return page.locator('tbody tr').count();
    };
    const list = '/api/region/';
    expect(await follow(list, list)).toBe(20);
    const first = await firstId();
    expect(await follow('Next', `${list}page/2/?page=2`)).toBe(20);
    expect(await firstId()).not.toBe(first);
    expect(await follow('Next', `${list}page/3/?page=3`)).toBe(5);
    expect(await page.getByRole('link', { name: 'Next', exact: true }).count()).toBe(0);
    await follow('Previous', `${list}page/2/?page=2`);
    await follow('Previous', list);
    expect(await firstId()).toBe(first);
    expect(await page.getByRole('link', { name: 'Previous', exact: true }).count()).toBe(0);
  });

  it('shows markup as text', async () => {
    await page.goto(`${preview.url}/#/api/region/`);
    await page.getByText(hostile, { exact: true }).waitFor();
    await page.goto(`${preview.url}/#/api/post-comment/`);
    await page.getByText('<p>Ответ 2: обсуждение, <b>надзор</b>.</p>').first().waitFor();
    expect(await page.locator('main b, main img').count()).toBe(0);
    expect(await page.title()).toBe('Preview');
  });

  it('shows a problem when it is saved, and no longer when it is mended', async () => {
    await page.goto(`${preview.url}/#/api/epb-e/expert/`);
    await page.getByText('Эксперт 3', { exact: true }).waitFor();
    writeFileSync(join(data, 'experts.json'), '[{"id": 1, <script>]');
    const problem = page.locator('#problem-list li');
    await problem.waitFor();
    expect(await problem.textContent()).toMatch(/^data\/experts\.json:1:12 error .*</);
    expect(await page.locator('#status').textContent()).toBe(
      '1 error, 0 warnings. The last good snapshot is shown.',
    );
    expect(await page.getByText('Эксперт 3', { exact: true }).count()).toBe(1);
    writeFileSync(
      join(data, 'experts.json'),
      '[{"id": 1, "full_name": "Новый эксперт", "created_at": "2026-01-01T00:00:00+03:00"}]',
    );
    await page.getByText('Новый эксперт', { exact: true }).waitFor();
    expect(await problem.count()).toBe(0);
    expect(await page.locator('#problems').isVisible()).toBe(false);
  });
});
