// What happens to the page while data is saved, and what data written by strangers does to it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserTool } from '../../support/browser.js';
import {
  directory,
  experts,
  forum,
  instant,
  times,
  vacancies,
  writeData,
  writeFile,
} from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { overflowOf, type Visit, violationsOf, visit } from './visit.js';

describeWith([browserTool], 'the page while data is saved', () => {
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await visit((data) => {
      writeData(data, { ...directory(45), ...experts(60), ...forum({ posts: 2, replies: 4 }) });
    }, 'en');
    page = visited.page;
  }, 60_000);
  afterAll(() => visited.close(), 60_000);

  const save = (name: string, text: string) => writeFileSync(join(visited.data, name), text);
  const people = (first: string, n = 60) =>
    JSON.stringify(
      times(n, (id) => ({
        id,
        full_name: id === 1 ? first : `Эксперт ${id}`,
        created_at: instant(id),
      })),
    );

  it('stays where the reader is, with the focus and what is typed', async () => {
    await visited.go('#/experts?q=Эксперт');
    await page.locator('.item').nth(40).focus();
    const before = Number(await page.evaluate('scrollY'));
    expect(before).toBeGreaterThan(300);
    const name = await page.evaluate('document.activeElement.innerText');
    save('experts.json', people('Эксперт Новый'));
    await page.getByText('Эксперт Новый', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.innerText')).toBe(name);
    expect(await page.evaluate('scrollY')).toBe(before);
    expect(await page.locator('#search').inputValue()).toBe('Эксперт');
  });

  it('shows a mistake with the way to its line, and keeps what was good', async () => {
    save('experts.json', '[{"id": 1, <script>]');
    const problem = page.locator('.problems li');
    await problem.waitFor();
    expect(await problem.innerText()).toMatch(/^error data\/experts\.json:1:12\s.*</s);
    expect(await problem.locator('a').getAttribute('href')).toBe(
      `vscode://file${visited.data}/experts.json:1:12`,
    );
    expect(await page.locator('#status').innerText()).toBe(
      '1 error · What is shown is the last good state.',
    );
    expect(await page.getByText('Эксперт Новый', { exact: true }).count()).toBe(1);
    expect(await page.title()).toMatch(/^✗/);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Русский' }).click();
    await expect.poll(() => page.locator('#status').innerText()).toMatch(/^1 ошибка/);
    await page.getByRole('button', { name: 'English' }).click();
    // Other views are of the last good state, too, and so is a page that is opened only now.
    await visited.go('#/posts/2');
    await page.locator('.comment').first().waitFor();
    await page.reload();
    await page.locator('.comment').first().waitFor();
    save('experts.json', people('Снова в порядке'));
    await expect.poll(() => page.locator('.problems').count()).toBe(0);
    expect(await page.locator('#status').innerText()).toBe('Everything is in order');
    await visited.go('#/experts');
    await page.getByText('Снова в порядке', { exact: true }).waitFor();
  });

  it('shows a lone warning apart from errors: folded, and in no red', async () => {
    save('notes.txt', 'Заметки');
    const box = page.locator('.problems');
    await box.waitFor();
    expect(await page.locator('#status').getAttribute('class')).toBe('doubtful');
    expect(await page.title()).not.toContain('✗');
    const back = () =>
      page.evaluate('getComputedStyle(document.querySelector(".problems")).backgroundColor');
    const warned = await back();
    expect(await box.locator('li').isVisible()).toBe(false);
    await box.locator('summary').press('Enter');
    expect(await box.locator('li').innerText()).toMatch(/^warning data\/notes\.txt:1:1/);
    expect(await violationsOf(page)).toEqual([]);
    save('experts.json', '[');
    await expect.poll(() => page.locator('#status').getAttribute('class')).toBe('bad');
    expect(await back()).not.toBe(warned);
    expect(await box.locator('li').first().innerText()).toMatch(/^error/);
    rmSync(join(visited.data, 'notes.txt'));
    save('experts.json', people('Эксперт 1'));
    await expect.poll(() => box.count()).toBe(0);
  });

  it('holds no connection while it is hidden, and shows what was saved meanwhile when it is seen again', async () => {
    await visited.go('#/experts');
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    const closed = page.waitForEvent('requestfailed', (one) => /events$/.test(one.url()));
    await hide(true);
    await closed;
    save('experts.json', people('Сохранено без неё'));
    await hide(false);
    await page.getByText('Сохранено без неё', { exact: true }).waitFor();
  });

  it('walks the pages of a list, forward and back', async () => {
    await visited.go('#/experts');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(10);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
  });
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
      writeData(data, { ...rest, ...forum({ posts: 2, replies: 2 }), ...vacancies(10_000) });
      const [first = {}, second = {}] = regions;
      writeFile(
        data,
        'regions.json',
        JSON.stringify([
          { ...first, name: markup },
          { ...second, name: word },
          { id: 3, name: turned },
        ]),
      );
      const job = { category: 1, created_at: instant(1), work_regions: [1, 2, 3] };
      writeFile(
        data,
        'vacancies/hostile.json',
        JSON.stringify([
          { id: 20_001, text: `${markup} ${word}`, work_position: markup, ...job },
          { id: 20_002, text: turned, work_position: word, ...job },
        ]),
      );
      const post = { created: instant(1), blog: 1, user: 1, moderated_by: 1, slug: 'x' };
      const text = `<p style="color:red">${word}</p><table><tr><td>${word}</td></tr></table>
        <a href="https://example.org/a">наружу</a><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>`;
      writeFile(data, 'posts/8.json', JSON.stringify({ id: 8, title: markup, text, ...post }));
      writeFile(data, 'posts/9.json', JSON.stringify({ id: 9, title: 'О', text: 'Да', ...post }));
      const reply = { post: 9, user: 1, created: instant(3) };
      writeFile(
        data,
        'comments/9.json',
        JSON.stringify([
          { id: 899, post: 8, created: instant(2) },
          { id: 900, post: 9, created: instant(2) },
          // An answer to an answer, and so on.
          ...times(3000, (n) => ({ ...reply, id: 900 + n, parent: 899 + n, text: `<b>${n}</b>` })),
          ...times(3000, (n) => ({ ...reply, id: 9000 + n, parent: 900, text: `<i>${n}</i>` })),
        ]),
      );
    });
    page = visited.page;
  }, 120_000);
  afterAll(() => visited.close(), 60_000);

  it('shows markup as text, and breaks words of 100,000 letters', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const hash of [
        'vacancies',
        'vacancies/20001',
        'vacancies/20002',
        'regions',
        'posts',
        'posts/8',
      ]) {
        await visited.go(`#/${hash}`);
        expect([hash, await overflowOf(page)]).toEqual([hash, 0]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await visited.go('#/vacancies/20001');
    expect(await page.locator('main h1').innerText()).toBe(markup);
    expect(await page.locator('main img, main script, main b').count()).toBe(0);
    expect(await page.title()).not.toBe('1');
  }, 60_000);

  it('runs and moves nothing of a text in its form, which no build has looked at', async () => {
    await visited.go('#/posts/8/edit');
    const field = page.locator('#field-text');
    await field.waitFor();
    await field.fill(
      `<p style="position:fixed;inset:0">Поверх</p><a href="javascript:document.title=1">ссылка</a>
      <iframe srcdoc="<script>parent.document.title=1</script>"></iframe><svg onload="document.title=1">
      <form action="/preview/edit/undo"><button>Отправить</button></form>${markup}`,
    );
    const shown = page.locator('.rendering .markup').first();
    await expect.poll(() => shown.innerText()).toContain('Уральск');
    expect(await shown.innerHTML()).not.toMatch(
      /style="[^"]|javascript|<(?:iframe|svg|form|script)|onerror/i,
    );
    expect(await page.title()).not.toBe('1');
    // The browser says what it does not let run, even where nothing could.
    for (const said of visited.errors.splice(0)) expect(said).toMatch(/inline event.*blocked/);
  });

  it('keeps letters that turn the direction of writing from turning what stands beside them', async () => {
    await visited.go('#/regions');
    await page.getByText(turned, { exact: true }).waitFor();
    const isolated = await page.evaluate(
      `getComputedStyle([...document.querySelectorAll('td')].find((cell) => cell.innerText.includes('налево'))).unicodeBidi`,
    );
    expect(isolated).toBe('isolate');
  });

  it('lets links of a post lead outside, in a page that knows nothing of this one', async () => {
    await visited.go('#/posts/8');
    const link = page.locator('.markup').getByText('наружу');
    await link.waitFor();
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await page.locator('.markup [style]').getAttribute('style')).toBe('color: red;');
  });

  it('shows a list of 10,000, and a discussion of thousands that is as deep', async () => {
    const start = performance.now();
    await visited.go('#/vacancies');
    expect(await page.locator('.card').count()).toBe(50);
    await page.locator('#search').fill('9876.');
    await page.getByRole('link', { name: 'Вакансия 9876', exact: true }).waitFor();
    await visited.go('#/posts/9');
    await page.locator('.comment').first().waitFor();
    expect(await page.locator('.comment').count()).toBe(6000);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page)).toBe(0);
    }
    await visited.go('#/posts/9?comments=3900');
    await expect
      .poll(() => page.locator('#at-3900').evaluate((it) => it.getBoundingClientRect().y))
      .toBeLessThan(900);
    // What grows by the square takes many minutes; three files of tests share two processors.
    expect(performance.now() - start).toBeLessThan(90_000);
  }, 120_000);
});
