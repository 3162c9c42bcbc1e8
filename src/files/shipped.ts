// The places of the tool's own files at run time. The tool may run as TypeScript in src/ or bundled in lib/; see "How
// lib/ is made" in src/README.md.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [codeAddress, packageAddress] = /^(.*\/)(?:src|lib)\//.exec(import.meta.url)!;

/** The entry points of lib/, each with its source in src/: `engine/worker.ts` becomes `lib/worker.js`. */
export const entries = {
  cli: 'cli.ts',
  index: 'index.ts',
  model: 'model/index.ts',
  portal: 'portal/index.ts',
  worker: 'engine/worker.ts',
} as const;

/**
 * The compiled file of an entry point, for a thread. It is needed even if this code runs as TypeScript, because threads
 * cannot load TypeScript.
 */
export const entry = (name: keyof typeof entries): URL => new URL(`lib/${name}.js`, packageAddress);

/** The compiled script of the page that the preview shows in the browser. */
export const pageScript = new URL('lib/preview/browser/page.js', packageAddress);

/** The folder with the files of Swagger UI, which `.ci/compile.ts` copies there. */
export const swagger = new URL('lib/preview/docs/swagger-ui/', packageAddress);

/** A file that is not compiled. `name` is relative to src/ or, in the bundle, to lib/. */
export const asset = (name: string): URL => new URL(name, codeAddress);

/** The package.json of this tool, which has its version. */
export const packageFile = new URL('package.json', packageAddress);

/** The folder of the running code: lib/, or src/ if this code runs as TypeScript. */
export const codeFolder = new URL(codeAddress);

/** The version of an optional package; undefined if it is not installed. */
export function installedVersion(name: string): string | undefined {
  const folders = createRequire(packageFile).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, 'package.json')).find(existsSync);
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8')).version;
}
