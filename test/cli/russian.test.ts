// Help and wrong usage in the language of their reader: all of it, in each language.
import { Option } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../src/cli/commands/index.js';
import { RussianCommand } from '../../src/cli/commands/russian.js';
import { run } from '../../src/cli.js';
import { portal } from '../../src/portal/index.js';
import type { Language } from '../../src/problems/messages/catalogue.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What a command line says on both streams, and its exit status. */
async function said(
  args: readonly string[],
  locale = 'ru_RU.UTF-8',
): Promise<{ status: number; text: string }> {
  vi.stubEnv('LC_ALL', '');
  vi.stubEnv('LC_MESSAGES', '');
  vi.stubEnv('LANG', locale);
  let text = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    });
  }
  const status = await run(args);
  vi.restoreAllMocks();
  return { status, text };
}

/** Command lines that show the help of everything. */
const helps = [
  ['--help'],
  ...commands.map(({ name }) => [name, '--help']),
  ...portal.collections.map(({ singular }) => ['new', singular, '--help']),
];

const CYRILLIC = /[а-яё]/i;

/** The headings of a help, and the description of each of its items, lines joined. */
function partsOf(help: string): string[] {
  return help
    .replace(/\n {4,}(?=\S)/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('  ') ? (line.trim().split(/ {2,}/)[1] ?? line) : line));
}

describe.each(helps)('%s %s %s', (...line) => {
  const args = line.filter((arg) => arg !== undefined);

  it('is in Russian in a Russian environment, each heading and each description', async () => {
    const { status, text } = await said(args);
    expect(status).toBe(0);
    expect(partsOf(text).length).toBeGreaterThan(3);
    expect(partsOf(text).filter((part) => !CYRILLIC.test(part))).toEqual([]);
    const [, ...items] = text.split('\n');
    expect(items.join('\n').match(/\b[a-z]{2,}(?: [a-z]{2,}){2,}/gi)).toBeNull();
  });

  it('is in English where that is asked for, to the last word', async () => {
    const { text } = await said([...args, '--lang', 'en']);
    expect(text).toMatch(/^Usage: /);
    expect(text).not.toMatch(CYRILLIC);
  });
});

describe('wrong usage', () => {
  const wrong: readonly (readonly [args: string[], russian: string, english: string])[] = [
    [
      ['check', '--strickt'],
      'нет параметра --strickt\n(Возможно, имелось в виду: --strict)',
      'unknown option',
    ],
    [['check', '--nothing-like-it'], 'нет параметра --nothing-like-it', 'unknown option'],
    [['chekc'], 'нет команды chekc\n(Возможно, имелось в виду: check)', 'unknown command'],
    [
      ['new', 'vacansy'],
      'нет команды vacansy\n(Возможно, имелось в виду: vacancy)',
      'unknown command',
    ],
    [['diff'], 'не хватает обязательного аргумента ref-or-folder', 'missing required argument'],
    [['fmt', '--data'], 'у параметра --data <dir> не указано значение', 'argument missing'],
    [['docs'], 'не указан обязательный параметр --out <dir>', 'not specified'],
    [
      ['build', 'a', 'b'],
      'лишние аргументы у build: должно быть 0, а указано 2',
      'too many arguments',
    ],
    [
      ['check', '--reporter', 'xml'],
      "параметр --reporter <name> не может быть 'xml'. Возможные значения: pretty, json, github.",
      'Allowed choices are',
    ],
    [
      ['build', '--workers', 'много'],
      "параметр --workers <n> не может быть 'много'. Нужно целое число не меньше 1.",
      'It must be a whole number of at least 1.',
    ],
    [
      ['preview', '--port', '70000'],
      "параметр --port <n> не может быть '70000'. Порт не больше 65535.",
      'It must be at most 65535.',
    ],
  ];
  it.each(wrong)('%j: %s', async (args, russian, english) => {
    expect(await said(args)).toEqual({ status: 2, text: `ошибка: ${russian}\n` });
    const inEnglish = await said(args, 'C');
    expect(inEnglish.status).toBe(2);
    expect(inEnglish.text).toContain(english);
    expect(inEnglish.text.replace(args.at(-1)!, '')).not.toMatch(CYRILLIC);
  });

  it('of options that exclude one another is told in Russian', async () => {
    const said: string[] = [];
    const command = new RussianCommand('fmt')
      .addOption(new Option('--split').conflicts('join'))
      .option('--join')
      .configureOutput({ writeErr: (text) => void said.push(text) })
      .exitOverride();
    expect(() => command.parse(['--split', '--join'], { from: 'user' })).toThrow();
    expect(said.join('')).toBe('ошибка: параметры --split и --join не указывают вместе\n');
  });

  it.each<Language>(['en', 'ru'])(
    'shows what was typed without its control characters: %s',
    async (lang) => {
      const { text } = await said(['check', '--\u001b[31m', '--lang', lang]);
      expect(text).toContain('\\u001b[31m');
      expect(text).not.toContain('\u001b');
    },
  );
});
