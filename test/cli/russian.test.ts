// Help in the language of its reader: editors read English or Russian; commander's own words, and all that is for
// whoever runs a portal, are in English.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { run } from '../../src/cli.js';
import { portal } from '../../src/portal/index.js';
import type { Language } from '../../src/problems/messages/catalogue.js';
import { inLanguage } from '../../src/problems/say.js';

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
  ...Object.keys(commands).map((name) => [name, '--help']),
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

/** Commands for whoever runs a portal: their own flags are described in English. */
const OPERATORS = ['publish', 'verify', 'mirror', 'import', 'build', 'docs'];
/** What commander itself says, and the names of placeholders. */
const COMMANDERS =
  /^(?:Usage:.*|Arguments:|Options:|Commands:|display help for command|output the version number)$/;

describe.each(helps.filter(([name]) => !OPERATORS.includes(name!)))('%s %s %s', (...line) => {
  const args = line.filter((arg) => arg !== undefined);

  it('is in Russian for editors in a Russian environment, but for what commander says', async () => {
    const { status, text } = await said(args);
    expect(status).toBe(0);
    const parts = partsOf(text).filter((part) => !COMMANDERS.test(part));
    const commandsOfOperators = Object.entries(commands).flatMap(([name, { about }]) =>
      OPERATORS.includes(name) ? [inLanguage(about, 'en')] : [],
    );
    const english = parts.filter((part) => !CYRILLIC.test(part));
    expect(english.filter((part) => !commandsOfOperators.includes(part))).toEqual([]);
  });
});

describe.each(helps)('%s %s %s', (...line) => {
  const args = line.filter((arg) => arg !== undefined);

  it('is in English where that is asked for, to the last word', async () => {
    const { text } = await said(args, 'C');
    expect(text).toMatch(/^Usage: /);
    expect(text).not.toMatch(CYRILLIC);
  });
});

describe.each(['publish', 'verify', 'mirror'])('%s --help', (name) => {
  it('is in English for everybody', async () => {
    expect((await said([name, '--help'])).text).not.toMatch(CYRILLIC);
  });
});

describe('wrong usage', () => {
  it.each([
    [['check', '--strickt'], "unknown option '--strickt'\n(Did you mean --strict?)"],
    [['chekc'], "unknown command 'chekc'\n(Did you mean check?)"],
    [['new', 'vacansy'], "unknown command 'vacansy'\n(Did you mean vacancy?)"],
    [['build', '--workers', 'много'], 'It must be a whole number of at least 1.'],
    [['preview', '--port', '70000'], 'It must be at most 65535.'],
  ])('%j is refused by commander, in English: %s', async (args, english) => {
    const { status, text } = await said(args);
    expect([status, text]).toEqual([2, expect.stringContaining(english)]);
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
