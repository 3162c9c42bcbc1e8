// Operators' commands on portals of one's own, by the command line: what they publish is verified, mirrored, published
// and imported back. The commands of editors are in test/scripts/own.script.
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../changes/repository.js';
import { CREDENTIALS, startStrictStore } from '../publish/strict-store.js';
import { type Running, startCommand } from '../support/command.js';
import { runAs } from '../support/run.js';
import { readJson, readTree } from '../support/tree.js';
import { copyOf } from './place.js';

describe.each(['catalogue', 'pokemon'] as const)('%s', (name) => {
  const cwd = copyOf(name);
  let preview: Running;
  let url = '';

  const run = async (folder: string, ...args: string[]) => {
    const { status, stdout, stderr } = await runAs(
      { LC_ALL: 'C', ...CREDENTIALS },
      folder,
      ...args,
    );
    expect([status, stderr], stdout).toEqual([0, '']);
    return stdout;
  };

  beforeAll(async () => {
    preview = startCommand(['preview', '--read-only'], { cwd });
    url = await new Promise<string>((resolve) => {
      let said = '';
      preview.child.stdout!.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [found] = /http:\S+(?=\/ )/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    await run(cwd, 'build', '--base-url', url);
  });
  afterAll(async () => {
    preview.child.kill('SIGINT');
    await preview.ended;
  });

  it('is verified, where the preview serves it and in its folder', async () => {
    // The preview is no host of a published API: it compresses nothing, and nobody is to keep its answers.
    const skipped = ['cache-control', 'compression', 'etag'];
    expect(await run(cwd, 'verify', url, '--skip', ...skipped)).toMatch(/^rules: \d+ passed/m);
    expect(await run(cwd, 'verify', 'dist')).toMatch(/^rules: \d+ passed/m);
  });

  it('is mirrored', async () => {
    expect(await run(cwd, 'mirror', url, 'copy')).toContain('in step');
    const own = readTree(join(cwd, 'dist'));
    expect([...readTree(join(cwd, 'copy')).keys()]).toEqual([...own.keys()]);
  });

  it('is published to a store', async () => {
    const store = await startStrictStore();
    const to = ['publish', 's3://portal/own', '--endpoint', store.url];
    await run(cwd, ...to);
    const live = [...store.objects.keys()].filter((key) => key.startsWith('own/'));
    const files = [...readTree(join(cwd, 'dist')).keys()].map((file) => `own/${file}`);
    expect(live.sort()).toEqual(files.sort());
    await store.close();
    expect(store.complaints).toEqual([]);
  });

  if (name === 'catalogue')
    it('is imported: the data that is published comes back, and is published as it was', async () => {
      const other = copyOf(name);
      rmSync(join(other, 'data'), { recursive: true });
      expect(await run(other, 'import', url)).toMatch(/^records: \d+ added/m);
      await run(other, 'build', '--base-url', url);
      expect(readTree(join(other, 'dist/api'))).toEqual(readTree(join(cwd, 'dist/api')));
      expect(await run(other, 'import', url)).toContain('0 added, 0 changed, 0 removed');
    });
  else
    it('is not imported: in its lists, records have no id', async () => {
      const before = readTree(join(cwd, 'data'));
      const { status, stdout } = await runAs({ LC_ALL: 'C' }, cwd, 'import', url);
      expect([status, stdout]).toEqual([
        1,
        expect.stringContaining('a record has nothing for an id'),
      ]);
      expect(readTree(join(cwd, 'data'))).toEqual(before);
    });

  it('is compared with a commit, whose data is judged by the present declaration', async () => {
    const other = copyOf(name);
    for (const args of [['init'], ['add', '.'], ['commit', '-m', 'Begin']]) git(other, args);
    expect(await run(other, 'diff', 'HEAD')).toContain('The API stays the same');
    expect(await run(other, 'check', '--since', 'HEAD')).toContain('0 errors');
  });

  it('has schemas and an API page', async () => {
    expect(await run(cwd, 'schema')).toContain('written');
    const schemas = readTree(join(cwd, 'data/.schemas'));
    expect(schemas.size).toBeGreaterThan(3);
    await run(cwd, 'docs', '--out', 'pages');
    const { info, paths } = readJson<{ info: { title: string }; paths: object }>(
      cwd,
      'pages/openapi.json',
    );
    expect(info.title).toBe(name === 'catalogue' ? 'Catalogue' : 'PokeAPI');
    expect(JSON.stringify(paths)).not.toMatch(/vacanc|region|post-comment/);
  });
});

it('asks to be started again when the module of its portal changes', async () => {
  const cwd = copyOf('catalogue');
  const preview = startCommand(['preview'], { cwd });
  const said = (stream: 'stdout' | 'stderr', what: RegExp) =>
    new Promise<void>((resolve) => {
      let text = '';
      preview.child[stream]!.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (what.test(text)) resolve();
      });
    });
  await said('stdout', /Ctrl-C ends it/);
  const told = said('stderr', /the module that declares the portal has changed: .* start it again/);
  appendFileSync(join(cwd, 'portal/russian.js'), '// changed\n');
  await told;
  preview.child.kill('SIGINT');
  await preview.ended;
});
