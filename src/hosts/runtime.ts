// Code that a host runs: a file beside the host's index.ts, which is linted, checked and run as it stands,
// for a small site. What is written has the facts of its own site instead, as JSON on top.
import { readFileSync } from 'node:fs';

/** Where the facts are. */
const FACTS = /^\/\/#region facts\n.*?^\/\/#endregion\n/ms;
/** Lines for TypeScript alone. */
const TYPES = /^ *\/\*\* @.*\*\/\n/gm;

/** The text of such a file for a site. Facts are declared as the runtime's language has it. */
export function runtimeText(
  file: URL,
  keyword: 'const' | 'var',
  facts: Readonly<Record<string, unknown>>,
  indent?: number,
): string {
  const declarations = Object.entries(facts).map(
    ([name, value]) => `${keyword} ${name} = ${JSON.stringify(value, null, indent)};\n`,
  );
  // A clone on Windows may have other line ends.
  const code = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return code.replace(TYPES, '').replace(FACTS, () => declarations.join(''));
}
