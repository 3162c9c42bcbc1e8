// Each kind of page of the preview in a real browser: what it shows of the shipped data, and of data that means harm.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserTool } from '../../support/browser.js';
import { projectFolder } from '../../support/folders.js';
import { directory, forum, instant, times, writeData, writeFile } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { overflowOf, type Visit, violationsOf, visit } from './visit.js';

/** One of each kind of page. */
const pages = [
  '#/',
  '#/vacancies',
  '#/vacancies/100',
  '#/vacancies/new',
  '#/exact-categories',
  '#/posts?drafts=1',
  '#/posts/10',
  '#/comments?of=posts/10',
  '#/comments/12',
  '#/users/5',
  '#/users/99999',
  '#/changes',
  '#/nothing',
];

describeWith([browserTool], 'the page of the shipped data', () => {
  let visited: Visit;
  let page: Page;
  let go: Visit['go'];

  beforeAll(async () => {
    visited = await visit((data) => cpSync(join(projectFolder, 'data'), data, { recursive: true }));
    ({ page, go } = visited);
  });
  afterAll(() => visited.close());

  const text = async (selector: string) =>
    (await page.locator(selector).first().innerText()).replaceAll('\u00a0', ' ');
  const rows = (of: Page) => of.locator('tbody tr');

  it('finds vacancies by a word in any form and by region, and shows all again', async () => {
    await go('#/vacancies');
    expect(await text('main .title p')).toBe('80 записей');
    expect(await text('tbody tr')).toMatch(/Эксперт.*150 000.*Москва.*9 февр\. 2026 г\./s);
    await page.locator('#search').fill('трубопровода');
    await page.waitForURL(/q=/);
    await expect.poll(() => rows(page).count()).toBeLessThan(20);
    await page.locator('#search').fill('');
    await expect.poll(() => rows(page).count()).toBe(50);
    await page.getByLabel('Регионы').fill('Новосибирская');
    await page.keyboard.press('Enter');
    await page.waitForURL(/of=regions%2F53/);
    await expect.poll(() => rows(page).count()).toBeLessThan(20);
    for (const row of await rows(page).all()) expect(await row.innerText()).toContain('Новосиб');
    await page.getByLabel('Регионы').fill('');
    await expect.poll(() => rows(page).count()).toBe(50);
    await page.getByRole('link', { name: 'Следующая страница' }).click();
    await expect.poll(() => rows(page).count()).toBe(30);
    await page.getByRole('link', { name: 'Скрыто от читателей: 3' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(await text('tbody')).toContain('запись закрыта');
  });

  it('shows a post with its text as readers see it, who refers to it, and its discussion as a tree', async () => {
    await go('#/posts/10');
    await page.locator('.comment').first().waitFor();
    expect(await page.title()).toBe(`${await text('main h1')} · Портал сообщества и вакансий`);
    expect(await page.locator('.rendering .markup p').count()).toBeGreaterThan(1);
    expect(await text('.discussion h2')).toBe('Обсуждение: 9 комментариев');
    // Who voted is folded, so that the discussion is not far below.
    const polls = page.locator('.form > .all > details').first();
    expect(await polls.locator('> summary').innerText()).toBe('Опросы 1');
    expect(await polls.locator('input').first().isVisible()).toBe(false);
    await polls.locator('> summary').click();
    expect(await polls.getByLabel('Вопрос').isVisible()).toBe(true);
    const left = async (at: number) =>
      (await page.locator('.comment > *').nth(at).boundingBox())!.x;
    expect(await left(1)).toBeGreaterThan(await left(0));
    expect(await left(2)).toBeGreaterThan(await left(1));
    await page.getByRole('link', { name: /^Комментарии 10/ }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    await rows(page).first().getByRole('link').first().click();
    await page.getByRole('link', { name: /^В обсуждении/ }).click();
    await expect
      .poll(() => page.locator('.wanted').evaluate((one) => one.getBoundingClientRect().y))
      .toBeLessThan(900);
  });

  it('goes by the keyboard alone, and comes back to its place in a list', async () => {
    await go('#/');
    await go('#/vacancies');
    const focused = () =>
      page.evaluate('document.activeElement.className || document.activeElement.id');
    const link = rows(page).nth(30).getByRole('link').first();
    await link.focus();
    const before = Number(await page.evaluate('scrollY'));
    expect(before).toBeGreaterThan(500);
    await page.keyboard.press('Enter');
    await page.locator('.form').waitFor();
    await expect.poll(focused).toBe('heading');
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expect
      .poll(async () => Number(await page.evaluate('scrollY')))
      .toBeGreaterThan(before - 400);
    // The first stop of all leads past the menu.
    await page.reload();
    await rows(page).first().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('К содержанию');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('heading');
  });

  it('speaks English when asked to, and remembers it', async () => {
    await page.getByRole('button', { name: 'English' }).click();
    await page.reload();
    await expect.poll(() => text('.menu')).toContain('Vacancies');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await page.getByRole('button', { name: 'Русский' }).click();
  });

  it('holds no connection while it is hidden, and shows what was saved meanwhile when it is seen again', async () => {
    await go('#/experts');
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    const closed = page.waitForEvent('requestfailed', (one) => /events$/.test(one.url()));
    await hide(true);
    await closed;
    const added = { id: 9999, full_name: 'Сохранено без неё', created_at: instant(1) };
    writeFile(visited.data, 'experts/9999.json', JSON.stringify(added));
    await hide(false);
    await page.getByText('Сохранено без неё', { exact: true }).waitFor();
  });

  it('shows a mistake with the way to its record and its line, and stays right meanwhile', async () => {
    const wrong = { id: 9999, full_name: 'Без даты' };
    writeFile(visited.data, 'experts/9999.json', JSON.stringify(wrong));
    const problem = page.locator('.problems li').first();
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^ошибка Без даты · data\/experts\/9999\.json:1:1/);
    expect(await problem.locator('a').last().getAttribute('href')).toBe(
      `vscode://file${visited.data}/experts/9999.json:1:1`,
    );
    expect(await text('#status')).toBe(
      '1 ошибка · Читатели API пока видят последнее исправное состояние.',
    );
    expect(await page.title()).toMatch(/^✗/);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByText('Без даты', { exact: true }).last().waitFor();
    await problem.getByRole('link', { name: 'Без даты' }).click();
    await page.locator('#field-full_name').waitFor();
    // A lone warning stands apart from errors: folded, and in no red.
    rmSync(join(visited.data, 'experts/9999.json'));
    writeFileSync(join(visited.data, 'notes.txt'), 'Заметки');
    await expect.poll(() => page.locator('#status').getAttribute('class')).toBe('doubtful');
    expect(await problem.isVisible()).toBe(false);
    expect(await page.title()).not.toContain('✗');
    rmSync(join(visited.data, 'notes.txt'));
    await expect.poll(() => text('#status')).toBe('Всё в порядке');
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
      for (const hash of pages) {
        await go(hash);
        await page.evaluate(
          "document.querySelectorAll('main details').forEach((one) => { one.open = true })",
        );
        expect([hash, await overflowOf(page)]).toEqual([hash, 0]);
        expect([hash, await found?.(page)]).toEqual([hash, found && []]);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
    240_000,
  );
});

describeWith([browserTool], 'the page of data that means harm', () => {
  const markup =
    '<img src=x onerror="document.title=1"></script><script>alert(1)</script><b>Уральск</b>';
  const word = 'ж'.repeat(100_000);
  const turned = 'налево \u202eоварпан\u202c';
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await visit((data) => {
      const { regions = [], ...rest } = directory(2);
      writeData(data, { ...rest, ...forum({ posts: 2, replies: 2 }) });
      const named = [markup, word].map((name, i) => ({ ...regions[i], name }));
      writeFile(data, 'regions.json', JSON.stringify([...named, { id: 3, name: turned }]));
      const post = { created: instant(1), blog: 1, user: 1, moderated_by: 1, slug: 'x' };
      const text = `<p style="color:red">${word}</p><table><tr><td>${word}</td></tr></table>
        <a href="https://example.org/a">наружу</a><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>`;
      writeFile(data, 'posts/8.json', JSON.stringify({ id: 8, title: markup, text, ...post }));
      writeFile(data, 'posts/9.json', JSON.stringify({ id: 9, title: 'О', text: 'Да', ...post }));
      const reply = { post: 9, user: 1, created: instant(3) };
      const comments = [
        { id: 899, post: 8, created: instant(2) },
        { id: 900, post: 9, created: instant(2) },
        // An answer to an answer, and so on.
        ...times(3000, (n) => ({ ...reply, id: 900 + n, parent: 899 + n, text: `<b>${n}</b>` })),
        ...times(3000, (n) => ({ ...reply, id: 9000 + n, parent: 900, text: `<i>${n}</i>` })),
      ];
      writeFile(data, 'comments/9.json', JSON.stringify(comments));
    });
    page = visited.page;
  });
  afterAll(() => visited.close());

  it('shows markup as text, breaks words of 100,000 letters, and keeps the direction of writing', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const hash of ['#/regions', '#/posts', '#/posts/8']) {
        await visited.go(hash);
        expect([hash, await overflowOf(page)]).toEqual([hash, 0]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.locator('main h1').innerText()).toBe(markup);
    expect(await page.locator('main h1 *').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
    await visited.go('#/regions');
    const link = page.getByText(turned, { exact: true });
    await link.waitFor();
    expect(await page.locator('main :is(img, script, b)').count()).toBe(0);
    expect(
      await link.evaluate(
        (one) => one.ownerDocument.defaultView!.getComputedStyle(one.closest('td')!).unicodeBidi,
      ),
    ).toBe('isolate');
  });

  it('runs and moves nothing of a text in its form, and lets its links lead outside', async () => {
    await visited.go('#/posts/8');
    const shown = page.locator('.rendering .markup').first();
    const link = shown.getByText('наружу');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await shown.locator('[style]').getAttribute('style')).toBe('color: red;');
    await page.locator('#field-text').fill(
      `<p style="position:fixed;inset:0">Поверх</p><a href="javascript:document.title=1">ссылка</a>
      <iframe srcdoc="<script>parent.document.title=1</script>"></iframe><svg onload="document.title=1">
      <form action="/preview/edit/undo"><button>Отправить</button></form>${markup}`,
    );
    await expect.poll(() => shown.innerText()).toContain('Уральск');
    expect(await shown.innerHTML()).not.toMatch(
      /style="[^"]|javascript|<(?:iframe|svg|form|script)|onerror/i,
    );
    expect(await page.title()).not.toBe('1');
    await page.getByRole('button', { name: 'Отменить правку' }).click();
    // The browser says what it does not let run, even where nothing could.
    for (const said of visited.errors.splice(0)) expect(said).toMatch(/inline event.*blocked/);
  });

  it('shows a discussion of thousands that is as deep', async () => {
    await visited.go('#/posts/9?at=3900');
    await page.locator('.comment').first().waitFor();
    expect(await page.locator('.comment').count()).toBe(6000);
    await expect
      .poll(() => page.locator('#at-3900').evaluate((it) => it.getBoundingClientRect().y))
      .toBeLessThan(900);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page)).toBe(0);
    }
  });
});
