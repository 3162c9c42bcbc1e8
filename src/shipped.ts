// Where the tool finds its own files when it runs. This module stands directly in src/, and its bundle
// directly in lib/, so that the same relative addresses hold in both: see "How lib/ is made" in README.md.

/** The entry points of lib/, each with its source: what is run or imported by its place. */
export const entries = {
  cli: 'cli.ts',
  index: 'index.ts',
  portal: 'portal/index.ts',
  worker: 'engine/worker.ts',
} as const;

/** Always the compiled entry point, even when the caller runs as TypeScript: threads cannot load that. */
export const entry = (name: keyof typeof entries): URL =>
  new URL(`../lib/${name}.js`, import.meta.url);

/** The compiled script of the preview's page: browsers run no TypeScript. */
export const pageScript = new URL('../lib/preview/browser/page.js', import.meta.url);

/** The files of Swagger UI, of which the API page is made; compile.ts puts them there. */
export const swagger = new URL('../lib/docs/swagger-ui/', import.meta.url);

/** A file that is shipped as it is; the name is relative to src/. */
export const asset = (name: string): URL => new URL(name, import.meta.url);

/** What npm knows of this tool, such as its version. */
export const packageFile = new URL('../package.json', import.meta.url);

/** The folder of the code that runs: lib/, or src/ when it runs as TypeScript. */
export const codeFolder = new URL('.', import.meta.url);
