// The client as others bundle it: small, of nothing but itself, and in the JavaScript of the browsers that its page names.
import { join } from 'node:path';
import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/folders.js';
import { floor } from './floor.js';

/** The client without the search, which is loaded when it is first asked; or that. */
const bundle = async (more: BuildOptions, name = 'index') => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(projectFolder, `src/client/${name}.ts`)],
    absWorkingDir: projectFolder,
    bundle: true,
    minify: true,
    // An import of node:… or of a package is an error here, or a module in the list.
    platform: 'browser',
    format: 'esm',
    external: ['./search.js'],
    metafile: true,
    write: false,
    ...more,
  });
  return { code: outputFiles![0]!.text, modules: Object.keys(metafile!.inputs) };
};

it('has at most 14 KB, minified, 6 KB compressed, and the search 4 KB more', async () => {
  const [client, search] = await Promise.all([
    bundle({ target: 'es2022' }),
    bundle({ target: 'es2022' }, 'search'),
  ]);
  expect(Buffer.byteLength(client.code)).toBeLessThanOrEqual(14_000);
  expect(gzipSync(client.code).length).toBeLessThanOrEqual(6_000);
  expect(Buffer.byteLength(search.code)).toBeLessThanOrEqual(4_000);
});

it('depends on nothing', async () => {
  const modules = [...(await bundle({})).modules, ...(await bundle({}, 'search')).modules];
  expect(modules.length).toBeGreaterThan(3);
  expect(modules.filter((file) => !file.startsWith('src/client/'))).toEqual([]);
});

it('has nothing to translate for the oldest browsers that its page names', async () => {
  const target = Object.entries(floor()).map(([name, version]) => name + version);
  expect(target).toHaveLength(4);
  for (const name of ['index', 'search']) {
    const { code } = await bundle({ target }, name);
    expect(code).toBe((await bundle({ target: 'esnext' }, name)).code);
  }
});

it('asks for nothing of Node when it is loaded', async () => {
  const { code } = await bundle({ format: 'iife', globalName: 'portal' });
  const surroundings = { URL, TextEncoder, TextDecoder };
  new Script(`${code};this.portal = portal`).runInNewContext(surroundings);
  expect(Object.keys((surroundings as unknown as { portal: object }).portal).sort()).toEqual([
    'ListChanged',
    'PortalError',
    'createClient',
    'createReaders',
  ]);
});
