// Refusals in Russian.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, UsageError } from '../../src/index.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, vacancies, writeData } from '../support/portal.js';
import { runIn } from '../support/run.js';

describe('a refused call', () => {
  function workplace(config: string): string {
    const cwd = temporaryFolder();
    writeData(join(cwd, 'data'), { ...directory(2), ...vacancies(1) });
    writeFileSync(join(cwd, 'portal-snapshot.config.json'), config);
    return cwd;
  }

  const calls: [args: string[], said: string, config?: string][] = [
    [['check', '--data', 'нет'], 'нет папки с данными '],
    [['fmt', '--data', 'нет'], 'нет папки с данными '],
    [['schema', '--data', 'нет'], 'нет папки с данными нет'],
    [['check', 'data/x.json'], '"data/x.json" — не файл данных из data'],
    [['fmt', 'data/x.json'], '"data/x.json" — не файл данных из '],
    [['check', '--since', 'v1'], ' не в рабочей копии репозитория git, поэтому "v1" там нет'],
    [['diff', 'v1'], ' не в рабочей копии репозитория git, поэтому "v1" там нет'],
    [['diff', 'data'], ' — не снимок: там нет api/snapshot.json'],
    [['check'], 'неизвестная настройка "pagesize"', '{"pagesize": 5}'],
    [
      ['check'],
      'настройка links: Неверный вариант: ожидалось одно из "path"|"query"|"file", а не "pages"',
      '{"links": "pages"}',
    ],
    [['build', '--host', 'ngnix'], 'неизвестный хостинг "ngnix"; возможно, имелось в виду nginx?'],
    [['build', '--out', 'data/dist'], 'папка из настройки out не должна лежать в '],
    [['new', 'city', '--name', 'Елец', '--region', '97', '--name', 'Х'], 'параметр --name указан'],
    [['new', 'user', '--profile', 'Пермь'], 'в параметре --profile нужен JSON'],
    [['new', 'vacancy', '--category', 'x'], 'в новой записи (vacancy) этого быть не может:\n'],
    [
      ['new', 'vacancy'],
      'для новой записи (vacancy) нужно ещё (или заполните форму: npx portal-snapshot preview):\n  --text <text>  Текст объявления',
    ],
    [['new', 'comment', '--parent', '97', '--text', 'Да'], '--parent: в comments нет записи 97; '],
  ];
  it.each(calls)('%j tells why in Russian: %s', async (args, said, config = '{}') => {
    const { status, stderr } = await runIn(workplace(config), ...args, '--lang', 'ru');
    expect(stderr).toContain(said);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^portal-snapshot: /);
  });

  it('is English in the library, which asks no environment', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'x'));
    const refusal = await check({ cwd, data: 'y', lang: 'ru' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect((refusal as UsageError).message).toBe(
      `there is no data folder ${join(cwd, 'y')}; "npx portal-snapshot init" begins a portal`,
    );
  });
});
