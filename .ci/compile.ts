// Makes the part of the client that follows from the portal's declarations, src/client/portal.ts, which git ignores. Then
// makes lib/ from src/: a bundle of the code and its dependencies, the types, files that are shipped unchanged, and the
// licences of bundled packages. With `--if-older`, only if something has changed. See "How lib/ is made" in src/README.md.
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
import { clientModule } from '../src/editing/schema/client.js';
import { HASH_FILE, hashOfFiles } from '../src/engine/shard/code.js';
import { entries } from '../src/files/shipped.js';
import { portal } from '../src/portal/index.js';

/** Packages that are not bundled, because users install them. */
const EXTERNAL = /^(?:@aws-sdk\/|pagefind$)/;

const CLIENT = 'src/client/portal.ts';

// The bundler may wait for ever for files of a folder that is removed meanwhile.
const source = resolve('src');
const watch = setInterval(() => {
  if (existsSync(source)) return;
  console.error(`${source} was removed while it was compiled`);
  process.exit(1);
}, 1000);
watch.unref();

if (process.argv.includes('--if-older') && !isOlder()) process.exit();
writeFileSync(CLIENT, clientModule(portal, './readers.js'));
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

/** Whether lib/ is older than its sources. The licences are written last. A removed file changes the time of its folder. */
function isOlder(): boolean {
  const made = statSync('lib/THIRD-PARTY.txt', { throwIfNoEntry: false });
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const all = [
    'src',
    '.ci/compile.ts',
    'package-lock.json',
    ...sources.map((name) => join('src', name)),
  ];
  return !made || !existsSync(CLIENT) || all.some((name) => statSync(name).mtimeMs > made.mtimeMs);
}

/**
 * Copies the files of Swagger UI for the API page. So users install neither its source maps nor its script that reports
 * each installation to its makers.
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

/** Writes the types of the library, and the types that these use. `npm run lint` checks them. */
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
 * Bundles the code, and returns the bundled modules. Each file delays the start, so the code that nearly every command
 * needs is in three files; the others have code that is imported later.
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
      // A group also has the modules that its modules import, unless a group with a higher priority has them.
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

/** The client is one file, and another for the first search. Browsers load them directly. */
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
  // Rolldown removes the comment that tells webpack to leave an import to the browser.
  const search = readFileSync('lib/client/search.js', 'utf8');
  const ignored = '/* @vite-ignore */';
  writeFileSync(
    'lib/client/search.js',
    search.replace(ignored, `${ignored} /* webpackIgnore: true */`),
  );
  await bundle.close();
}

/** Bundles the script of the preview's page with its dependencies, and returns its modules. */
async function bundlePage(): Promise<string[]> {
  const bundle = await rolldown({
    input: 'src/preview/browser/page.tsx',
    platform: 'browser',
  });
  const { output } = await bundle.write({ file: 'lib/preview/browser/page.js', minify: true });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** The licences of the packages to which these modules belong. */
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
