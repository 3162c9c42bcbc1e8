// What a new portal depends on: what is installed, and never a name that a stranger could take.
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dependencyOf } from '../../src/cli/init/installed.js';
import { atEnd } from '../support/at-end.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { readJson } from '../support/tree.js';

const version = '1.2.3';
const tarball = `portal-snapshot-${version}.tgz`;

/** A folder with the tool in its `node_modules`, where that package manager puts it, and a portal's folder. */
function installed(spec?: string, below = 'node_modules') {
  const home = temporaryFolder();
  const tool = join(home, 'tools', below, 'portal-snapshot');
  const about = { name: 'portal-snapshot', version };
  writeFile(tool, 'package.json', JSON.stringify(about));
  if (spec !== undefined)
    writeFile(
      home,
      'tools/package.json',
      JSON.stringify({ devDependencies: { [about.name]: spec } }),
    );
  writeFile(home, tarball, '');
  const portal = join(home, 'portals', 'ours');
  mkdirSync(portal, { recursive: true });
  return { tool, portal, home };
}

describe('a new portal depends on', () => {
  it.each([
    ['the tarball', `file:../${tarball}`, `file:../../${tarball}`],
    [
      'the address of a tarball',
      `https://example.org/${tarball}`,
      `https://example.org/${tarball}`,
    ],
    ['the repository', 'github:example/portal-snapshot', 'github:example/portal-snapshot'],
    ['the version of a registry', '^1.0.0', version],
  ])('%s from which its tool was installed', async (_, spec, expected) => {
    for (const below of ['node_modules', 'node_modules/.pnpm/portal-snapshot@1.2.3/node_modules']) {
      const { tool, portal } = installed(spec, below);
      expect((await dependencyOf(portal, tool)).spec).toBe(expected);
    }
  });

  it.each(['', 'portals'])(
    'the folder above it, which other machines do not have: %s',
    async (below) => {
      const tool = temporaryFolder();
      writeFile(tool, 'package.json', JSON.stringify({ name: 'portal-snapshot', version }));
      const portal = join(tool, below, 'ours');
      mkdirSync(portal, { recursive: true });
      const outside = below === '' ? '..' : '../..';
      expect(await dependencyOf(portal, tool)).toMatchObject({ spec: `file:${outside}`, outside });
    },
  );

  it('the folder of a clone, which other machines do not have: that is said', async () => {
    const cwd = temporaryFolder();
    const { status, stdout } = await runIn(cwd, 'init', 'ours');
    const way = relative(join(cwd, 'ours'), projectFolder);
    expect(readJson(join(cwd, 'ours'), 'package.json')).toMatchObject({
      dependencies: { 'portal-snapshot': `file:${way}` },
    });
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining(`npm pack "${way}" && npm install ./portal-snapshot-`),
    ]);
  });

  it('nothing new where it has a package.json, which lacks the tool: that is said', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'package.json', '{}');
    const { stdout } = await runIn(cwd, 'init');
    expect(stdout).toContain(`npm install "file:${relative(cwd, projectFolder)}"\n`);
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{}');
  });
});

describe('of a tool that is installed for all folders, npm keeps no record: a portal depends on', () => {
  const before = process.env['npm_config_registry'];
  afterEach(() => {
    if (before === undefined) delete process.env['npm_config_registry'];
    else process.env['npm_config_registry'] = before;
  });

  /** A registry that has these versions of any package, or answers that it has no such package. */
  async function useRegistry(versions: readonly string[]): Promise<void> {
    const server = createServer(({ url = '' }, response) => {
      const name = url.slice(1);
      const each = versions.map((one) => [one, { name, version: one, dist: {} }] as const);
      const latest = versions.at(-1);
      response.statusCode = latest === undefined ? 404 : 200;
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(each) }),
      );
    }).listen(0, '127.0.0.1');
    atEnd(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    process.env['npm_config_registry'] = `http://127.0.0.1:${port}/`;
  }

  it('its version, where the registry has it', async () => {
    await useRegistry(['1.0.0', version]);
    const { tool, portal } = installed();
    expect(await dependencyOf(portal, tool)).toEqual({
      name: 'portal-snapshot',
      version,
      spec: version,
    });
  });

  it.each([
    ['has no such package', undefined, []],
    ['has other versions of it', undefined, ['1.0.0']],
    [
      'has other versions, and the tarball that was installed is gone',
      'file:../gone.tgz',
      ['1.0.0'],
    ],
  ])('the installed folder, where the registry %s', async (_, spec, versions) => {
    await useRegistry(versions);
    const { tool, portal } = installed(spec);
    const outside = '../../tools/node_modules/portal-snapshot';
    expect(await dependencyOf(portal, tool)).toMatchObject({
      spec: `file:${outside}`,
      outside,
      isUnregistered: true,
    });
  });
});
