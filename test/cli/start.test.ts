// What a start loads. Most of a short command's time is for that, so each loads what it needs, in few files.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.js';
import { projectFolder, SETTLED, temporaryFolder } from '../support/folders.js';
import { directory, vacancies, writeData, writeFile } from '../support/portal.js';
import { readJson } from '../support/tree.js';

interface Loaded {
  /** Files that Node loaded, relative to the project. */
  readonly files: readonly string[];
  /** The modules in them: of src/, and the names of packages. */
  readonly modules: ReadonlySet<string>;
}

/** Runs a command to its end, and tells what was loaded of the tool, by the maps beside the bundle. */
async function loadedBy(args: readonly string[], cwd: string): Promise<Loaded> {
  const coverage = temporaryFolder();
  const ended = await runCommand(args, { cwd, env: { NODE_V8_COVERAGE: coverage } });
  expect(ended.status, ended.stderr).toBe(0);
  const urls = readdirSync(coverage).flatMap((name) =>
    readJson<{ result: { url: string }[] }>(coverage, name).result.map(({ url }) => url),
  );
  const files = [...new Set(urls)]
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url).slice(projectFolder.length + 1));
  const sources = files.flatMap((file) => {
    const [, map] = /^\/\/# sourceMappingURL=(.*)$/m.exec(read(file)) ?? [];
    if (map === undefined) return [file];
    return (JSON.parse(read(`lib/${map}`)) as { sources: string[] }).sources;
  });
  const modules = sources.map((source) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
    return name ?? source.replace('../src/', '');
  });
  return { files, modules: new Set(modules) };
}

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');

const roomsOf = ({ modules }: Loaded) => new Set([...modules].map((name) => name.split('/')[0]));

describe.each([['--version'], ['help']])('%s', (flag) => {
  it('loads the names of the commands, and no command', async () => {
    const loaded = await loadedBy([flag], temporaryFolder());
    expect([...loaded.modules].sort()).toEqual([
      'bin/portal-snapshot.js',
      'cli.ts',
      'cli/commands.ts',
      'cli/language.ts',
      'cli/streams.ts',
      'cli/values.ts',
      'commander',
      'lib/cli.js',
      'lib/rolldown-runtime.js',
      'problems/failure.ts',
      'problems/messages/catalogue.ts',
      'problems/problem.ts',
      'problems/say.ts',
      'problems/text/visible.ts',
      'snapshot/settings/name.ts',
    ]);
  });
});

describe('the help of a command', () => {
  it.each(['build'])('%s: loads its flags, and nothing that works', async (name) => {
    const loaded = await loadedBy([name, '--help'], temporaryFolder());
    expect(loaded.modules).toContain('snapshot/settings/table.ts');
    for (const room of ['engine', 'portal', 'files']) {
      expect(roomsOf(loaded)).not.toContain(room);
    }
  });
});

describe('a check', () => {
  it('of data that it knows loads neither the compiler nor what writes and serves, in few files', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'package.json', '{}');
    writeData(join(cwd, 'data'), { ...directory(3), ...vacancies(2) });
    await wait(SETTLED); // younger files are read again
    const cold = await loadedBy(['check'], cwd);
    // What is not there when nothing changed is there before, so it would be seen.
    for (const name of ['parse5', 'engine/compile/shard.ts', 'engine/compile/all.ts']) {
      expect(cold.modules).toContain(name);
    }
    const { files, modules } = await loadedBy(['check'], cwd);
    expect(modules).toContain('files/source/files.ts');
    const foreign = ['parse5', 'entities', 'http-server'];
    const others = /^(?:preview|delivery|hosts|editing|snapshot\/git)\//;
    const later =
      /^(?:snapshot\/examine|engine\/(?:load|link\/.*|compile\/(?!shards|hashes).*|write\/.*))\.ts$/;
    expect(
      [...modules].filter(
        (name) => foreign.includes(name) || others.test(name) || later.test(name),
      ),
    ).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(16);
  });
});

it('has the messages of zod in the languages of editors, and no others', () => {
  const maps = readdirSync(join(projectFolder, 'lib')).filter((name) => name.endsWith('.js.map'));
  const sources = maps.flatMap(
    (map) => readJson<{ sources: string[] }>(join(projectFolder, 'lib'), map).sources,
  );
  const languages = sources.filter((source) => source.includes('/zod/v4/locales/'));
  expect(languages.map((source) => basename(source))).toEqual(['en.js', 'ru.js']);
});

it('is what a trace of an error names: the source, not the bundle', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), directory(1));
  const broken = `
    const fs = process.getBuiltinModule('node:fs');
    fs.lstatSync = () => { throw new Error('planned'); };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();`;
  const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(broken)}"` };
  const { status, stderr } = await runCommand(['check'], { cwd, env });
  expect(status).toBe(2);
  expect(stderr).toContain('Error: planned\n');
  const [, line] =
    /at mustBeDataFolder \(\S*\/src\/files\/source\/files\.ts:(\d+):\d+\)/.exec(stderr) ?? [];
  expect(read('src/files/source/files.ts').split('\n')[Number(line) - 1]).toContain('lstatSync(');
});
