// Which functions of the tool a command calls, in the order of their first calls. It runs compiled module
// by module: in the bundle a function may have another name, and has no module.
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import glob from 'fast-glob';
import { start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';

/** A function, or a method, of a module of src/. */
export interface Step {
  readonly module: string;
  readonly name: string;
}

/** Compiles the tool module by module, and returns its folder, which has bin/ and lib/. */
export function compileModules(): string {
  const tool = temporaryFolder();
  for (const name of ['bin', 'package.json']) {
    cpSync(join(projectFolder, name), join(tool, name), { recursive: true });
  }
  symlinkSync(join(projectFolder, 'node_modules'), join(tool, 'node_modules'));
  const source = join(projectFolder, 'src');
  for (const name of glob.sync('**/*.json', { cwd: source })) {
    cpSync(join(source, name), join(tool, 'lib', name));
  }
  buildSync({
    entryPoints: glob.sync('**/*.ts', { cwd: source, absolute: true, ignore: ['**/*.d.ts'] }),
    outbase: source,
    outdir: join(tool, 'lib'),
    format: 'esm',
    target: 'node20.19', // which knows import attributes
  });
  return tool;
}

/** Where a compiled module defines a function or a method, from 0; undefined if it does not. */
export function definitionOf(
  compiled: string,
  name: string,
): { readonly lineNumber: number; readonly columnNumber: number } | undefined {
  const defined = new RegExp(
    [
      `^(?:async )?function\\*? ${name}\\(`,
      `^ {2}(?:static )?(?:async )?\\*?${name}\\(.*\\{$`,
      `^const ${name} = \\(.*\\) => `, // its body, on the same line
    ].join('|'),
  );
  const lines = compiled.split('\n');
  const lineNumber = lines.findIndex((line) => defined.test(line));
  if (lineNumber < 0) return undefined;
  const [begin] = defined.exec(lines[lineNumber]!)!;
  return { lineNumber, columnNumber: begin.endsWith('=> ') ? begin.length : 0 };
}

/** Runs a {@link compileModules compiled tool} to its end: which of some functions it called, as `module name`. */
export async function callsOf(
  tool: string,
  args: readonly string[],
  cwd: string,
  steps: readonly Step[],
): Promise<string[]> {
  const file = join(temporaryFolder(), 'calls.json');
  const points = steps.map(({ module, name }) => {
    const compiled = join(tool, 'lib', module.replace(/ts$/, 'js'));
    const definition = definitionOf(readFileSync(compiled, 'utf8'), name);
    return { url: pathToFileURL(compiled).href, ...definition, call: `${module} ${name}` };
  });
  const notes = new URL('logpoints.mjs', import.meta.url).href;
  const env = { LOGPOINTS: JSON.stringify({ file, points }) };
  const { status, stdout, stderr } = await start(
    process.execPath,
    ['--import', notes, join(tool, 'bin/portal-snapshot.js'), ...args],
    { cwd, env },
  ).ended;
  if (status !== 0) throw new Error(stdout + stderr);
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}
