// In which language the tool speaks: a flag, else the setting, else the environment, else English; the library never
// asks the environment.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { languageOf, languageOfLine } from '../../src/cli/language.js';
import { build, check, UsageError } from '../../src/index.js';
import { runCommand, start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { directory, vacancies, writeData } from '../support/portal.js';
import { runIn } from '../support/run.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A portal with a warning and a vacancy that is not for everyone. */
function workplace(): string {
  const cwd = temporaryFolder();
  const [hidden] = vacancies(1)['vacancies']!;
  writeData(join(cwd, 'data'), {
    ...directory(2),
    cities: [{ id: 1, name: 'Химки', region: 9 }],
    vacancies: [{ ...hidden, is_public: false }],
  });
  return cwd;
}

describe('the environment', () => {
  const cases: readonly [Record<string, string>, string][] = [
    [{}, 'en'],
    [{ LANG: 'ru_RU.UTF-8' }, 'ru'],
    [{ LANG: 'ru' }, 'ru'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'ru_RU.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'ru_RU.UTF-8' }, 'ru'],
    [{ LC_MESSAGES: 'ru_RU.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'C', LC_ALL: 'ru_RU' }, 'ru'],
    [{ LANG: 'ru_RU.UTF-8', LC_ALL: '', LC_MESSAGES: '' }, 'ru'],
    [{ LANGUAGE: 'ru' }, 'en'],
  ];
  it.each(cases)('%j speaks %s', (env, language) => {
    expect(languageOf(env)).toBe(language);
  });
});

describe('the setting `lang`', () => {
  const CONFIG = 'portal-snapshot.config.json';

  it('speaks where no flag does, of whatever is asked', async () => {
    const cwd = workplace();
    writeFileSync(join(cwd, CONFIG), '\uFEFF{"lang": "ru"}');
    const russian: readonly (readonly string[])[] = [
      ...[['check'], ['build'], ['fmt'], ['diff', 'HEAD'], ['undo'], ['find', 'Химки', 'ничего']],
      ...[
        ['show', 'post', '7'],
        ['refs', 'post', '7'],
        ['remove', 'post', '7'],
        ['new', 'blog'],
      ],
      ...[['change', 'post', '7', '--slug', 'a'], ['renumber', 'post', '7'], ['schema']],
      ...[
        ['change', '--help'],
        ['new', 'blog', '--help'],
      ],
      ...[['--help']],
    ];
    for (const args of russian) {
      const { stdout, stderr } = await runIn(cwd, ...args);
      expect({ args, said: stderr + stdout }).toEqual({
        args,
        said: expect.stringMatching(/[а-яё]{3}/),
      });
    }
    const { stdout } = await runIn(cwd, 'check', '--lang', 'en');
    expect(stdout).toContain('there is no record 9 in regions');
    vi.stubEnv('LC_ALL', 'ru_RU.UTF-8');
    writeFileSync(join(cwd, CONFIG), '{"lang": "en"}');
    expect((await runIn(cwd, 'check')).stdout).toContain('there is no record 9 in regions');
  });

  it.each(['{', '[]', 'null', '{"lang": "de"}', '{"lang": 7}', '{}'])(
    'in a file that holds %s leaves it to the environment',
    (text) => {
      const file = join(temporaryFolder(), CONFIG);
      writeFileSync(file, text);
      for (const [LANG, language] of [
        ['ru_RU.UTF-8', 'ru'],
        ['C', 'en'],
      ] as const) {
        expect(languageOfLine(['check', '--config', file], { LANG })).toBe(language);
      }
    },
  );

  it('is that of the file that --config names, which may be a pipe: that is read once', async () => {
    const cwd = workplace();
    writeFileSync(join(cwd, CONFIG), '{"lang": "ru"}');
    writeFileSync(join(cwd, 'other.json'), '{"lang": "en"}');
    expect((await runIn(cwd, 'check', '--config=other.json')).stdout).toContain('1 warning');
    const bin = join(projectFolder, 'bin/portal-snapshot.js');
    const line = `${process.execPath} ${bin} build --config <(echo '{"baseUrl": "https://a.example"}')`;
    const { status } = await start('bash', ['-c', line], { cwd }).ended;
    expect([status, readFileSync(join(cwd, 'dist/api/index.json'), 'utf8')]).toEqual([
      0,
      expect.stringContaining('https://a.example/api/'),
    ]);
  });
});

describe('the library', () => {
  it('speaks English wherever it runs, and Russian when it is told', async () => {
    vi.stubEnv('LC_ALL', 'ru_RU.UTF-8');
    const cwd = workplace();
    const messages = async (lang?: 'ru') =>
      (await check({ cwd, ...(lang && { lang }) })).problems.map(({ message }) => message);
    expect(await messages()).toEqual([
      'there is no record 9 in regions; the number is published all the same',
    ]);
    expect(await messages('ru')).toEqual(['в regions нет записи 9; номер всё равно публикуется']);
  });

  it('remembers what it found in no language, and tells it again in any', async () => {
    const cwd = workplace();
    // Of ids that do not exist git is asked each time.
    rmSync(join(cwd, 'data/cities.json'));
    writeFileSync(join(cwd, 'data/notes.txt'), '');
    const cache = join(cwd, 'cache');
    const said = async (lang: 'en' | 'ru') => {
      const phases = new Set<string>();
      const onProgress = (phase: string) => void phases.add(phase);
      const { problems, reasons, summary } = await build({ cwd, cache, lang, onProgress });
      const { message, hint } = problems[0]!;
      return [message, hint, reasons[0]?.reason, summary.files.written > 0, phases.has('linking')];
    };
    const english = [
      'this file is not read',
      'data files end in .json or .ndjson; start the name with a dot to keep it here unread',
      'it is not public (is_public)',
    ];
    const russian = [
      'этот файл не читается',
      'файлы данных кончаются на .json или .ndjson; чтобы хранить здесь другой, начните его имя с точки',
      'запись закрыта (is_public)',
    ];
    expect(await said('en')).toEqual([...english, true, true]);
    expect(await said('ru')).toEqual([...russian, false, false]);
    expect(await said('en')).toEqual([...english, false, false]);
  });

  it('knows no other language, and asks no setting', async () => {
    const cwd = workplace();
    const unknown = check({ cwd, lang: 'de' as 'en' });
    await expect(unknown).rejects.toThrow(new UsageError('lang is one of en, ru, not "de"'));
    writeFileSync(join(cwd, 'portal-snapshot.config.json'), '{"lang": "ru"}');
    const [problem] = (await check({ cwd })).problems;
    expect(problem?.message).toMatch(/^there is no record 9/);
    await expect(check({ cwd, data: 'y', lang: 'ru' })).rejects.toThrow(
      `there is no data folder ${join(cwd, 'y')}`,
    );
  });
});

describe('the command line', () => {
  it('speaks the language of the environment, but for a flag', async () => {
    const cwd = workplace();
    const env = { LC_ALL: undefined, LC_MESSAGES: undefined, LANG: 'ru_RU.UTF-8' };
    const russian = runCommand(['build', '--all'], { cwd, env });
    const { status, stdout } = await russian;
    expect(status).toBe(0);
    const steady = stdout.replace(
      /[0-9a-f]{64}|\d+,\d+ КБ|\d+(?= файл)|(?<=: )\d+(?= записано)/g,
      '…',
    );
    expect(steady).toBe(`
data/cities.json
  5:15  предупреждение  /region в regions нет записи 9; номер всё равно публикуется  unknown-id
      3 |     "id": 1,
      4 |     "name": "Химки",
    > 5 |     "region": 9
        |               ^
      6 |   }
      7 | ]
    → добавьте запись 9 в regions или укажите номер, который имелся в виду

скрыто: 1 запись (--verbose покажет, какие и почему)
6 записей: 0 ошибок, 1 предупреждение
… файлов, …: … записано, 0 не изменилось, 0 удалено
снимок …
`);
    const english = await runCommand(['check', '--lang', 'en', '--reporter', 'github'], {
      cwd,
      env,
    });
    expect(english.stdout).toBe(`\
::warning file=data/cities.json,line=5,col=15,title=unknown-id::/region: there is no record 9 in regions; \
the number is published all the same (add the record 9 to regions, or write the id that was meant)
withheld: 1 record (--verbose tells which and why)
6 records: 0 errors, 1 warning
`);
    expect(readFileSync(join(cwd, 'dist/404.json'), 'utf8')).toBe('{"detail":"Not found."}');
  });
});
