// The forms of the preview in a real browser: someone who knows no JSON and no git makes, changes, hides and removes records,
// takes one of it back, and hands the rest in; by the keyboard alone, wide and narrow, in both languages.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { git } from '../../changes/repository.js';
import { browserTool } from '../../support/browser.js';
import { projectFolder } from '../../support/folders.js';
import { startPreview } from '../../support/tool.js';
import { describeWith } from '../../support/tools.js';
import { readTree } from '../../support/tree.js';
import { overflowOf, REBOUND, type Visit, violationsOf, visit } from './visit.js';

/** What can be used in a form, and the keyboard does not come to, or does so unseen. */
async function unreachable(page: Page): Promise<string[]> {
  const all = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"])';
  await page.evaluate(`for (const one of document.querySelectorAll('.form ${all}')) {
    if (one.checkVisibility() && one.closest('[role=listbox]') === null) one.dataset.awaited = 'x';
  }
  document.querySelector('#heading').focus()`);
  // Dates have several stops each.
  for (let left = 300; left > 0 && (await page.locator('[data-awaited]').count()) > 0; left--) {
    await page.keyboard.press('Tab');
    await page.evaluate(`{
      const one = document.activeElement;
      const rings = [one, one.closest('.source')].filter(Boolean).map((ring) => getComputedStyle(ring));
      const isSeen = rings.some(({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && parseFloat(outlineWidth) > 0);
      if (isSeen) delete one.dataset.awaited;
    }`);
  }
  return page.locator('[data-awaited]').evaluateAll((left) => left.map((one) => one.outerHTML));
}

describeWith([browserTool], 'the forms of the preview', () => {
  let visited: Visit;
  let page: Page;
  let cwd = '';

  beforeAll(async () => {
    visited = await visit((data) => {
      cwd = dirname(data);
      cpSync(join(projectFolder, 'data'), data, { recursive: true });
      writeFileSync(join(cwd, '.gitignore'), 'node_modules\n');
      git(cwd, ['init', '--quiet', '--initial-branch', 'main', '.']);
      git(cwd, ['config', 'user.name', 'Анна']);
      git(cwd, ['config', 'user.email', 'anna@example.org']);
      git(cwd, ['add', '--all']);
      git(cwd, ['commit', '--quiet', '--message', 'Данные']);
    });
    page = visited.page;
  }, 60_000);
  afterAll(() => visited.close(), 60_000);

  const field = (name: string) => page.locator(`#field-${name}`);
  const vacancies = () => readdirSync(join(visited.data, 'vacancies')).sort();
  const isAt = (hash: RegExp) => expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(hash);
  /** Clicks a button twice; what the page asks of an address from then on. */
  const clickTwice = async (name: string, path: string) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === path) asked.push(pathname);
    });
    await page.getByRole('button', { name, exact: true }).dblclick();
    return asked;
  };

  it('make a vacancy, by the keyboard alone, with problems at their fields', async () => {
    await visited.go('#/vacancies');
    const before = vacancies();
    await page.getByRole('link', { name: 'Добавить: вакансия' }).focus();
    await page.keyboard.press('Enter');
    await field('text').waitFor();
    await field('text').focus();
    await page.keyboard.type('Ищем эксперта');
    await field('work_city').focus();
    await page.keyboard.type('Энск');
    const wrong = page.locator('#field-work_city-wrong');
    await expect.poll(() => wrong.innerText(), { timeout: 10_000 }).toContain('нет записи "Энск"');
    expect(await field('work_city').getAttribute('aria-invalid')).toBe('true');
    // What is merely lacking yet is no reproach before it is to be saved.
    expect(await page.locator('#field-category-wrong').innerText()).toBe('');
    expect(await violationsOf(page)).toEqual([]);
    await field('text').focus();
    await page.getByRole('button', { name: 'Сохранить' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.summary li').first().waitFor();
    expect(await page.locator('.summary').innerText()).toMatch(/Категория: Это поле обязательно/);
    expect(vacancies()).toEqual(before);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('.summary button', { hasText: 'Категория' }).press('Enter');
    await page.keyboard.type('2');
    expect(await field('category').inputValue()).toBe('2');
    await field('work_city').press('ControlOrMeta+a');
    await page.keyboard.type('Липецк');
    await field('work_salary').focus();
    await page.keyboard.type('120000');
    await page.keyboard.press('Enter');
    await isAt(/#\/vacancies\/197$/);
    const [made] = vacancies().filter((file) => !before.includes(file));
    const record = JSON.parse(readFileSync(join(visited.data, 'vacancies', made!), 'utf8'));
    expect(record).toMatchObject({ text: 'Ищем эксперта', category: 2, work_city: 35 });
    await page.getByText('№ 197', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Открыть в редакторе/ }).waitFor();
    expect(await page.locator('footer').innerText()).toContain(`data/vacancies/${made}:1`);
  }, 60_000);

  it('change a post, its text beside what it looks like, and nothing else of its file', async () => {
    const file = join(visited.data, 'posts/0033-arkhiv-zatopilo-pasportov-net.json');
    const before = readFileSync(file, 'utf8');
    await visited.go('#/posts/33');
    await page.getByRole('link', { name: 'Изменить', exact: true }).click();
    await field('title').waitFor();
    await field('title').fill('Архив затопило');
    await page.evaluate(
      "const area = document.getElementById('field-text'); area.focus(); area.setSelectionRange(3, 8)",
    );
    await page.getByRole('toolbar').first().getByRole('button', { name: 'Жирный' }).click();
    const shown = await page.locator('.rendering strong').first().innerText();
    expect(shown.length).toBe(5);
    const toolbar = page.getByRole('toolbar').first();
    await toolbar.getByRole('button', { name: 'Ссылка' }).click();
    await page.locator('#field-text-address').fill('https://example.org/?a=1&b="2"');
    await page.keyboard.press('Enter');
    const link = page.locator('.rendering a').first();
    expect([await link.innerText(), await link.getAttribute('href')]).toEqual([
      shown,
      'https://example.org/?a=1&b=%222%22',
    ]);
    // The browser takes back what a tool did, too.
    await page.keyboard.press('ControlOrMeta+z');
    expect(await page.locator('.rendering a').count()).toBe(0);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await isAt(/#\/posts\/33$/);
    await expect.poll(() => page.locator('main h1').innerText()).toBe('Архив затопило');
    const now = readFileSync(file, 'utf8');
    expect(JSON.parse(now)).toMatchObject({ title: 'Архив затопило' });
    const lines = (text: string) => text.split('\n').map((line) => line.split('"')[1]);
    const others = now.split('\n').filter((line, i) => line !== before.split('\n')[i]);
    expect(lines(others.join('\n'))).toEqual(['title', 'text']);
    expect(now.replace('<strong>', '').replace('</strong>', '')).toContain(
      JSON.parse(before).text.slice(0, 40).replaceAll('"', '\\"'),
    );
  }, 60_000);

  it('leave every text that nobody touched as it is, to the byte', async () => {
    const posts = readdirSync(join(visited.data, 'posts')).sort();
    const texts = (text: string) => text.replace(/^ *"views": .*\n/m, '');
    for (const name of posts) {
      const file = join(visited.data, 'posts', name);
      const before = readFileSync(file, 'utf8');
      const { id } = JSON.parse(before);
      await visited.go(`#/posts/${id}/edit`);
      await field('views').fill('7777');
      await page.locator('.form [type=submit]').click();
      await isAt(new RegExp(`#/posts/${id}$`));
      const now = readFileSync(file, 'utf8');
      expect(now).toContain('"views": 7777');
      expect(texts(now)).toBe(texts(before));
      writeFileSync(file, before);
    }
    expect(posts.length).toBeGreaterThan(30);
  }, 240_000);

  it('hide a vacancy, show it as a draft, and remove a post with what goes along; undo takes that back', async () => {
    await visited.go('#/vacancies/100');
    await page.getByRole('button', { name: 'Скрыть от читателей' }).click();
    await page.getByText('Читатели этого не видят').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await visited.go('#/vacancies');
    await page.locator('.drafts summary').click();
    await page.locator('.drafts a[href="#/vacancies/100"]').click();
    await page.getByRole('button', { name: 'Показать читателям' }).waitFor();
    const before = readTree(visited.data);
    await visited.go('#/posts/31');
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('heading', { name: 'Удалить эту запись?' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Отмена', exact: true }).click();
    await page.locator('.removing').waitFor({ state: 'detached' });
    expect([...readTree(visited.data)]).toEqual([...before]);
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('button', { name: /^Удалить всё: \d+$/ }).click();
    await isAt(/#\/posts$/);
    expect(readdirSync(join(visited.data, 'posts')).some((name) => /^0031/.test(name))).toBe(false);
    const undo = '/preview/edit/undo';
    const undone = await clickTwice('Отменить последнее изменение', undo);
    await page.getByText('Отменено удаление: Публикация 31.').waitFor();
    expect(undone).toEqual([undo]);
    expect([...readTree(visited.data)]).toEqual([...before]);
    expect(await violationsOf(page)).toEqual([]);
  }, 60_000);

  it('do not remove a record that somebody has changed since they asked', async () => {
    const file = join(visited.data, 'posts/0033-arkhiv-zatopilo-pasportov-net.json');
    const before = readFileSync(file, 'utf8');
    await visited.go('#/posts/33');
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    const yes = page.getByRole('button', { name: /^Удалить(?: всё: \d+)?$/ }).last();
    await page.getByRole('heading', { name: 'Удалить эту запись?' }).waitFor();
    const read = page.waitForResponse((one) => one.url().includes('/edit/record/posts/33'));
    writeFileSync(file, before.replace('Архив затопило', 'Архив уцелел'));
    await read;
    await expect.poll(() => page.locator('main h1').innerText()).toBe('Архив уцелел');
    await yes.click();
    await page.getByText('Эту запись кто-то изменил').waitFor();
    expect(readFileSync(file, 'utf8')).toContain('Архив уцелел');
    writeFileSync(file, before);
  }, 60_000);

  it('tell the second tab, and whoever typed in a text editor, that the record is another one now', async () => {
    await visited.go('#/users/7/edit');
    await field('first_name').waitFor();
    const file = join(visited.data, 'users.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"first_name": "Виктор"', '"first_name": "Вик"'),
    );
    await field('last_name').fill('Другой');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.locator('.wrongs').waitFor();
    expect(await page.locator('.summary').innerText()).toContain('Эту запись кто-то изменил');
    expect(readFileSync(file, 'utf8')).not.toContain('Другой');
    await page.getByRole('button', { name: 'Открыть снова' }).click();
    await expect.poll(() => field('first_name').inputValue()).toBe('Вик');
    // What was typed in other fields stays.
    expect(await field('last_name').inputValue()).toBe('Другой');
    await page.getByRole('link', { name: 'Отмена' }).click();
  }, 60_000);

  it('keep what is typed when they are left or loaded again, until it is saved or given up', async () => {
    const typed = () => field('last_name').inputValue();
    await visited.go('#/users');
    await visited.go('#/users/7/edit');
    const before = await typed();
    await field('last_name').fill('Набранная');
    await page.goBack();
    await field('last_name').waitFor({ state: 'detached' });
    await visited.go('#/users/9/edit');
    expect(await typed()).not.toBe('Набранная');
    await visited.go('#/users/7/edit');
    expect(await typed()).toBe('Набранная');
    await page.reload();
    await page.getByText('Это вы набрали раньше').waitFor();
    expect([await typed(), await violationsOf(page)]).toEqual(['Набранная', []]);
    await page.getByRole('link', { name: 'Отмена' }).click();
    await visited.go('#/users/7/edit');
    expect(await typed()).toBe(before);
  }, 60_000);

  it('open a record that could not be read, after the next save', async () => {
    const unread = { times: 1 };
    await page.route('**/edit/record/users/9?*', (route) => route.fulfill({ body: '' }), unread);
    const asked = page.waitForResponse((one) => one.url().includes('/edit/record/users/9'));
    await page.goto(`${visited.preview.url}/#/users/9/edit`);
    await asked;
    const file = join(visited.data, 'users.json');
    writeFileSync(file, readFileSync(file));
    await field('last_name').waitFor();
  }, 60_000);

  it('hand in what was changed, and nothing else', async () => {
    writeFileSync(join(cwd, 'notes.txt'), 'Моё\n');
    await visited.go('#/changes');
    await page.locator('#message').waitFor();
    expect(await page.locator('.edited').first().innerText()).toContain('Архив затопило');
    await page.getByRole('button', { name: 'Посчитать' }).click();
    await page.locator('.effect pre').waitFor();
    expect(await page.locator('.effect pre').innerText()).toContain('/api/job/vacancy/');
    // On a telephone all that was edited can be read without scrolling sideways.
    await page.setViewportSize({ width: 390, height: 844 });
    const hidden = await page.evaluate(
      "[...document.querySelectorAll('.edited pre')].map((one) => one.scrollWidth - one.clientWidth)",
    );
    expect(hidden).toEqual([0]);
    expect(await page.locator('.files').innerText()).toMatch(/posts\/0033.*users\.json/s);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('#message').fill('Вакансия в Липецке');
    await page.locator('#branch').fill('lipetsk');
    const handIn = '/preview/edit/hand-in';
    const handedIn = await clickTwice('Сдать', handIn);
    await page.getByText('Коммит сделан в ветке lipetsk').waitFor();
    expect(handedIn).toEqual([handIn]);
    expect(git(cwd, ['log', '-1', '--format=%an: %s'])).toBe('Анна: Вакансия в Липецке');
    expect(git(cwd, ['status', '--porcelain'])).toBe('?? notes.txt');
    expect(git(cwd, ['rev-list', '--count', 'main..lipetsk'])).toBe('1');
    expect(await page.getByRole('button', { name: /^Отправить/ }).count()).toBe(0);
  }, 60_000);

  // axe, which takes longest, found at each language and at each width once.
  it.each([
    ['ru', 390, violationsOf],
    ['ru', 1440, undefined],
    ['en', 390, undefined],
    ['en', 1440, violationsOf],
  ] as const)(
    'fit in %s at %d, without a finding of axe, and lead the keyboard everywhere',
    async (lang, width, found) => {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(`localStorage.setItem('preview-language', '${lang}')`);
      const see = async (what: string) => {
        expect([what, await overflowOf(page)]).toEqual([what, 0]);
        expect([what, await found?.(page)]).toEqual([what, found && []]);
      };
      const views = ['#/vacancies/100/edit', '#/posts/33/edit', '#/users/7/edit', '#/experts/new'];
      for (const hash of [...views, '#/comments', '#/vacancies/101', '#/changes']) {
        await visited.go(hash);
        await page.reload();
        await page.locator('main h1').waitFor();
        await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
        await page.evaluate(
          "document.querySelectorAll('main details').forEach((one) => { one.open = true })",
        );
        await see(hash);
        if (hash.endsWith('/edit')) expect([hash, await unreachable(page)]).toEqual([hash, []]);
      }
      await visited.go('#/vacancies/new');
      await field('work_city').fill('ли');
      await page.locator('[role=option]').first().waitFor();
      await see('offers');
      await page.keyboard.press('Escape');
      await page.locator('.form [type=submit]').click();
      await page.locator('.wrongs li').first().waitFor();
      await see('errors');
      await visited.go('#/posts/31');
      await page.locator('.record-tools button').last().click();
      await page.locator('.removing h2').waitFor();
      await see('removing');
    },
    120_000,
  );

  it('of a preview that was started anew ask to be loaded again, and keep what was typed', async () => {
    const others = await visit((data) => cpSync(visited.data, data, { recursive: true }), 'ru');
    const at = { cwd: dirname(others.data), port: Number(new URL(others.preview.url).port) };
    const page = others.page;
    await others.go('#/users/7/edit');
    await page.locator('#field-last_name').fill('Набранная');
    await others.preview.close();
    const anew = await startPreview({ ...at, onRebuild() {} });
    try {
      await page.getByText('Предпросмотр запустили заново').waitFor();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await expect.poll(() => page.locator('.summary').innerText()).toContain('загрузите эту');
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Загрузить страницу' }).click();
      await expect
        .poll(() => page.locator('#field-last_name').inputValue(), { timeout: 10_000 })
        .toBe('Набранная');
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await expect.poll(() => page.url()).toMatch(/#\/users\/7$/);
      const users = readFileSync(join(others.data, 'users.json'), 'utf8');
      expect(users).toContain('"last_name": "Набранная"');
    } finally {
      others.errors.length = 0; // the browser tells of the pause, and of answers that were refused
      await anew.close();
      await others.browser.close();
    }
  }, 60_000);

  it('answer no page of another origin, whatever it does', async () => {
    const token = await page.evaluate("document.querySelector('meta[name=token]').content");
    const before = readTree(visited.data);
    const other = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>other</title>');
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', () => done()));
    const { port } = other.address() as AddressInfo;
    const stranger = await visited.browser.newPage();
    try {
      await stranger.goto(`http://127.0.0.1:${port}/`);
      const own = visited.preview.url;
      const tried = await stranger.evaluate(
        async ([own, token]) => {
          const answers: string[] = [];
          const attempt = async (path: string, init?: RequestInit) => {
            const answer = await fetch(`${own}${path}`, init).then(
              async (response) => `${response.type} ${response.status} ${await response.text()}`,
              () => 'refused',
            );
            answers.push(answer);
          };
          await attempt('/');
          await attempt('/preview/edit/forms', { headers: { 'x-token': token! } });
          await attempt('/preview/edit/undo', {
            method: 'POST',
            headers: { 'x-token': token! },
            body: '{}',
          });
          await attempt('/preview/edit/undo', { method: 'POST', mode: 'no-cors', body: '{}' });
          await attempt('/preview/data/views');
          return answers;
        },
        [own, token as string],
      );
      expect(tried.filter((answer) => !/^(?:refused|opaque 0 )$/.test(answer))).toEqual([]);
      await stranger.setContent(
        `<form method="post" enctype="text/plain" action="${own}/preview/edit/remove/vacancies/100"><input name='{"x":"' value='"}'><button>go</button></form>`,
      );
      await stranger.getByRole('button').click();
      await expect
        .poll(() => stranger.locator('body').innerText())
        .toContain('for the page of the');
      await stranger.setContent(`<iframe src="${own}/#/vacancies/100"></iframe>`);
      await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error:/);
      await stranger.goto(`http://${REBOUND}:${new URL(own).port}/`);
      expect(await stranger.locator('body').innerText()).toContain('127.0.0.1 and localhost alone');
      const rebound = await stranger.evaluate(async () => {
        const paths = ['/', '/api/region/', '/preview/data/views', '/preview/edit/forms'];
        return Promise.all(paths.map(async (path) => (await fetch(path)).status));
      });
      expect(rebound).toEqual([421, 421, 421, 421]);
    } finally {
      await stranger.close();
      other.close();
    }
    expect([...readTree(visited.data)]).toEqual([...before]);
    expect(existsSync(join(visited.data, 'vacancies'))).toBe(true);
  }, 60_000);
});
