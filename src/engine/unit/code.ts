// The tool's own code as one hash, so that results cached by other code are not used. The files are
// found by following imports, so that none can be forgotten.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** The relative paths in a module: its imports, and the files that it reads by `new URL`. */
const NAMED = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'(\.[^']+)'/g;

/** A hash of the version of Node and of all code that these modules import, directly or not. */
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
