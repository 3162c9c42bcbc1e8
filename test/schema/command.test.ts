// The command that writes the schemas.
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaFiles } from '../../src/editing/schema/files.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runAs, runIn } from '../support/run.js';
import { filesOf } from '../support/tree.js';
import { schemas } from './validators.js';

describe('the command', () => {
  // One for each collection, and that of the settings.
  const all = portal.collections.length + 1;

  it('writes what is missing or old, and with --check only tells', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    const first = await runIn(cwd, 'schema');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toContain(`\n${all} schemas, ${all} written\n`);
    const folder = join(cwd, 'data/.schemas');
    expect(filesOf(folder)).toEqual([...schemas.keys()].sort());
    expect(readFileSync(join(folder, 'posts.json'), 'utf8')).toBe(schemas.get('posts.json'));

    writeFile(folder, 'posts.json', '{}');
    rmSync(join(folder, 'users.json'));
    const old = await runIn(cwd, 'schema', '--check');
    expect(old).toMatchObject({ status: 1, stderr: '' });
    expect(old.stdout).toBe(
      'data/.schemas/users.json: not up to date\n' +
        'data/.schemas/posts.json: not up to date\n' +
        `${all} schemas, 2 not up to date\n`,
    );
    expect(existsSync(join(folder, 'users.json'))).toBe(false);

    await runIn(cwd, 'schema');
    writeFile(cwd, '.portal-snapshot.schema.json', '{}');
    expect(await runIn(cwd, 'schema', '--check')).toMatchObject({
      status: 1,
      stdout: `.portal-snapshot.schema.json: not up to date\n${all} schemas, 1 not up to date\n`,
    });
    await runIn(cwd, 'schema', '--out', 'elsewhere');
    expect(filesOf(join(cwd, 'elsewhere'))).toHaveLength(all);
    expect(readFileSync(join(cwd, '.portal-snapshot.schema.json'), 'utf8')).toBe('{}');

    const nowhere = await runIn(cwd, 'schema', '--data', 'dta');
    expect(nowhere).toMatchObject({ status: 2, stdout: '' });
    expect(nowhere.stderr).toBe('portal-snapshot: there is no data folder dta\n');
  });

  it.each([
    ['', 'out: must be the name of a folder, not ""'],
    ['data', 'out must not be inside data: what is there would be read as data'],
    ['link/posts', 'out must not be inside data: what is there would be read as data'],
  ])('writes nothing into the working folder or among data: --out "%s"', async (out, said) => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    symlinkSync('data', join(cwd, 'link'));
    const ended = await runIn(cwd, 'schema', '--out', out);
    expect(ended).toEqual({ status: 2, stdout: '', stderr: `portal-snapshot: ${said}\n` });
    expect(readdirSync(cwd)).toEqual(['data', 'link']);
    expect(readdirSync(join(cwd, 'data'))).toEqual(['regions.json']);
    expect(readFileSync(join(cwd, 'data/regions.json'), 'utf8')).toBe('[]');
    const named = await runIn(cwd, 'schema', '--out', 'data/.schemas');
    expect(named).toMatchObject({ status: 0, stderr: '' });
  });

  it('writes them in the language of the settings, whatever the environment says', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    const env = { LC_ALL: undefined, LC_MESSAGES: undefined, LANG: 'ru_RU.UTF-8' };
    const posts = () => readFileSync(join(cwd, 'data/.schemas/posts.json'), 'utf8');
    const first = await runAs(env, cwd, 'schema');
    expect(first.stdout).toContain(`\nсхем: ${all}, записано: ${all}\n`);
    expect(posts()).toBe(schemas.get('posts.json'));
    writeFile(cwd, 'portal-snapshot.config.json', '{"lang": "ru"}');
    const check = await runIn(cwd, 'schema', '--check');
    expect(check.stdout).toContain(`\nсхем: ${all}, устарело: ${all}\n`);
    await runIn(cwd, 'schema');
    expect(posts()).toBe(schemaFiles(portal, 'ru').get('posts.json'));
    await runIn(cwd, 'schema', '--lang', 'en');
    expect(posts()).toBe(schemas.get('posts.json'));
  });

  it('leaves the settings of editors as they are', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'data/regions.json', '[]');
    writeFile(cwd, '.vscode/settings.json', '{}');
    await runIn(cwd, 'schema');
    expect(readFileSync(join(cwd, '.vscode/settings.json'), 'utf8')).toBe('{}');
    expect((await runIn(cwd, 'schema', '--check')).status).toBe(0);
  });
});
