// An editor's second day in a real browser, in both languages: hands in without a git identity, pushes, updates, begins
// anew, and finishes a merge.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitAll, git } from '../../changes/repository.js';
import { VACANCY } from '../../preview/edits.js';
import { browserTool } from '../../support/browser.js';
import { writeFile } from '../../support/portal.js';
import { describeWith } from '../../support/tools.js';
import { colleagueCommits, writeVersioned } from './versioned.js';
import { overflowOf, type Visit, violationsOf, visit } from './visit.js';

const WORDS = {
  en: {
    onMain: 'You are on main, the main branch.',
    edited: 'Edited records',
    looking: 'Looking for what has changed…',
    workOut: 'Work it out',
    compiling: 'compiling 40 %',
    handIn: 'Hand in',
    noAuthor: 'Give your name, and your e-mail address',
    committed: 'Committed on the branch oplata.',
    push: 'Push to origin',
    update: 'Update',
    notPushed: 'This branch has commits that are on this computer alone.',
    isPushed: 'All its commits are on origin.',
    updated: 'You are on main, as it is on the server now.',
    errors: 'The data has errors: put them right first.',
    unfinished: 'git merge is not finished.',
    conflicts: 'In these files, keep what is right',
  },
  ru: {
    onMain: 'Вы в главной ветке main.',
    edited: 'Правки записей',
    looking: 'Смотрим, что изменилось…',
    workOut: 'Посчитать',
    compiling: 'проверка записей 40 %',
    handIn: 'Сдать',
    noAuthor: 'Укажите имя и адрес почты',
    committed: 'Коммит сделан в ветке oplata.',
    push: 'Отправить в origin',
    update: 'Обновить',
    notPushed: 'Коммиты этой ветки есть только на этом компьютере.',
    isPushed: 'Все её коммиты есть в origin.',
    updated: 'Вы в ветке main; она такая же, как на сервере.',
    errors: 'В данных есть ошибки: сначала исправьте их.',
    unfinished: 'git merge не закончен.',
    conflicts: 'Оставьте в этих файлах то, что верно',
  },
} as const;

describe.each(['en', 'ru'] as const)("an editor's second day, in %s", (lang) => {
  const words = WORDS[lang];
  describeWith([browserTool], 'in the browser', () => {
    let visited: Visit;
    let cwd = '';
    let remote = '';
    beforeAll(async () => {
      visited = await visit((data) => {
        cwd = dirname(data);
        remote = writeVersioned(cwd);
        git(cwd, ['push', '--quiet', '--set-upstream', 'origin', 'main']);
      }, lang);
    }, 60_000);
    afterAll(() => visited.close(), 60_000);

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
      await shows(words.edited);
      await shows(words.looking);
      release();
      await shows(words.onMain);
      await page.unroute('**/preview/edit/changes?*');
    }, 60_000);

    it('shows at once what changed in records, and the effect on addresses when asked', async () => {
      const { page } = visited;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      pay(1000);
      await visited.go('#/changes');
      await shows(words.onMain);
      await shows(words.edited);
      expect(await page.locator('.edited pre').innerText()).toContain('work_salary: — → 1000');
      expect(asked.filter((path) => path.endsWith('/effect'))).toEqual([]);
      // The effect is held back until the page has told how far it is.
      const body = JSON.stringify(words.compiling);
      await page.route('**/preview/edit/progress?*', (route) => route.fulfill({ body }));
      let release = () => {};
      const isSeen = new Promise<void>((done) => {
        release = done;
      });
      await page.route('**/preview/edit/effect?*', async (route) => {
        await isSeen;
        await route.continue();
      });
      await button(words.workOut).click();
      await shows(words.compiling);
      release();
      await page.locator('.effect pre').waitFor();
      expect(await page.locator('.effect pre').innerText()).toContain('/api/job/vacancy/');
      expect(await page.getByText(words.compiling).count()).toBe(0);
    }, 60_000);

    it('asks who commits, keeps what was typed where that is refused, and hands in', async () => {
      const { page } = visited;
      await page.locator('#message').fill('Оплата');
      await page.locator('#branch').fill('oplata');
      await page.locator('#author').fill('Анна');
      await page.locator('#email').fill('anna');
      await looksRight();
      await button(words.handIn).click();
      await shows(words.noAuthor);
      expect(await page.locator('#message').inputValue()).toBe('Оплата');
      expect(await page.locator('#author').inputValue()).toBe('Анна');
      await page.locator('#email').fill('anna@example.org');
      await button(words.handIn).click();
      await shows(words.committed);
      expect(git(cwd, ['log', '-1', '--format=%an <%ae> %s'])).toBe(
        'Анна <anna@example.org> Оплата',
      );
      expect(await page.locator('#author').count()).toBe(0);
    }, 60_000);

    it('pushes, then leads back to the main branch with what colleagues did', async () => {
      const { page } = visited;
      await button(words.push).waitFor();
      await button(words.update).click();
      await shows(words.notPushed);
      expect(git(cwd, ['rev-parse', '--abbrev-ref', 'HEAD'])).toBe('oplata');
      await button(words.push).click();
      await shows(words.isPushed);
      expect(await button(words.push).count()).toBe(0);
      await looksRight();
      colleagueCommits(remote, { 'data/districts.json': '[{"id": 1, "name": "Сибирский"}]\n' });
      await button(words.update).click();
      await shows(words.updated);
      await shows(words.onMain);
      expect(git(cwd, ['show', 'HEAD:data/districts.json'])).toContain('Сибирский');
      // The next change goes to a new branch.
      pay(2000);
      await page.locator('#branch').waitFor();
      expect(await page.locator('#branch').inputValue()).toMatch(/^edit-\d{4}-/);
      git(cwd, ['checkout', '--quiet', '--', '.']);
    }, 60_000);

    it('says that errors come first', async () => {
      pay(3000);
      await visited.page.locator('#message').fill('Оплата');
      writeFileSync(join(visited.data, VACANCY), '{"id": 100}\n');
      await shows(words.errors);
      expect(await visited.page.locator('#message').inputValue()).toBe('Оплата');
      expect(await visited.page.locator('#message').isDisabled()).toBe(true);
      git(cwd, ['checkout', '--quiet', '--', '.']);
      await visited.page.locator('main .error').waitFor({ state: 'detached' });
    }, 60_000);

    it('says first how to finish a merge, and offers nothing else before', async () => {
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
      await shows(words.unfinished);
      await shows(words.conflicts);
      const text = await page.locator('main').innerText();
      expect(text).toMatch(/git add data\/districts\.json\s+git merge --continue/);
      expect(text).toContain('git merge --abort');
      expect(await page.locator('main button, main input, main .actions').count()).toBe(0);
      await looksRight();
      write('Оба');
      await shows(lang === 'ru' ? 'Вы в ветке drugaya.' : 'You are on the branch drugaya.');
      await button(words.push).waitFor();
    }, 60_000);
  });
});
