// Programs that hosts run: route.js, and behind it a file beside the host's index.ts. Both are linted and checked as they
// are, for a small site. The text written for a site has its own facts instead, as JSON at the top.
import { readFileSync } from 'node:fs';
import { asset } from '../files/shipped.js';
import { lookupsOf } from '../site/address.js';
import { NOT_ALLOWED } from './answers.js';
import type { Site } from './host.js';
import { documentGroups } from './patterns.js';

/** The region that holds the facts. */
const FACTS = /^\/\/#region facts\n.*?^\/\/#endregion\n/ms;
/** Comments with types, which only TypeScript reads. */
const TYPES = /^ *\/\*\* @.*\*\/\n/gm;

/** Alternatives for the paths of documents, by their media type. */
function documentsByType(site: Site): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { mediaType, paths } of documentGroups(site)) {
    all[mediaType] = all[mediaType] ? `${all[mediaType]}|${paths}` : paths;
  }
  return all;
}

/** The program of a host for a site; `facts`: those that its own code needs besides. */
export function runtimeText(
  host: 'cloudflare' | 'cloudfront' | 'http-server',
  file: string,
  site: Site,
  facts: Readonly<Record<string, unknown>>,
): string {
  const { endpoints, notFound } = site;
  const all = {
    PREFIX: site.prefix,
    LISTS: Object.fromEntries(endpoints.map(({ name, parameter }) => [name, parameter ?? null])),
    DOCUMENTS: documentsByType(site),
    LOOKUPS: Object.fromEntries(lookupsOf(endpoints)),
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
