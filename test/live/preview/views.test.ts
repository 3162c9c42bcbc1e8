// The page as readers see it, in a real browser: each kind of view of the shipped data.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserTool } from '../../support/browser.js';
import { projectFolder } from '../../support/folders.js';
import { describeWith } from '../../support/tools.js';
import { overflowOf, type Visit, violationsOf, visit } from './visit.js';

/** One of each kind of view. */
const views = [
  '#/',
  '#/vacancies',
  '#/vacancies/100',
  '#/resumes/8',
  '#/exact-categories',
  '#/experts',
  '#/posts',
  '#/posts/10',
  '#/posts/4',
  '#/blogs/4',
  '#/events',
  '#/users',
  '#/users/5',
  '#/users/99999',
  '#/categories',
  '#/object-examinations',
  '#/regions',
  '#/search?q=котлы',
  '#/nothing',
];

describeWith([browserTool], 'the page of the shipped data', () => {
  let visited: Visit;
  let page: Page;
  let go: Visit['go'];

  beforeAll(async () => {
    visited = await visit((data) => cpSync(join(projectFolder, 'data'), data, { recursive: true }));
    ({ page, go } = visited);
  }, 60_000);
  afterAll(() => visited.close(), 60_000);

  const text = (selector: string) => page.locator(selector).first().innerText();

  it('shows a vacancy with names, the pay and dates in words', async () => {
    await go('#/vacancies/100');
    expect(await text('main h1')).toBe('Эксперт по технологическим трубопроводам');
    const facts = await text('.fields');
    for (const fact of [
      '138 000 ₽',
      'Новосибирск',
      'Томская область',
      'Э7 ТУ',
      '16 июня 2025 г.',
    ]) {
      expect(facts.replaceAll('\u00a0', ' ')).toContain(fact);
    }
    expect(await text('.lines')).toContain('Изометрии чертим сами');
    expect(await text('footer.tools a')).toBe(
      'data/vacancies/100-ekspert-zavod-plastmass-novosibirsk.json:1',
    );
    await page.getByText('JSON', { exact: true }).click();
    expect(JSON.parse(await text('footer.tools pre'))).toMatchObject({
      id: 100,
      work_salary: 138_000,
    });
  });

  it.each([
    ['#/', 'Обзор'],
    ['#/vacancies', 'Вакансии'],
    ['#/vacancies/100', 'Эксперт по технологическим трубопроводам'],
    ['#/search?q=котлы', 'Поиск: котлы'],
  ])('calls the tab by what is shown, and the portal: %s', async (hash, shown) => {
    await go(hash);
    await expect.poll(() => page.title()).toBe(`${shown} · Портал сообщества и вакансий`);
  });

  it('filters by region, keeps that in the address, and shows everything again', async () => {
    await go('#/vacancies');
    const all = await page.locator('.card').count();
    await page.getByLabel('Регионы').selectOption({ value: '53' });
    await page.waitForURL(/work_regions/);
    await page.locator('.filters .button').waitFor();
    await expect.poll(() => page.locator('.card').count()).toBeLessThan(all);
    for (const card of await page.locator('.card').all()) {
      expect(await card.innerText()).toContain('Новосибирская область');
    }
    await page.getByRole('link', { name: 'Показать все' }).click();
    await expect.poll(() => page.locator('.card').count()).toBe(all);
  });

  it('shows the price list as a table', async () => {
    await go('#/exact-categories');
    const first = (await text('tbody tr')).replaceAll('\u00a0', ' ');
    expect(first).toMatch(/Э1 ТУ.*Угольная промышленность.*18 500 ₽.*24 000 ₽.*31 500 ₽/s);
    // No row is higher than three lines, and no column is narrower than the words at its head.
    await page.setViewportSize({ width: 1440, height: 900 });
    const heights = await page
      .locator('tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights[0]).toBeLessThan(45);
    expect(Math.max(...heights)).toBeLessThan(95);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows a post as it is written, and its poll', async () => {
    await go('#/posts/4');
    await page.locator('.markup table td').first().waitFor();
    expect(await page.locator('.markup strong, .markup h2, .markup p').count()).toBeGreaterThan(1);
    expect(await text('.poll')).toMatch(/голос/);
    expect(await page.locator('.poll progress').count()).toBeGreaterThan(1);
  });

  it('shows a discussion whole, each answer further to the right than what it answers', async () => {
    await go('#/posts/10');
    await page.locator('.comment').first().waitFor();
    expect(await text('.thread h2')).toBe('Обсуждение: 9 комментариев');
    expect(await page.locator('.comment').count()).toBe(9);
    const left = async (place: number) =>
      (await page.locator('.comment').nth(place).boundingBox())!.x;
    expect(await left(1)).toBeGreaterThan(await left(0));
    expect(await left(2)).toBeGreaterThan(await left(1));
  });

  it('leads from a comment that was found to its place', async () => {
    await go('#/search?q=сборные');
    await page.locator('.hits a[href*="comments="]').last().click();
    await page.locator('.comment.wanted').waitFor();
    await expect
      .poll(async () => {
        const box = await page.locator('.comment.wanted').boundingBox();
        return box!.y > 0 && box!.y < 900;
      })
      .toBe(true);
  });

  it('goes by the keyboard alone', async () => {
    await go('#/vacancies');
    const focused = () =>
      page.evaluate('document.activeElement.className || document.activeElement.id');
    await page.locator('.card .item').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.locator('.fields').waitFor();
    await expect.poll(focused).toBe('heading');
    await page.goBack();
    await page.locator('.card').first().waitFor();
    await page.locator('#search').focus();
    await page.keyboard.type('литей');
    await page.waitForURL(/q=/);
    await expect.poll(() => page.locator('.card').count()).toBeLessThan(10);
    await page.keyboard.press('Escape'); // the browser empties the field
    await expect.poll(() => page.locator('.card').count()).toBe(50);
    // The first stop of all leads past the menu.
    await page.reload();
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('К содержанию');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('heading');
  });

  it('comes back to the place in a list, and leaves the reader who scrolls on alone', async () => {
    await go('#/');
    // The page itself scrolls to the top of what is new, once.
    await page.evaluate(`(() => {
      const { scrollTo } = window;
      window.scrolls = [];
      window.scrollTo = (...to) => { window.scrolls.push(to); scrollTo(...to); };
    })()`);
    await go('#/vacancies');
    await page.locator('.card').nth(30).scrollIntoViewIfNeeded();
    const before = Number(await page.evaluate('scrollY'));
    expect(before).toBeGreaterThan(1000);
    await page.locator('.card .item').nth(30).click();
    await page.locator('.fields').waitFor();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expect
      .poll(async () => Number(await page.evaluate('scrollY')), { timeout: 10_000 })
      .toBeGreaterThan(before - 400);
    expect(await page.evaluate('window.scrolls')).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('speaks English when asked to, and remembers it', async () => {
    await go('#/posts/10');
    await page.getByRole('button', { name: 'English' }).click();
    await expect.poll(() => text('.thread h2')).toBe('Discussion: 9 comments');
    await page.reload();
    await expect.poll(() => text('.menu')).toContain('Vacancies');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await page.getByRole('button', { name: 'Русский' }).click();
    await expect.poll(() => text('.menu')).toContain('Вакансии');
  });

  // axe, which takes longest, looks at each width, scheme and language once.
  it.each([
    [1440, 'light', 'en', violationsOf],
    [390, 'dark', 'ru', violationsOf],
    [390, 'light', 'en', undefined],
    [1440, 'dark', 'ru', undefined],
  ] as const)(
    'is accessible and fits %i pixels, %s, %s',
    async (width, colorScheme, lang, found) => {
      await page.evaluate(`localStorage.setItem('preview-language', '${lang}')`);
      await page.reload();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const hash of views) {
        await go(hash);
        expect([hash, await overflowOf(page)]).toEqual([hash, 0]);
        expect([hash, await found?.(page)]).toEqual([hash, found && []]);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    240_000,
  );
});
