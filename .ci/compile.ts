// Makes lib/ of src/: a bundle of the code with what it depends on, its types, what is shipped as it
// is, and the licences of what is bundled. With `--if-older` only where something has changed since. See "How lib/ is made" in src/README.md.
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { HASH_FILE, hashOfFiles } from '../src/engine/shard/code.js';
import { entries } from '../src/files/shipped.js';

/** What the user installs besides. */
const EXTERNAL = /^(?:@aws-sdk\/|pagefind$)/;

// The bundler may wait for ever for files of a folder that is removed meanwhile.
const source = resolve('src');
const watch = setInterval(() => {
  if (existsSync(source)) return;
  console.error(`${source} was removed while it was compiled`);
  process.exit(1);
}, 1000);
watch.unref();

if (process.argv.includes('--if-older') && !isOlder()) process.exit();
rmSync('lib', { recursive: true, force: true });
const typesAreThere = emitTypes(); // takes longest, so the rest is done beside it
const bundled = [...(await bundleCode()), ...(await bundlePage())];
await bundleClient();
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (/\.(?:m?js|html|css|svg)$|^cli\/init\/files\/.*\.\w+$/.test(name))
    cpSync(join('src', name), join('lib', name));
}

copySwagger();
writeFileSync(join('lib', HASH_FILE), hashOfFiles('lib'));
await typesAreThere;
writeFileSync('lib/THIRD-PARTY.txt', licencesOf(bundled));

/** Whether lib/ is older than what it is made of; its licences are written last. A folder changes with what is removed from it. */
function isOlder(): boolean {
  const made = statSync('lib/THIRD-PARTY.txt', { throwIfNoEntry: false });
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const all = [
    'src',
    '.ci/compile.ts',
    'package-lock.json',
    ...sources.map((name) => join('src', name)),
  ];
  return !made || all.some((name) => statSync(name).mtimeMs > made.mtimeMs);
}

/**
 * The API page is made of Swagger UI. Its files are copied, so that users install neither its source maps
 * nor the script by which it tells its makers of each installation.
 */
function copySwagger(): void {
  const from = 'node_modules/swagger-ui-dist';
  const into = 'lib/preview/docs/swagger-ui';
  mkdirSync(into, { recursive: true });
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const text = readFileSync(join(from, name), 'utf8');
    writeFileSync(join(into, name), text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*$/, ''));
  }
  const notices = ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'];
  const licence = notices.map((name) => readFileSync(join(from, name), 'utf8')).join('\n');
  writeFileSync(join(into, 'LICENSE.txt'), licence);
}

/** The types of the library, and of what these name in turn; whether all of them fit is for lint to say. */
async function emitTypes(): Promise<void> {
  const all = mkdtempSync(join(tmpdir(), 'portal-snapshot-types-'));
  try {
    const args = ['node_modules/typescript/bin/tsc', '--noCheck', '--outDir', all];
    await promisify(execFile)(process.execPath, args);
    const roots = ['index.d.ts', 'model/index.d.ts', 'client/index.d.ts'].map((name) =>
      join(all, name),
    );
    const program = ts.createProgram(roots, { noLib: true, types: [] });
    for (const { fileName } of program.getSourceFiles()) {
      const name = relative(all, fileName);
      if (!name.startsWith('..')) cpSync(fileName, join('lib', name));
    }
  } finally {
    rmSync(all, { recursive: true });
  }
}

/** Finds modules of src/. */
function inSource(...names: string[]): RegExp {
  return new RegExp(`/src/(?:${names.join('|')})\\.ts$`);
}

/**
 * Bundles the code, and returns the modules that are in the bundle. A start waits for each file, so
 * what nearly every command needs is in three of them; the others hold what is imported later.
 */
async function bundleCode(): Promise<string[]> {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, join('src', source)]),
  );
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: EXTERNAL,
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: 'lib',
    chunkFileNames: '[name].js', // directly in lib/
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      // Each takes what its modules import, too, but for what a group of higher priority took.
      groups: [
        { name: 'words', test: inSource('problems/failure', 'problems/text/visible'), priority: 4 },
        { name: 'command', test: inSource('cli'), priority: 3 },
        {
          name: 'settings',
          test: /\/(?:src\/(?:snapshot\/settings\/table|problems\/messages|problems\/report)\.ts|picocolors\/.*)$/,
          priority: 2,
        },
        {
          name: 'work',
          test: inSource('snapshot/build', 'portal/index', 'snapshot/reporters/index'),
          priority: 1,
        },
      ],
    },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** The client is one file, and one that is loaded for the first search: browsers load them as they are. */
async function bundleClient(): Promise<void> {
  const bundle = await rolldown({
    input: 'src/client/index.ts',
    platform: 'neutral',
    preserveEntrySignatures: 'allow-extension',
  });
  await bundle.write({
    dir: 'lib/client',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  // Rolldown drops the comment by which webpack leaves an import to the browser.
  const search = readFileSync('lib/client/search.js', 'utf8');
  const ignored = '/* @vite-ignore */';
  writeFileSync(
    'lib/client/search.js',
    search.replace(ignored, `${ignored} /* webpackIgnore: true */`),
  );
  await bundle.close();
}

/** The script of the preview's page, with what it depends on; returns its modules. */
async function bundlePage(): Promise<string[]> {
  const bundle = await rolldown({
    input: 'src/preview/browser/page.tsx',
    platform: 'browser',
  });
  const { output } = await bundle.write({ file: 'lib/preview/browser/page.js', minify: true });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** The licences of the packages that these modules are of. */
function licencesOf(modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const about = readFileSync(join(folder, 'package.json'), 'utf8');
      const { name, version } = JSON.parse(about) as { name: string; version: string };
      const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      if (file === undefined) throw new Error(`${name} has no licence`);
      return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}
