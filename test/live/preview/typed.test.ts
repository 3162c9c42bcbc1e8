// What is typed in a form of the preview, in a real browser: it stays through what the editor does besides, and is saved as it is.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill, VACANCY } from '../../preview/edits.js';
import { blockStorage, browserTool } from '../../support/browser.js';
import { describeWith } from '../../support/tools.js';
import { type Visit, violationsOf, visit } from './visit.js';

const ONE = '{"2": "b", "1": "a", "sum": 1.50, "part": 0.12345678901234567891}';

describeWith([browserTool], 'what is typed in a form', () => {
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await visit((data) => {
      fill(data);
      const event = `{"id": 90, "event_type": 1, "post": 5, "available_for": [${ONE}]}`;
      writeFileSync(join(data, 'events.json'), `[\n  ${event}\n]\n`);
    });
    page = visited.page;
  }, 60_000);
  afterAll(() => visited.close(), 60_000);

  const field = (name: string) => page.locator(`#field-${name}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const vacancy = () => JSON.parse(readFileSync(join(visited.data, VACANCY), 'utf8'));
  const write = (values: object) =>
    writeFileSync(join(visited.data, VACANCY), JSON.stringify({ ...vacancy(), ...values }));

  it('stays while the record is hidden, by a click or two, and can be saved then', async () => {
    await visited.go('#/vacancies/100/edit');
    await field('text').fill('Набрано');
    await visited.go('#/vacancies/100');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
    });
    await button('Скрыть от читателей').dblclick();
    await button('Показать читателям').waitFor();
    expect(asked).toEqual(['/preview/edit/save/vacancies/100']);
    expect(await page.locator('.record-tools .error').innerText()).toBe('');
    await visited.go('#/vacancies/100/edit');
    await page.getByText('Это вы набрали раньше').waitFor();
    expect(await field('text').inputValue()).toBe('Набрано');
    await button('Сохранить').click();
    await expect.poll(() => page.url()).toMatch(/#\/vacancies\/100$/);
    expect(vacancy()).toMatchObject({ text: 'Набрано', is_public: false });
  }, 60_000);

  it('is given up in no field but those that somebody else has changed', async () => {
    await visited.go('#/vacancies/100/edit');
    await field('text').fill('Моё');
    await field('work_position').fill('Моя должность');
    await visited.go('#/vacancies/100');
    write({ text: 'Чужое', work_salary: 1000 });
    await visited.go('#/vacancies/100/edit');
    expect(await field('text').inputValue()).toBe('Моё');
    await button('Сохранить').click();
    await button('Открыть снова').click();
    await expect.poll(() => field('text').inputValue()).toBe('Чужое');
    expect(await field('work_position').inputValue()).toBe('Моя должность');
    await button('Сохранить').click();
    await expect.poll(() => page.url()).toMatch(/#\/vacancies\/100$/);
    const now = { text: 'Чужое', work_position: 'Моя должность', work_salary: 1000 };
    expect(vacancy()).toMatchObject(now);
  }, 60_000);

  it('is JSON where a field may be any: it is saved as it is, or said to be none', async () => {
    await visited.go('#/events/90/edit');
    await page.locator('.form details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    const value = field('available_for');
    expect(await value.inputValue()).toBe(`[${ONE}]`);
    await value.fill('[{"inn": 77');
    const wrong = page.locator('#field-available_for-wrong');
    await expect.poll(() => wrong.innerText(), { timeout: 10_000 }).toBe('Это не JSON.');
    expect(await violationsOf(page)).toEqual([]);
    await value.fill(`[${ONE}, "ООО"]`);
    await button('Сохранить').click();
    await expect.poll(() => page.url()).toMatch(/#\/events\/90$/);
    expect(readFileSync(join(visited.data, 'events.json'), 'utf8')).toContain(
      `"available_for": [${ONE}, "ООО"]`,
    );
  }, 60_000);

  it('is not said to be seen by readers, where another record withholds it', async () => {
    const file = join(visited.data, 'posts/6.json');
    const post = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...post, hidden: true }));
    await visited.go('#/posts/6');
    await page.getByText('запись скрыта').waitFor();
    await button('Показать читателям').click();
    await page.getByText('Сохранено.').waitFor();
    expect(await page.getByText('Читатели снова её видят').count()).toBe(0);
    await page.getByText('только для участников').waitFor();
  }, 60_000);

  it('is saved where the browser keeps nothing for a page', async () => {
    page = await visited.browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.addInitScript(blockStorage);
    await page.goto(`${visited.preview.url}/#/vacancies/100/edit`);
    await field('text').fill('Без памяти');
    await page.locator('header button').last().click();
    await page.locator('.form [type=submit]').click();
    await expect.poll(() => page.url()).toMatch(/#\/vacancies\/100$/);
    expect(vacancy().text).toBe('Без памяти');
    expect(errors).toEqual([]);
  }, 60_000);
});
