// Handing in, in a real browser: without a git identity, then with one, with a push, and during a merge.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitAll, git } from '../../changes/repository.js';
import { VACANCY } from '../../preview/edits.js';
import { browserTool } from '../../support/browser.js';
import { writeFile } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { name, writeVersioned } from './versioned.js';
import { overflowOf, type Visit, violationsOf, visit } from './visit.js';

describeWith([browserTool], 'handing in', () => {
  let visited: Visit;
  let cwd = '';
  beforeAll(async () => {
    visited = await visit((data) => {
      cwd = dirname(data);
      writeVersioned(cwd);
    });
  });
  afterAll(() => visited.close());

  const shows = (text: string) => visited.page.locator('main').getByText(text).waitFor();
  const button = (name: string) =>
    visited.page.locator('main').getByRole('button', { name, exact: true });
  const looksRight = async () => {
    await visited.page.setViewportSize({ width: 390, height: 844 });
    expect([await overflowOf(visited.page), await violationsOf(visited.page)]).toEqual([0, []]);
    // On a telephone all that was edited can be read without scrolling sideways.
    const hidden = await visited.page.evaluate(
      "[...document.querySelectorAll('.edited pre')].filter((one) => one.scrollWidth > one.clientWidth).length",
    );
    expect(hidden).toBe(0);
    await visited.page.setViewportSize({ width: 1280, height: 900 });
  };
  const pay = (salary: number) => {
    const vacancy = JSON.parse(git(cwd, ['show', `HEAD:data/${VACANCY}`]));
    const text = `${JSON.stringify({ ...vacancy, work_salary: salary }, null, 2)}\n`;
    writeFileSync(join(visited.data, VACANCY), text);
  };

  it('shows its frame while it looks for what has changed', async () => {
    const { page } = visited;
    // The answer is held back until the page has shown its frame.
    let release = () => {};
    const isSeen = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/preview/edit/changes?*', async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.goto(`${visited.preview.url}/#/changes`);
    await shows('Правки записей');
    await shows('Смотрим, что изменилось…');
    release();
    await shows('Вы в главной ветке main.');
    await page.unroute('**/preview/edit/changes?*');
  });

  it('shows at once what changed in records, and how to see what that changes in the API', async () => {
    const { page } = visited;
    pay(1000);
    await visited.go('#/changes');
    await shows('Вы в главной ветке main.');
    await shows('Правки записей');
    expect(await page.locator('.edited pre').innerText()).toContain('work_salary: — → 1000');
    await shows('Что меняется в API, покажет в терминале команда npx portal-snapshot diff HEAD.');
  });

  it('keeps what was typed where git refuses, as when it does not know who commits, then hands in and pushes', async () => {
    const { page } = visited;
    await page.locator('#message').fill('Оплата');
    await page.locator('#branch').fill('oplata');
    await looksRight();
    await button('Сдать').click();
    await shows('git config --global user.email');
    expect(await page.locator('#message').inputValue()).toBe('Оплата');
    name(cwd);
    await button('Сдать').click();
    await shows('Коммит сделан в ветке oplata.');
    expect(git(cwd, ['log', '-1', '--format=%an <%ae> %s'])).toBe('Анна <anna@example.org> Оплата');
    await button('Отправить в origin').click();
    await shows(
      'Все её коммиты есть в origin. Когда их примут, вернитесь в главную ветку командой git switch main && git pull',
    );
    expect(await button('Отправить в origin').count()).toBe(0);
    await looksRight();
  });

  it('says that errors come first', async () => {
    pay(3000);
    await visited.page.locator('#message').fill('Оплата');
    writeFileSync(join(visited.data, VACANCY), '{"id": 100}\n');
    await shows('В данных есть ошибки: сначала исправьте их.');
    expect(await visited.page.locator('#message').inputValue()).toBe('Оплата');
    expect(await visited.page.locator('#message').isDisabled()).toBe(true);
    git(cwd, ['checkout', '--quiet', '--', '.']);
    await visited.page.locator('main .error').waitFor({ state: 'detached' });
  });

  it('says first that a merge is to be finished, and offers nothing else before', async () => {
    const { page } = visited;
    const write = (name: string) => {
      writeFile(cwd, 'data/districts.json', `[{"id": 1, "name": "${name}"}]\n`);
      commitAll(cwd);
    };
    git(cwd, ['switch', '--quiet', '--create', 'moya']);
    write('Уральский');
    git(cwd, ['switch', '--quiet', '--create', 'drugaya', 'main']);
    write('Южный');
    expect(() => git(cwd, ['merge', 'moya'])).toThrow();
    await visited.go('#/changes');
    await shows('Команда git не закончена, например слияние.');
    expect(await page.locator('main button, main input, main .actions').count()).toBe(0);
    await looksRight();
    write('Оба');
    await shows('Вы в ветке drugaya.');
  });
});
