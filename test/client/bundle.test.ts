// The client as others bundle it: small, and of nothing but itself.
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { projectFolder } from '../support/folders.js';

let code: string;
let modules: readonly string[];

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(projectFolder, 'src/client/index.ts')],
    absWorkingDir: projectFolder,
    bundle: true,
    minify: true,
    // An import of node:… or of a package is an error here, or a module in the list.
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    globalName: 'portal',
    metafile: true,
    write: false,
  });
  code = outputFiles[0]!.text;
  modules = Object.keys(metafile.inputs);
});

it('has at most 14 KB, minified', () => {
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(14_000);
});

it('depends on nothing', () => {
  expect(modules.length).toBeGreaterThan(3);
  expect(modules.filter((file) => !file.startsWith('src/client/'))).toEqual([]);
});

it('asks for nothing of Node when it is loaded', () => {
  const surroundings = { URL, TextEncoder, TextDecoder };
  new Script(`${code};this.portal = portal`).runInNewContext(surroundings);
  expect(Object.keys((surroundings as unknown as { portal: object }).portal).sort()).toEqual([
    'ListChanged',
    'PortalError',
    'SignatureError',
    'createClient',
  ]);
});
