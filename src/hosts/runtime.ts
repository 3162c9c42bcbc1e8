// Programs that hosts run: route.js, and behind it a file beside the host's index.ts. Both are linted and checked as they
// are, for a small site. The text written for a site has its own facts instead, as JSON at the top.
import { readFileSync } from 'node:fs';
import { asset } from '../files/shipped.js';
import { NOT_ALLOWED } from './answers.js';
import type { Site } from './host.js';
import { lookupsOf } from './patterns.js';

/** The region that holds the facts. */
const FACTS = /^\/\/#region facts\n.*?^\/\/#endregion\n/ms;
/** Comments with types, which only TypeScript reads. */
const TYPES = /^ *\/\*\* @.*\*\/\n/gm;

/** The program of a host for a site; `facts`: those that its own code needs besides. */
export function runtimeText(
  host: 'cloudflare' | 'cloudfront' | 'http-server',
  file: string,
  site: Site,
  facts: Readonly<Record<string, unknown>>,
): string {
  const { endpoints, documents, notFound } = site;
  const all = {
    API: `${site.prefix}/api`,
    LISTS: Object.fromEntries(endpoints.map(({ name, parameter }) => [name, parameter ?? null])),
    DOCUMENTS: documents,
    LOOKUPS: Object.fromEntries(lookupsOf(site)),
    NOT_FOUND: notFound,
    METHOD_NOT_ALLOWED: NOT_ALLOWED,
    ...facts,
  };
  const declarations = Object.entries(all).map(
    ([name, value]) => `var ${name} = ${JSON.stringify(value)};\n`,
  );
  const [route, code] = [`hosts/route.js`, `hosts/${host}/${file}`].map((name) => {
    // A clone on Windows may have other line ends.
    return readFileSync(asset(name), 'utf8').replaceAll('\r\n', '\n').replace(TYPES, '');
  }) as [string, string];
  // Behind the comment that the host's code begins with, and what it imports.
  const program = route
    .replace(/^.*?(?=^\/\/#region)/ms, '')
    .replace(FACTS, () => declarations.join(''));
  return code.replace(FACTS, () => program);
}
