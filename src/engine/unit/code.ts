// The tool's own code, as one hash: what was worked out by other code is worked out anew. Which files
// count follows from their imports, so that none can be forgotten.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** What a module names with a path: other modules, and the files that it reads as they are. */
const NAMED = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'(\.[^']+)'/g;

/** A hash of the version of Node and of all code that some modules lead to. */
export function codeHash(...modules: readonly URL[]): string {
  const texts = new Map<string, string>();
  const visit = (named: URL) => {
    const url = existsSync(named) ? named : new URL(named.href.replace(/\.js$/, '.ts'));
    if (texts.has(url.href) || !existsSync(url)) return;
    const text = readFileSync(url, 'utf8');
    texts.set(url.href, text);
    for (const [, path = ''] of text.matchAll(NAMED)) visit(new URL(path, url));
  };
  for (const module of modules) visit(module);
  return hash('sha256', JSON.stringify([process.version, ...texts.values()]), 'hex');
}
