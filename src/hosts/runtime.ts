// Code that a host runs: a file beside the host's index.ts, which is linted, checked and run as it
// is, for a small site. The text written for a site has its own facts instead, as JSON at the top.
import { readFileSync } from 'node:fs';

/** The region that holds the facts. */
const FACTS = /^\/\/#region facts\n.*?^\/\/#endregion\n/ms;
/** Comments with types, which only TypeScript reads. */
const TYPES = /^ *\/\*\* @.*\*\/\n/gm;

/** The text of such a file for a site. `keyword` declares the facts in the language of the runtime. */
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
