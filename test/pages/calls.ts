// Which functions of the compiled tool a command calls, in the order of their first calls.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandFile, start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';

/** A function, or a method, of a module of src/. */
export interface Step {
  readonly module: string;
  readonly name: string;
}

/** The line of a compiled module, from 0, in which a function or a method is defined; -1 for none. */
export function lineOf(compiled: string, name: string): number {
  const defined = new RegExp(
    `^(?:(?:export )?(?:async )?function\\*? ${name}\\(| {4}(?:static )?(?:async )?\\*?${name}\\(.*\\{$)`,
  );
  return compiled.split('\n').findIndex((line) => defined.test(line));
}

/** Runs `portal-snapshot` to its end, and tells which of some functions it called, as `module name`. */
export async function callsOf(
  args: readonly string[],
  cwd: string,
  steps: readonly Step[],
): Promise<string[]> {
  const file = join(temporaryFolder(), 'calls.json');
  const points = steps.map(({ module, name }) => {
    const compiled = join(projectFolder, 'lib', module.replace(/ts$/, 'js'));
    const line = lineOf(readFileSync(compiled, 'utf8'), name);
    return { url: pathToFileURL(compiled).href, line, name: `${module} ${name}` };
  });
  const notes = new URL('logpoints.mjs', import.meta.url).href;
  const env = { LOGPOINTS: JSON.stringify({ file, points }) };
  const { status, stdout, stderr } = await start(
    process.execPath,
    ['--import', notes, commandFile, ...args],
    { cwd, env },
  ).ended;
  if (status !== 0) throw new Error(stdout + stderr);
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}
