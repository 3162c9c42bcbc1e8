// `new` on a terminal: it asks for what is lacking, in words; elsewhere it asks nothing.
import { beforeEach, expect, it } from 'vitest';
import { changed, dataOf, desk } from '../../new/desk.js';
import { runCommand } from '../../support/command.js';
import { directory, forum, writeFile } from '../../support/portal.js';
import {
  CTRL_C,
  CTRL_D,
  DOWN,
  ENTER,
  ESC,
  onTerminal,
  type Turn,
  terminalTool,
} from '../../support/terminal.js';
import { describeWith } from '../../support/tools.js';

let cwd = '';
beforeEach(() => {
  cwd = desk({ ...directory(3), ...forum({ posts: 2, replies: 2 }) });
});

/** The last question of all. */
const NO_OTHERS = { sees: /other fields|другие поля/, types: ENTER };

const types = (sees: string | RegExp, text: string): Turn => ({ sees, types: text + ENTER });

describeWith([terminalTool], 'new on a terminal', () => {
  it('asks for what is lacking, field by field, with completion of names', async () => {
    const before = dataOf(cwd);
    const { status, shown } = await onTerminal(
      ['new', 'post', '--title', 'Котлы'],
      [
        types('text (what it says)', '<p>Кто?</p>'),
        types('blog (the blog that it is in)', 'блог 2'),
        types('user (who wrote it)', 'фамилия4'),
        // Nothing is chosen before somebody does: one down is the first.
        { sees: 'moderated_by (who moderated it)', types: DOWN + DOWN },
        types('Фамилия2 Имя2', ''),
        NO_OTHERS,
      ],
      { cwd },
    );
    expect([status, shown]).toEqual([0, expect.stringContaining('data/posts.json')]);
    expect(shown).toContain('A new post needs also');
    const [post] = JSON.parse(changed(before, dataOf(cwd))['posts.json']!).slice(-1);
    expect(post).toMatchObject({ text: '<p>Кто?</p>', blog: 2, user: 4, moderated_by: 2 });
  });

  it('asks again for what cannot be, and offers nothing that is not there', async () => {
    const before = dataOf(cwd);
    const { status, shown } = await onTerminal(
      ['new', 'vacancy', '--lang', 'ru'],
      [
        types('text', ''),
        types('Это поле обязательно.', 'Нужен эксперт.'),
        types('category', 'первая'),
        // Six letters back.
        types('целое число', `${'\u007f'.repeat(6)}1`),
        NO_OTHERS,
      ],
      { cwd },
    );
    expect([status, shown]).toEqual([
      0,
      expect.stringContaining('data/vacancies/1-nuzhen-ekspert.json'),
    ]);
    expect(shown).toContain('Новой записи (vacancy) нужно ещё');
    expect(Object.keys(changed(before, dataOf(cwd)))).toEqual(['vacancies/1-nuzhen-ekspert.json']);
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('%s writes nothing', async (_, key) => {
    const before = dataOf(cwd);
    const turns = [types('title', 'Котлы'), { sees: 'text (', types: key }];
    const { status } = await onTerminal(['new', 'post'], turns, { cwd });
    expect(status).toBe(130);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('goes on after an answer that is refused, at each question and with any key', async () => {
    const before = dataOf(cwd);
    const needed = 'This is needed.';
    // No record is called so; the offers come back when the letter goes.
    const choose = 'Type a part of it, or choose with the arrow keys.';
    const noName = (question: string) => [types(question, 'ж'), { sees: choose, types: '\u007f' }];
    const { status, shown } = await onTerminal(
      ['new', 'post'],
      [
        types('title (', ''),
        { sees: needed, types: '\u007f' },
        types('', 'Котлы'),
        types('text (', ''),
        { sees: needed, types: DOWN },
        types('', '<p>Кто?</p>'),
        ...noName('blog ('),
        types('Блог 2', 'блог 2'),
        ...noName('user ('),
        types('Фамилия2', 'фамилия4'),
        ...noName('moderated_by ('),
        types('Фамилия2', 'фамилия3'),
        types('other fields', 'pined'),
        types('did you mean pinned?', `${'\u007f'.repeat(3)}nned`),
        types('pinned (', 'true'),
      ],
      { cwd },
    );
    expect([status, shown]).toEqual([0, expect.stringContaining('data/posts.json')]);
    const [post] = JSON.parse(changed(before, dataOf(cwd))['posts.json']!).slice(-1);
    expect(post).toMatchObject({
      title: 'Котлы',
      text: '<p>Кто?</p>',
      blog: 2,
      user: 4,
      pinned: true,
    });
  });

  it('takes a text of several lines from a file or an editor, and never the first of all members', async () => {
    writeFile(cwd, 'post.html', '<p>Первая</p>\n<p>Вторая</p>\n');
    writeFile(cwd, 'editor.sh', 'printf "<p>Своя</p>\\n<p>Ещё</p>\\n" > "$1"\n');
    const rest = (text: readonly Turn[]) => [
      ...text,
      types('blog (', 'блог 2'),
      types('user (', ''),
      types('Type a part of it', 'фамилия4'),
      types('moderated_by (', 'фамилия3'),
      NO_OTHERS,
    ];
    const given = ['new', 'post', '--title', 'Котлы'];
    const wrong = [
      types('text (', '@nowhere.html'),
      types('nowhere.html', `${'\u007f'.repeat(13)}@post.html`),
    ];
    expect(await onTerminal(given, rest(wrong), { cwd })).toMatchObject({ status: 0 });
    const env = { EDITOR: `sh ${cwd}/editor.sh`, VISUAL: '' };
    const own = [types('@ opens your editor', '@')];
    expect(await onTerminal(given, rest(own), { cwd, env })).toMatchObject({ status: 0 });
    const posts = JSON.parse(dataOf(cwd).get('posts.json')!.toString()) as {
      text: string;
      user: number;
    }[];
    expect(posts.slice(-2)).toMatchObject([
      { text: '<p>Первая</p>\n<p>Вторая</p>', user: 4 },
      { text: '<p>Своя</p>\n<p>Ещё</p>', user: 4 },
    ]);
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
    ['Esc', ESC],
  ])('%s writes nothing after an answer that is refused, either', async (_, key) => {
    const before = dataOf(cwd);
    const turns = [types('title (', ''), { sees: 'This is needed.', types: key }];
    const { status, shown } = await onTerminal(['new', 'post'], turns, { cwd });
    expect(shown).not.toContain('Error');
    expect(status).toBe(130);
    expect(changed(before, dataOf(cwd))).toEqual({});
  });

  it('keeps nobody else from writing while it waits', async () => {
    const asked = onTerminal(
      ['new', 'post'],
      [types('title', 'Котлы'), { sees: 'text (', types: CTRL_C }],
      {
        cwd,
      },
    );
    const other = await runCommand(['new', 'region', '--name', 'Тува'], { cwd });
    expect(other.stdout).toBe('data/regions.json\n');
    await asked;
  });

  it('asks nothing where CI is set', async () => {
    const { status, shown } = await onTerminal(['new', 'post'], [], { cwd, env: { CI: '1' } });
    expect(status).toBe(2);
    expect(shown).toContain('a new post needs also:');
  });
});

it('asks nothing off a terminal', async () => {
  const { status, stdout, stderr } = await runCommand(['new', 'post'], { cwd });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('a new post needs also:');
});
