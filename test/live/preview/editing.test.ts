// Editing in the browser: someone who knows no JSON makes, changes, answers, hides and removes records, and takes one of it
// back, by the keyboard where that is said.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
    if (one.checkVisibility()) one.dataset.awaited = 'x';
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

describeWith([browserTool], 'an editor', () => {
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await visit((data) => cpSync(join(projectFolder, 'data'), data, { recursive: true }));
    page = visited.page;
  });
  afterAll(() => visited.close());

  const POST = 'posts/0033-arkhiv-zatopilo-pasportov-net.json';
  const field = (name: string) => page.locator(`#field-${name}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const read = (file: string) => readFileSync(join(visited.data, file), 'utf8');
  const isAt = (hash: RegExp) => expect.poll(() => page.url()).toMatch(hash);
  const asks = () => visited.errors.splice(0);

  it('makes a vacancy by the keyboard alone, with problems at their fields', async () => {
    await visited.go('#/vacancies');
    const files = () => readdirSync(join(visited.data, 'vacancies')).sort();
    const before = files();
    await page.getByRole('link', { name: 'Добавить: вакансия' }).focus();
    await page.keyboard.press('Enter');
    await field('text').focus();
    await page.keyboard.type('Ищем эксперта');
    await field('work_city').focus();
    await page.keyboard.type('Энск');
    const wrong = page.locator('#field-work_city-wrong');
    await expect.poll(() => wrong.innerText()).toContain('нет записи "Энск"');
    expect(await field('work_city').getAttribute('aria-invalid')).toBe('true');
    // What is merely lacking yet is no reproach before it is to be saved.
    expect(await page.locator('#field-category-wrong').innerText()).toBe('');
    await button('Сохранить').focus();
    await page.keyboard.press('Enter');
    await page.locator('.summary li').first().waitFor();
    expect(await page.locator('.summary').innerText()).toMatch(/Категория: Это поле обязательно/);
    expect(files()).toEqual(before);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('.summary button', { hasText: 'Категория' }).press('Enter');
    await page.keyboard.type('2');
    await field('work_city').press('ControlOrMeta+a');
    // Enter takes the first name that is offered, also where it comes only then, and saves nothing.
    await page.keyboard.type('Липец');
    await page.keyboard.press('Enter');
    await expect.poll(() => field('work_city').inputValue()).toBe('Липецк');
    expect(files()).toEqual(before);
    await field('work_salary').focus();
    await page.keyboard.type('120000');
    await page.keyboard.press('Enter');
    await isAt(/#\/vacancies\/197$/);
    const [made] = files().filter((file) => !before.includes(file));
    const record = JSON.parse(read(`vacancies/${made}`));
    expect(record).toMatchObject({ text: 'Ищем эксперта', category: 2, work_city: 35 });
    await expect
      .poll(() => page.locator('footer').innerText())
      .toContain(`№ 197 · data/vacancies/${made}:1`);
  });

  it('changes a post, its text beside what it looks like, and nothing else of its file', async () => {
    const before = read(POST);
    await visited.go('#/posts/33');
    await field('title').fill('Архив затопило');
    await page.evaluate(
      "const area = document.getElementById('field-text'); area.focus(); area.setSelectionRange(3, 8)",
    );
    await page.locator('.source button').nth(1).click();
    await expect.poll(() => page.locator('.rendering strong').first().innerText()).not.toBe('');
    await button('Сохранить').click();
    await expect.poll(() => page.locator('main h1').innerText()).toBe('Архив затопило');
    const [old, now] = [before.split('\n'), read(POST).split('\n')];
    const changed = now.filter((line, i) => line !== old[i]).map((line) => line.split('"')[1]);
    expect(changed).toEqual(['title', 'text']);
    expect(now.join('\n').replace(/<\/?strong>/g, '')).toContain(
      JSON.stringify(JSON.parse(before).text).slice(1, -1),
    );
  });

  it('answers a comment, in paragraphs, and sees the answer below it', async () => {
    await visited.go('#/posts/10');
    await page.locator('.comment').first().waitFor();
    const [first] = await page.locator('.comment').all();
    const id = Number((await first!.getAttribute('id'))!.slice('at-'.length));
    await first!.getByRole('link', { name: /^Ответить/ }).click();
    await field('text').fill('Первый.\n\nВторой, <b>важный</b>.');
    await expect
      .poll(() => page.locator('.rendering .markup p').allInnerTexts())
      .toEqual(['Первый.', 'Второй, важный.']);
    await field('user').fill('7');
    await button('Сохранить').click();
    await isAt(/#\/posts\/10\?at=\d+$/);
    const answer = page.locator('.wanted');
    await answer.getByText('важный').waitFor();
    const made = Number((await answer.getAttribute('id'))!.slice('at-'.length));
    const all = readdirSync(join(visited.data, 'comments')).map((file) => read(`comments/${file}`));
    const line = all
      .join('\n')
      .split('\n')
      .find((one) => one.includes(`"id": ${made},`));
    expect(line).toContain(`"post": 10`);
    expect(line).toContain(`"parent": ${id}`);
    expect(line).toContain('<p>Первый.</p>');
  });

  it('is asked before what is typed is lost, and keeps it while somebody else saves', async () => {
    await visited.go('#/users/7');
    const before = await field('last_name').inputValue();
    await field('last_name').fill('Набранная');
    await page.locator('.menu a').first().click();
    expect(asks()).toEqual(['asks: То, что вы набрали, не сохранено. Уйти?']);
    await page.goBack();
    await expect.poll(asks).toEqual(['asks: То, что вы набрали, не сохранено. Уйти?']);
    await isAt(/#\/users\/7$/);
    expect(await field('last_name').inputValue()).toBe('Набранная');
    // The page is not closed, either.
    await page.close({ runBeforeUnload: true });
    await expect.poll(asks).toEqual([expect.stringMatching('^asks: ')]);
    const file = readdirSync(visited.data).find((name) => /^users\.|^users$/.test(name))!;
    expect(file).toBe('users.json');
    writeFileSync(
      join(visited.data, file),
      read(file).replace('"first_name": "Виктор"', '"first_name": "Вик"'),
    );
    // Nobody else has typed in this field, so it is saved, beside what was changed meanwhile.
    await expect.poll(() => field('first_name').inputValue()).toBe('Вик');
    await button('Сохранить').click();
    await page.getByText('Сохранено.', { exact: true }).waitFor();
    expect(read(file)).toMatch(
      /"last_name": "Набранная", "first_name": "Вик"|"first_name": "Вик", "last_name": "Набранная"/,
    );
    await field('last_name').fill(before);
    await button('Сохранить').click();
    await expect.poll(() => read(file)).not.toContain('Набранная');
    await page.locator('.menu a').first().click();
    await isAt(/#\/vacancies$/);
    expect(asks()).toEqual([]);
  });

  it('chooses between what is typed and what somebody else has saved in the same field', async () => {
    const file = 'vacancies/100-ekspert-zavod-plastmass-novosibirsk.json';
    const textOf = () => JSON.parse(read(file)).text;
    const before = read(file);
    const saveElsewhere = (text: string) =>
      writeFileSync(
        join(visited.data, file),
        JSON.stringify({ ...JSON.parse(read(file)), text }, null, 2),
      );
    await visited.go('#/vacancies/100');
    await field('text').fill('Моё');
    saveElsewhere('Чужое');
    await expect.poll(() => field('text-now').inputValue()).toBe('Чужое');
    expect(await violationsOf(page)).toEqual([]);
    await button('Сохранить').click();
    await page.locator('.wrongs', { hasText: 'это кто-то изменил' }).waitFor();
    expect([textOf(), await field('text').inputValue()]).toEqual(['Чужое', 'Моё']);
    await button('Оставить набранное').click();
    await button('Сохранить').click();
    await expect.poll(textOf).toBe('Моё');
    await page.getByText('Сохранено.', { exact: true }).waitFor();
    await field('text').fill('Моё ещё');
    saveElsewhere('Чужое ещё');
    await button('Взять то, что там сейчас').click();
    await expect.poll(() => field('text').inputValue()).toBe('Чужое ещё');
    // A record that is gone takes nothing of what is typed with it.
    await field('text').fill('Моё навсегда');
    const gone = read(file);
    rmSync(join(visited.data, file));
    await page.getByText('Такой записи нет.').waitFor();
    expect(await field('text').inputValue()).toBe('Моё навсегда');
    writeFileSync(join(visited.data, file), gone);
    await button('Скрыть от читателей').waitFor();
    await button('Сохранить').click();
    await expect.poll(textOf).toBe('Моё навсегда');
    writeFileSync(join(visited.data, file), before);
    await expect.poll(() => field('text').inputValue()).toBe(JSON.parse(before).text);
  });

  it('saves what is typed while the record is hidden', async () => {
    const file = 'vacancies/101-ekspert-po-zdaniyam-i-sooruzheniyam-kazan.json';
    const before = read(file);
    await visited.go('#/vacancies/101');
    await field('text').fill('Набрано');
    await button('Скрыть от читателей').click();
    await button('Показать читателям').waitFor();
    expect(await field('text').inputValue()).toBe('Набрано');
    await button('Сохранить').click();
    await expect.poll(() => JSON.parse(read(file)).text).toBe('Набрано');
    expect(JSON.parse(read(file)).is_public).toBe(false);
    writeFileSync(join(visited.data, file), before);
  });

  it('filters a list by a number of several digits, and keeps the focus', async () => {
    await visited.go('#/cities');
    const filter = page.locator('#fieldfilter-regions');
    await filter.focus();
    await page.keyboard.type('53', { delay: 300 });
    expect([page.url(), await filter.inputValue()]).toEqual([
      expect.stringMatching('#/cities$'),
      '53',
    ]);
    await page.keyboard.press('Enter');
    await isAt(/#\/cities\?of=regions%2F53$/);
    await expect.poll(() => filter.inputValue()).toBe('Новосибирская область');
    expect(await page.evaluate('document.activeElement.id')).toBe('fieldfilter-regions');
    await filter.fill('№ 47');
    await page.keyboard.press('Tab');
    await isAt(/#\/cities\?of=regions%2F47$/);
  });

  it('sees a number that cannot be kept as it was typed, with the reason', async () => {
    await visited.go('#/vacancies/100');
    for (const typed of ['9007199254740993', '0x10', '1.00000000000000000000001']) {
      await field('work_salary').fill('');
      await field('work_salary').pressSequentially(typed);
      const wrong = page.locator('#field-work_salary-wrong');
      await expect.poll(() => wrong.innerText()).toContain(`"${typed}"`);
      expect(await field('work_salary').inputValue()).toBe(typed);
    }
    await button('Отменить правку').click();
  });

  it('cannot type while it is saved, and saves again what failed', async () => {
    let end: 'answer' | 'fail' = 'fail';
    await page.route('**/preview/edit/save/**', async (route) => {
      if (route.request().postDataJSON().try) return route.continue();
      await new Promise((done) => setTimeout(done, 1000));
      await (end === 'answer' ? route.continue() : route.abort());
    });
    await visited.go('#/vacancies/100');
    await field('text').fill('Набрано');
    await button('Сохранить').dblclick();
    await page.locator('.form[aria-busy=true]').waitFor();
    expect(await page.locator('.form :is(input, textarea, button):enabled').count()).toBe(0);
    await page.locator('.wrongs', { hasText: 'Ничего не сохранено' }).waitFor();
    expect(asks()).toEqual([expect.stringContaining('ERR_FAILED')]);
    // It stays until somebody types.
    await page.waitForTimeout(1500);
    expect(await page.locator('.wrongs').innerText()).toContain('Ничего не сохранено');
    end = 'answer';
    await field('text').press('End');
    await page.keyboard.type(' дальше');
    await button('Сохранить').click();
    const [name] = readdirSync(join(visited.data, 'vacancies')).filter((one) => /^100-/.test(one));
    await expect.poll(() => JSON.parse(read(`vacancies/${name}`)).text).toBe('Набрано дальше');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('hides a vacancy, finds it among drafts, removes a post with what goes along, and takes that back', async () => {
    await visited.go('#/vacancies/100');
    await button('Скрыть от читателей').dblclick();
    await page.getByText('Читатели этого не видят').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await visited.go('#/vacancies?drafts=1');
    await page.locator('td a[href="#/vacancies/100"]').click();
    await button('Показать читателям').waitFor();
    const before = readTree(visited.data);
    await visited.go('#/posts/31');
    await button('Удалить').click();
    await page.getByRole('heading', { name: 'Удалить эту запись?' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: /^Удалить всё: \d+$/ }).dblclick();
    await isAt(/#\/posts$/);
    expect(readdirSync(join(visited.data, 'posts')).some((name) => /^0031/.test(name))).toBe(false);
    await button('Отменить последнее изменение').dblclick();
    await page.getByText('Отменено удаление: Публикация 31.').waitFor();
    expect([...readTree(visited.data)]).toEqual([...before]);
  });

  it('leaves every text that nobody touched as it is, to the byte', async () => {
    const posts = readdirSync(join(visited.data, 'posts')).sort().slice(0, 12);
    const texts = (text: string) => text.replace(/^ *"views": .*\n/m, '');
    for (const name of posts) {
      const before = read(`posts/${name}`);
      await visited.go(`#/posts/${JSON.parse(before).id}`);
      await field('views').fill('7777');
      await button('Сохранить').click();
      await expect.poll(() => read(`posts/${name}`)).toContain('"views": 7777');
      await page
        .locator('.form .actions')
        .getByText('Отменить правку')
        .waitFor({ state: 'detached' });
      expect(texts(read(`posts/${name}`))).toBe(texts(before));
      writeFileSync(join(visited.data, `posts/${name}`), before);
    }
  });

  it.each([
    ['ru', 390],
    ['en', 1440],
  ] as const)(
    'comes everywhere in forms by the keyboard, in %s at %d',
    async (lang, width) => {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(`localStorage.setItem('preview-language', '${lang}')`);
      for (const hash of ['#/vacancies/101', '#/posts/33', '#/users/7']) {
        await visited.go(hash);
        await page.reload();
        await page.locator('.form').waitFor();
        await page.evaluate(
          "document.querySelectorAll('main details').forEach((one) => { one.open = true })",
        );
        expect([hash, await overflowOf(page)]).toEqual([hash, 0]);
        expect([hash, await unreachable(page)]).toEqual([hash, []]);
      }
      await page.evaluate(`localStorage.setItem('preview-language', 'ru')`);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
    },
    120_000,
  );

  it('goes on with a preview that was started anew', async () => {
    const others = await visit((data) => cpSync(visited.data, data, { recursive: true }));
    const at = { cwd: dirname(others.data), port: Number(new URL(others.preview.url).port) };
    await others.go('#/users/7');
    await others.page.locator('#field-last_name').fill('Набранная');
    await others.preview.close();
    await others.page.getByText('Предпросмотр не отвечает; показанное').waitFor();
    const anew = await startPreview({ ...at, onRebuild() {} });
    try {
      await others.page.locator('#status.good').waitFor();
      await others.page.getByRole('button', { name: 'Сохранить' }).click();
      await others.page.getByText('Сохранено.', { exact: true }).waitFor();
      const users = readFileSync(join(others.data, 'users.json'), 'utf8');
      expect(users).toContain('"last_name": "Набранная"');
    } finally {
      others.errors.length = 0; // the browser tells of the pause, and of answers that were refused
      await anew.close();
      await others.browser.close();
    }
  });

  it('is not spied on by a page of another origin, whatever it does', async () => {
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
          const headers = { 'x-token': token! };
          await attempt('/');
          await attempt('/preview/data/list/posts', { headers });
          await attempt('/preview/edit/undo', { method: 'POST', headers, body: '{}' });
          await attempt('/preview/edit/undo', { method: 'POST', mode: 'no-cors', body: '{}' });
          await attempt('/preview/data/portal');
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
      const rebound = await stranger.evaluate(async () => {
        const paths = ['/', '/api/region/', '/preview/data/portal', '/preview/edit/changes'];
        return Promise.all(paths.map(async (path) => (await fetch(path)).status));
      });
      expect(rebound).toEqual([421, 421, 421, 421]);
    } finally {
      await stranger.close();
      other.close();
    }
    expect([...readTree(visited.data)]).toEqual([...before]);
  });
});
