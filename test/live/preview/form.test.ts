// The forms of the preview while a save is under way, and what an editor types in them besides, in a real browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fill, VACANCY } from '../../preview/edits.js';
import { FILES } from '../../query/portal.js';
import { browserTool } from '../../support/browser.js';
import { writeFile } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { type Visit, violationsOf, visit } from './visit.js';

/** How long a request takes. */
const SLOW_MS = 3000;
const POST = 'posts/5.json';

/** What has the focus, if a bar hides it. Of a text of several lines, the browser shows the line that one types in. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const bottom = one.matches('textarea') ? box.top + 30 : box.bottom;
  const bars = ['header', '.form > .actions', '.stale'].flatMap((bar) => [...document.querySelectorAll(bar)]);
  const isHidden = bars.some((bar) => {
    const it = bar.getBoundingClientRect();
    return !bar.contains(one) && it.top < bottom - 1 && box.top < it.bottom && box.height < 250;
  });
  return one.closest('.form') && isHidden ? one.id || one.outerHTML : '';
})()`;

describeWith([browserTool], 'a form', () => {
  let visited: Visit;
  let page: Page;

  beforeAll(async () => {
    visited = await visit((data) => {
      fill(data);
      const more =
        '{"id": 37, "name": "Липки", "region": 47}, {"id": 38, "name": "Липин Бор", "region": 53}';
      writeFile(data, 'cities.json', FILES['data/cities.json']!.replace(/\n\]\n$/, `, ${more}]`));
    });
    page = visited.page;
  }, 60_000);
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    writeFile(visited.data, VACANCY, FILES[`data/${VACANCY}`]!);
    await speak('ru');
    await page.evaluate('sessionStorage.clear()');
  });
  afterAll(() => visited.close(), 60_000);

  const field = (name: string) => page.locator(`#field-${name}`);
  const vacancy = () => JSON.parse(readFileSync(join(visited.data, VACANCY), 'utf8'));
  const submit = () => page.locator('.form [type=submit]');
  const isAt = (hash: RegExp) => expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(hash);
  const speak = async (lang: 'ru' | 'en') => {
    await page.evaluate(`localStorage.setItem('preview-language', '${lang}')`);
    await visited.go('#/');
    await page.reload();
    await page.locator('main h1').waitFor();
  };
  const isSaving = async () => page.locator('.form[aria-busy=true]').waitFor();
  /** Lets each save wait; then it is answered, or fails. Dry runs do not wait. */
  const slow = (end: 'answer' | 'fail' = 'answer') =>
    page.route('**/preview/edit/save/**', async (route) => {
      if (route.request().postDataJSON().try) return route.continue();
      await new Promise((done) => setTimeout(done, SLOW_MS));
      // The page may be gone.
      await (end === 'answer' ? route.continue() : route.abort()).catch(() => {});
    });

  it.each([
    ['ru', 'Сохраняется…'],
    ['en', 'Saving…'],
  ] as const)(
    'takes nothing more while it is saved, and says so in %s',
    async (lang, said) => {
      await speak(lang);
      await slow();
      await visited.go('#/vacancies/100/edit');
      await field('text').fill('Набрано');
      await submit().click();
      await isSaving();
      expect(await page.locator('.form [role=status]').innerText()).toBe(said);
      expect(await violationsOf(page)).toEqual([]);
      await field('text').click({ force: true });
      await page.keyboard.type(' и ещё');
      expect(await field('text').inputValue()).toBe('Набрано');
      expect(await page.locator('.form :is(input, textarea, select, button):enabled').count()).toBe(
        0,
      );
      await isAt(/#\/vacancies\/100$/);
      expect(vacancy().text).toBe('Набрано');
      await visited.go('#/vacancies/100/edit');
      expect([await field('text').inputValue(), await field('text').isEnabled()]).toEqual([
        'Набрано',
        true,
      ]);
      expect(await page.locator('.form > .faint').count()).toBe(0);
    },
    60_000,
  );

  it('can be typed in again when the save fails, and has all that was typed', async () => {
    await slow('fail');
    await visited.go('#/vacancies/100/edit');
    await field('text').fill('Набрано');
    await submit().dblclick();
    await isSaving();
    await page.locator('.wrongs', { hasText: 'Ничего не сохранено' }).waitFor();
    await field('text').press('End');
    await page.keyboard.type(' дальше');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    expect(await field('text').inputValue()).toBe('Набрано дальше');
    await submit().click();
    await isAt(/#\/vacancies\/100$/);
    expect(vacancy().text).toBe('Набрано дальше');
    expect(visited.errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  }, 60_000);

  it('that is left while it is saved leads nobody away, and opens with what was saved', async () => {
    await slow();
    await visited.go('#/vacancies/100/edit');
    await field('text').fill('Набрано');
    await submit().click();
    await isSaving();
    const saved = page.waitForResponse((one) => one.request().method() === 'POST');
    await page.goto(`${visited.preview.url}/#/users`);
    await page.goto(`${visited.preview.url}/#/vacancies/100/edit`);
    // It waits for the end, so that nothing is typed over a record that is another one then.
    await page.locator('main p[aria-busy]').waitFor({ state: 'attached' });
    expect(await field('text').count()).toBe(0);
    await saved;
    await field('text').waitFor();
    expect(await field('text').inputValue()).toBe('Набрано');
    expect(await page.locator('.form > .faint').count()).toBe(0);
    await field('text').fill('Набрано потом');
    await submit().click();
    await isSaving();
    await page.goto(`${visited.preview.url}/#/users`);
    await expect.poll(() => vacancy().text, { timeout: 10_000 }).toBe('Набрано потом');
    await isAt(/#\/users$/);
  }, 60_000);

  it.each([
    ['ru', 'Это не сохранено. То, что вы набрали, ждёт в форме.'],
    ['en', 'It was not saved. What you typed waits in its form.'],
  ] as const)(
    'that is left while a save fails keeps what was typed, in %s',
    async (lang, said) => {
      await speak(lang);
      await slow('fail');
      await visited.go('#/vacancies/100/edit');
      await field('text').fill('Набрано');
      await submit().click();
      await isSaving();
      await page.goto(`${visited.preview.url}/#/users`);
      await page.getByText(said).waitFor();
      await visited.go('#/vacancies/100/edit');
      expect(await field('text').inputValue()).toBe('Набрано');
      expect(visited.errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    },
    60_000,
  );

  it('whose page is closed before the answer has what was saved, and is no older than it', async () => {
    const sent = new Promise<void>((done) => {
      void page.route('**/preview/edit/save/**', async (route) => {
        const { try: isTried } = route.request().postDataJSON();
        if (isTried) return route.continue();
        await route.fetch();
        done();
      });
    });
    await visited.go('#/vacancies/100/edit');
    await field('text').fill('Набрано');
    await field('work_position').fill('Мастер');
    await submit().click();
    await sent;
    await page.reload();
    await field('text').waitFor();
    expect([await field('text').inputValue(), vacancy().text]).toEqual(['Набрано', 'Набрано']);
    expect(await page.locator('.form > .faint').count()).toBe(0);
  }, 60_000);

  it.each([
    ['ru', 'Минуту…', 'сначала исправьте'],
    ['en', 'One moment…', 'put them right first'],
  ] as const)(
    'for handing in is locked while that is under way, and where the data has errors, in %s',
    async (lang, said, why) => {
      await speak(lang);
      const seen = { files: ['data/users.json'], lines: [], branch: 'a' };
      await page.route('**/preview/edit/changes*', (route) => route.fulfill({ json: seen }));
      await page.route('**/preview/edit/hand-in*', async (route) => {
        await new Promise((done) => setTimeout(done, SLOW_MS));
        await route.fulfill({ json: { ok: false, said: 'fatal' } });
      });
      await visited.go('#/changes');
      await page.locator('#message').fill('Оплата');
      await submit().click();
      await page.getByText(said).waitFor();
      expect(await page.locator('#message').isDisabled()).toBe(true);
      await page.getByText('fatal').waitFor();
      expect(await page.locator('#message').isEnabled()).toBe(true);
      writeFile(visited.data, VACANCY, '{"id": 100}\n');
      await page.getByText(why).waitFor();
      expect(await page.locator('#message').isDisabled()).toBe(true);
      expect(await page.locator('#message').inputValue()).toBe('Оплата');
      writeFile(visited.data, VACANCY, FILES[`data/${VACANCY}`]!);
      await page.getByText(why).waitFor({ state: 'detached' });
    },
    60_000,
  );

  it('that asks before a record is removed is answered once', async () => {
    const asked: unknown[] = [];
    await page.route('**/preview/edit/remove/**', async (route) => {
      const body = route.request().postDataJSON();
      if (body.try) return route.continue();
      asked.push(body.along);
      await new Promise((done) => setTimeout(done, SLOW_MS));
      await route.continue();
    });
    await visited.go('#/vacancies/100');
    await page.locator('.record-tools > .actions button').last().click();
    await page.locator('.removing .danger').dblclick();
    await page.locator('.removing[aria-busy=true]').waitFor();
    expect(await page.locator('.removing button:enabled').count()).toBe(0);
    await isAt(/#\/vacancies$/);
    expect(asked).toEqual([[]]);
  }, 60_000);

  it('takes the first suggestion by Enter, when it comes, and is not saved by that', async () => {
    const posted: string[] = [];
    page.on('request', (request) => {
      const body = request.postDataJSON();
      if (body && !body.try) posted.push(request.url());
    });
    const city = field('work_city');
    await visited.go('#/vacancies/100/edit');
    await city.fill('ели');
    await city.fill('Ели');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    // No name begins like that.
    await page.locator('#field-work_city-wrong', { hasText: 'нет записи' }).waitFor();
    expect(await city.inputValue()).toBe('Ели');
    // The suggestions are known.
    await city.fill('Лип');
    await page.locator('[role=option]').nth(2).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.of-reference', { has: city }).getByText('№ 35').waitFor();
    expect(await city.inputValue()).toBe('Липецк');
    await page.keyboard.press('Enter');
    // They come late; what was suggested for another text is not taken.
    await page.route('**/preview/edit/names/**', async (route) => {
      await new Promise((done) => setTimeout(done, 1000));
      await route.continue();
    });
    for (const name of ['Новос', 'Еле']) {
      await city.fill(name);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      // The reader goes on to the next field.
      await page.keyboard.press('Tab');
      await expect.poll(() => city.inputValue(), { timeout: 5000 }).toMatch(/^(Новосибирск|Елец)$/);
    }
    await page.locator('.of-reference', { has: city }).getByText('№ 36').waitFor();
    // What was typed and left is no name yet, either.
    await city.fill('Новос');
    await field('text').focus();
    await city.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => city.inputValue(), { timeout: 5000 }).toBe('Новосибирск');
    // A number is the record with it.
    await city.fill('36');
    await page.keyboard.press('Enter');
    await expect.poll(() => city.inputValue(), { timeout: 5000 }).toBe('Елец');
    expect(posted).toEqual([]);
    await submit().click();
    await isAt(/#\/vacancies\/100$/);
    expect(vacancy().work_city).toBe(36);
  }, 60_000);

  it.each([
    ['the bar with Save', 1280, ''],
    ['the bar with Save', 390, ''],
    ['the request to load the page again', 1280, "dispatchEvent(new Event('stale'))"],
    ['the request to load the page again', 390, "dispatchEvent(new Event('stale'))"],
  ])(
    'has nothing with the focus behind %s, at a width of %d',
    async (_, width, begin) => {
      await page.setViewportSize({ width, height: 500 });
      const all: unknown[] = [];
      for (const hash of ['#/vacancies/100/edit', '#/users/7/edit', '#/posts/5/edit']) {
        await visited.go(hash);
        await submit().waitFor();
        await page.evaluate(
          `document.querySelectorAll('.form details').forEach((one) => { one.open = true });${begin}`,
        );
        for (const key of ['Tab', 'Shift+Tab']) {
          const from = key === 'Tab' ? '#heading' : '.form [type=submit]';
          await page.evaluate(`document.querySelector('${from}').focus()`);
          for (let i = 0; i < 50; i++) {
            await page.keyboard.press(key);
            all.push(await page.evaluate(FOCUSED));
          }
        }
      }
      expect(all.filter((one) => one !== '')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
    },
    120_000,
  );

  it.each([
    ['ru', /подходит нескольким[^:]*полнее:\s+35/],
    ['en', /may be several[^:]*:\s+35/],
  ] as const)(
    'names the records that a text may mean, in %s',
    async (lang, told) => {
      await speak(lang);
      await visited.go('#/vacancies/new');
      await field('work_city').fill('Лип');
      const wrong = page.locator('#field-work_city-wrong');
      await expect.poll(() => wrong.innerText(), { timeout: 10_000 }).toMatch(told);
      expect(await wrong.innerText()).toMatch(
        /35 +Липецк \(Липецкая область\)\s+38 +Липин Бор \(Новосибирская область\)\s+37 +Липки/,
      );
      await page.keyboard.press('Escape');
      await submit().click();
      const item = page.locator('.wrongs li', { hasText: 'Липецк' });
      expect((await item.innerText()).split('\n').length).toBe(4);
      await visited.go('#/vacancies/100/edit');
      await field('work_city').fill('Лип');
      await expect.poll(() => wrong.innerText(), { timeout: 10_000 }).toMatch(/Липин Бор.*\s+37/);
    },
    60_000,
  );

  it('makes paragraphs of a text typed with blank lines, and leaves the rest as it was', async () => {
    await visited.go('#/comments/new?post=5&parent=341');
    await field('user').fill('7');
    await field('text').focus();
    await page.keyboard.type('Первый.\n\nВторой, <b>важный</b>.\nОн же.\n\n');
    const shown = page.locator('.rendering .markup').first();
    await expect
      .poll(() => shown.locator('p').allInnerTexts())
      .toEqual(['Первый.', 'Второй, важный. Он же.']);
    expect(await field('text').inputValue()).toBe('Первый.\n\nВторой, <b>важный</b>.\nОн же.\n\n');
    await submit().click();
    await isAt(/#\/comments\/344$/);
    const [file] = readdirSync(join(visited.data, 'comments')).reverse();
    const text = readFileSync(join(visited.data, 'comments', file!), 'utf8');
    expect(text).toContain(
      JSON.stringify('<p>Первый.</p>\n\n<p>Второй, <b>важный</b>.\nОн же.</p>\n\n'),
    );
    await visited.go('#/posts/5/edit');
    await field('text').press('ControlOrMeta+End');
    await page.keyboard.type('\n\nЕщё.');
    await submit().click();
    await isAt(/#\/posts\/5$/);
    const { text: before } = JSON.parse(FILES[`data/${POST}`]!);
    expect(JSON.parse(readFileSync(join(visited.data, POST), 'utf8')).text).toBe(
      `${before}\n\n<p>Ещё.</p>`,
    );
  }, 60_000);

  it.each([
    ['ru', 'Публикация: Новые формы протоколов', 'В обсуждении'],
    ['en', 'Post: Новые формы протоколов', 'In its discussion'],
  ] as const)(
    'of a comment, saved, shows it with links to its post and its discussion, in %s',
    async (lang, post, discussion) => {
      await speak(lang);
      await visited.go('#/comments/342');
      await page.getByRole('link', { name: post }).click();
      await isAt(/#\/posts\/5$/);
      await page.goBack();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('link', { name: discussion }).click();
      await isAt(/#\/posts\/5\?comments=342$/);
      await page.locator('.wanted', { hasText: 'И мы' }).waitFor();
      // What begins a discussion, and what readers do not see.
      await visited.go('#/comments/343');
      await page.locator('main a[href="#/posts/6"]').waitFor();
      expect(await page.getByRole('link', { name: discussion }).count()).toBe(0);
    },
    60_000,
  );
});
