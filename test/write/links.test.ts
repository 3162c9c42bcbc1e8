// Links that a branch of a stranger may bring: what a build, or another command, writes and removes stays
// in the folder that was named, wherever links in it lead.
import * as fs from 'node:fs';
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { replaceInFs } from '../support/node-fs.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readTree, type Tree } from '../support/tree.js';
import { small, workplace } from './workplace.js';

const steps = { after: (_path: string): void => {} };

beforeAll(() => {
  replaceInFs((own) => ({
    renameSync(from, to) {
      own.renameSync(from, to);
      steps.after(String(to));
    },
  }));
});

afterEach(() => {
  steps.after = () => {};
});

/** A working folder with a small portal, and a folder that is none of its business. */
function withSecret(): { cwd: string; secret: string; before: Tree } {
  const cwd = workplace(small);
  const secret = join(cwd, 'secret');
  writeFile(secret, 'page/2/index.json', '{"secret": true}');
  writeFile(secret, 'notes.txt', 'Пароль');
  return { cwd, secret, before: readTree(secret) };
}

/** Puts a link in the place of what is there. */
function link(path: string, target: string): void {
  fs.rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, '..'), { recursive: true });
  symlinkSync(target, path);
}

describe('a link in the published folder', () => {
  const places = ['dist/api', 'dist/api/region', 'dist/api/region/page', 'dist/api/region/page/2'];
  it.each(places)('is not followed at %s', async (place) => {
    const { cwd, secret, before } = withSecret();
    const settings = { cwd, pageSize: 2 };
    await build(settings);
    link(join(cwd, place), secret);
    const { status, stderr } = await runIn(cwd, 'build', '--page-size', '2');
    expect([status, stderr]).toEqual([
      2,
      `portal-snapshot: ${join(cwd, place)} is a symbolic link, and nothing is written through it: remove it\n`,
    ]);
    expect(readTree(secret)).toEqual(before);
    fs.unlinkSync(join(cwd, place));
    expect((await build(settings)).problems).toEqual([]);
  });

  it('is not followed to the very pages that belong there, however often one builds', async () => {
    const { cwd } = withSecret();
    const settings = { cwd, cache: 'cache' };
    await build(settings);
    fs.renameSync(join(cwd, 'dist/api/region'), join(cwd, 'moved'));
    link(join(cwd, 'dist/api/region'), join(cwd, 'moved'));
    for (let round = 0; round < 2; round += 1) {
      await expect(build(settings)).rejects.toThrow('dist/api/region is a symbolic link');
    }
  });

  it('is no file of the snapshot', async () => {
    const { cwd, secret, before } = withSecret();
    await build({ cwd });
    link(join(cwd, 'dist/api/region/index.json'), join(secret, 'notes.txt'));
    await expect(build({ cwd })).rejects.toThrow('index.json is in the way: it is not a file');
    expect(readTree(secret)).toEqual(before);
  });

  it('is told and left alone where nothing belongs, with all behind it', async () => {
    const { cwd, secret, before } = withSecret();
    await build({ cwd, pageSize: 2 });
    link(join(cwd, 'dist/api/region/page'), secret); // pages of before, as it seems
    link(join(cwd, 'dist/.portal-snapshot'), secret);
    const { problems } = await build({ cwd, pageSize: 100 });
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['foreign-file', 'dist/.portal-snapshot'],
      ['foreign-file', 'dist/api/region/page'],
    ]);
    expect(readTree(secret)).toEqual(before);
  });

  it('is not followed when it comes while files are put in their places', async () => {
    const { cwd, secret, before } = withSecret();
    await build({ cwd, pageSize: 2 });
    let swapped = false;
    steps.after = (path) => {
      if (swapped || !path.includes('/dist/')) return;
      swapped = true;
      for (const list of ['region', 'epb-e', 'event']) link(join(cwd, 'dist/api', list), secret);
    };
    const renamed = build({ cwd, pageSize: 2, baseUrl: 'https://api.example.org' });
    await expect(renamed).rejects.toThrow('is a symbolic link');
    expect(swapped).toBe(true);
    expect(readTree(secret)).toEqual(before);
  });

  it('may be the published folder itself', async () => {
    const { cwd } = withSecret();
    mkdirSync(join(cwd, 'volume/site'), { recursive: true });
    link(join(cwd, 'dist'), 'volume/site');
    expect((await build({ cwd, pageSize: 2 })).problems).toEqual([]);
    expect((await build({ cwd, pageSize: 100 })).problems).toEqual([]);
    expect(existsSync(join(cwd, 'volume/site/api/index.json'))).toBe(true);
    expect(fs.readdirSync(join(cwd, 'volume'))).toEqual(['site']);
  });
});

describe('a link elsewhere', () => {
  it('is not followed in the place of the unfinished files', async () => {
    const { cwd, secret, before } = withSecret();
    link(join(cwd, '.dist.portal-snapshot'), secret);
    await expect(build({ cwd })).rejects.toThrow('.dist.portal-snapshot is a symbolic link');
    expect(readTree(secret)).toEqual(before);
  });

  it('is not followed among the files of hosts', async () => {
    const { cwd, secret, before } = withSecret();
    link(join(cwd, 'hosts/nginx'), secret);
    await expect(build({ cwd, hosts: ['nginx'] })).rejects.toThrow('hosts/nginx is a symbolic');
    fs.unlinkSync(join(cwd, 'hosts/nginx'));
    link(join(cwd, 'hosts/nginx/nginx.conf'), join(secret, 'notes.txt'));
    const { problems } = await build({ cwd, hosts: ['nginx'] });
    expect(problems.map(({ code, file }) => [code, file])).toContainEqual([
      ...['foreign-file', 'hosts/nginx/nginx.conf'],
    ]);
    expect(fs.readlinkSync(join(cwd, 'hosts/nginx/nginx.conf'))).toBe(join(secret, 'notes.txt'));
    expect(readTree(secret)).toEqual(before);
  });

  it('is not followed in the place of the schemas, unless it is named', async () => {
    const { cwd, secret, before } = withSecret();
    link(join(cwd, 'data/.schemas'), secret);
    const { status, stderr } = await runIn(cwd, 'schema');
    expect([status, stderr]).toEqual([2, expect.stringContaining('.schemas is a symbolic link')]);
    expect(readTree(secret)).toEqual(before);
    expect((await runIn(cwd, 'schema', '--out', 'data/.schemas')).status).toBe(0);
    expect(existsSync(join(secret, 'regions.json'))).toBe(true);
  });

  it('is not followed in the data, by fmt and new', async () => {
    const { cwd, secret, before } = withSecret();
    fs.rmSync(join(cwd, 'data/experts.json'));
    writeFile(
      secret,
      '1.json',
      '{"created_at":"2024-01-01T00:01:00Z","id":1,"full_name":"Эксперт"}',
    );
    const withRecord = readTree(secret);
    expect(withRecord.size).toBe(before.size + 1);
    link(join(cwd, 'data/experts'), secret);
    expect((await runIn(cwd, 'fmt')).status).toBe(0);
    expect((await runIn(cwd, 'fmt', 'data/experts/1.json')).status).toBe(2);
    expect((await runIn(cwd, 'check')).stdout).toContain('ignored-file');
    // The first expert goes into the file beside the link.
    expect((await runIn(cwd, 'new', 'expert', '--full_name', 'Щукин')).status).toBe(0);
    expect(readFileSync(join(cwd, 'data/experts.json'), 'utf8')).toContain('Щукин');
    expect(readTree(secret)).toEqual(withRecord);
  });

  it('is not followed in the place of the cache, unless it is named', async () => {
    const { cwd, secret, before } = withSecret();
    writeFile(cwd, 'package.json', '{}');
    utimesSync(join(secret, 'notes.txt'), 1, 1); // older than what a cache keeps
    link(join(cwd, 'node_modules/.cache/portal-snapshot'), secret);
    expect((await build({ cwd })).ok).toBe(true);
    expect(readTree(secret)).toEqual(before);
    expect((await build({ cwd, cache: 'node_modules/.cache/portal-snapshot' })).ok).toBe(true);
    expect(readTree(secret).size).toBeGreaterThan(before.size);
    expect(existsSync(join(secret, 'notes.txt'))).toBe(true);
  });

  it('may be the packages that are shared', async () => {
    const { cwd } = withSecret();
    writeFile(cwd, 'package.json', '{}');
    mkdirSync(join(cwd, 'shared'));
    link(join(cwd, 'node_modules'), join(cwd, 'shared'));
    expect((await build({ cwd })).ok).toBe(true);
    expect(existsSync(join(cwd, 'shared/.cache/portal-snapshot'))).toBe(true);
  });
});
