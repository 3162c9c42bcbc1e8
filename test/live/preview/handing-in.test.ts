// Handing in, in a real browser: what was changed in words, one step that also asks who hands in, the next change, and
// an unfinished merge.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitAll, git } from '../../changes/repository.js';
import { VACANCY } from '../../preview/edits.js';
import { browserTool } from '../../support/browser.js';
import { writeFile } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { writeVersioned } from './versioned.js';
import { overflowOf, type Visit, violationsOf, visit } from './visit.js';

describeWith([browserTool], 'handing in', () => {
  let visited: Visit;
  let cwd = '';
  let remote = '';
  beforeAll(async () => {
    visited = await visit((data) => {
      cwd = dirname(data);
      remote = writeVersioned(cwd);
      git(cwd, ['push', '--quiet', 'origin', 'main']);
    });
  });
  afterAll(() => visited.close());

  const shows = (text: string) => visited.page.locator('main').getByText(text).waitFor();
  const button = (name: string) =>
    visited.page.locator('main').getByRole('button', { name, exact: true });
  const looksRight = async () => {
    await visited.page.setViewportSize({ width: 390, height: 844 });
    expect([await overflowOf(visited.page), await violationsOf(visited.page)]).toEqual([0, []]);
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
    await shows('Что вы изменили');
    await shows('Смотрим, что изменилось…');
    release();
    await shows('С прошлого раза ничего не изменилось.');
    await page.unroute('**/preview/edit/changes?*');
  });

  it('says in words what changed in a record, and takes it back', async () => {
    const { page } = visited;
    pay(1000);
    await visited.go('#/changes');
    await shows('Что вы изменили');
    const edited = page.locator('.edited');
    expect((await edited.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /Вакансия · изменено .*Оплата пусто → 1000/,
    );
    await looksRight();
    await edited.getByRole('button', { name: 'Вернуть как было' }).click();
    await shows('С прошлого раза ничего не изменилось.');
    expect(git(cwd, ['status', '--porcelain', '--', 'data'])).toBe('');
    await page.getByRole('button', { name: 'Отменить' }).click();
    await edited.waitFor();
  });

  it('hands in by one button, asks once who does, and goes on with the next change', async () => {
    const { page } = visited;
    expect(await page.locator('#message').inputValue()).toMatch(/^Вакансия: .*изменено: оплата$/);
    expect(await page.locator('#branch').isVisible()).toBe(false);
    await page.locator('#message').fill('Оплата');
    await page.locator('#name').fill('Анна');
    await page.locator('#email').fill('anna');
    await button('Сдать').click();
    await shows('Укажите имя и адрес почты');
    expect(await page.locator('#message').inputValue()).toBe('Оплата');
    await page.locator('#email').fill('anna@example.org');
    await looksRight();
    await button('Сдать').click();
    await shows('Сдано');
    const [branch] = git(cwd, ['branch', '--show-current']).split('\n');
    expect(branch).toMatch(/^edit-/);
    expect(git(remote, ['log', '-1', '--format=%an <%ae> %s', branch!])).toBe(
      'Анна <anna@example.org> Оплата',
    );
    // The name of the branch and what git says are folded.
    expect(await page.locator('main').innerText()).not.toMatch(/edit-|origin/);
    await looksRight();
    // The host of the remote decides where a pull request is opened.
    git(cwd, ['remote', 'set-url', '--push', 'origin', 'git@github.com:you/portal.git']);
    await visited.go('#/');
    await visited.go('#/changes');
    const link = page.getByRole('link', { name: 'Попросить принять' });
    expect(await link.getAttribute('href')).toBe(
      `https://github.com/you/portal/compare/main...${branch}?expand=1`,
    );
    await button('Начать следующую правку').click();
    await shows('С прошлого раза ничего не изменилось.');
    expect(git(cwd, ['branch', '--show-current'])).toBe('main');
  });

  it('says that errors come first', async () => {
    pay(3000);
    await visited.page.locator('#message').fill('Оплата');
    writeFileSync(join(visited.data, VACANCY), '{"id": 100}\n');
    await shows('В данных есть ошибки: сначала исправьте их.');
    expect(await visited.page.locator('#message').inputValue()).toBe('Оплата');
    expect(await visited.page.locator('#message').isDisabled()).toBe(true);
    git(cwd, ['checkout', '--quiet', '--', '.']);
    await visited.page.locator('main form').waitFor({ state: 'detached' });
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
    await shows('Ещё не отправлено');
  });
});
