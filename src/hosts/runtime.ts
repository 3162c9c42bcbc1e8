// Makes the programs that hosts run: route.js, followed by a file beside the host's index.ts. In the repository, both
// contain the facts of a small site, so that they can be linted and type-checked. In a program for a site, these are
// replaced by the facts of that site, as JSON at the top.
import { readFileSync } from 'node:fs';
import { asset } from '../files/shipped.js';
import { lookupsOf } from '../site/address.js';
import { NOT_ALLOWED } from './answers.js';
import type { Site } from './host.js';
import { documentGroups } from './patterns.js';

/** The region with the facts. */
const FACTS = /^\/\/#region facts\n.*?^\/\/#endregion\n/ms;
/** Comments with types, which only TypeScript reads. */
const TYPES = /^ *\/\*\* @.*\*\/\n/gm;

/** Returns the program of a host for a site; `facts`: further facts that the host's own code needs. */
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
    DOCUMENTS: Object.fromEntries(
      documentGroups(site).map(({ mediaType, paths }) => [mediaType, paths]),
    ),
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
  // route.js takes the place of the facts in the host's code, after its opening comment and its imports.
  const program = route
    .replace(/^.*?(?=^\/\/#region)/ms, '')
    .replace(FACTS, () => declarations.join(''));
  return code.replace(FACTS, () => program);
}
