// Makes the programs that some hosts run, such as a worker of Cloudflare: route.js, followed by a file of the host. In
// the repository, both files contain constants (facts) about a small site, for the type check. In a program for a site,
// these are replaced by constants about that site.
import { readFileSync } from 'node:fs';
import { asset } from '../files/shipped.js';
import { lookupsOf } from '../site/address.js';
import { NOT_ALLOWED } from './answers.js';
import type { Site } from './host.js';
import { documentGroups } from './patterns.js';

const FACTS = /^\/\/#region facts\n.*?^\/\/#endregion\n/ms;
/** Finds comments with types, which only TypeScript needs. */
const TYPES = /^ *\/\*\* @.*\*\/\n/gm;

/** Returns the program of a host for a site. `facts`: further facts that the host's own code needs. */
export function runtimeText(
  host: 'cloudflare' | 'cloudfront' | 'http-server',
  file: string,
  site: Site,
  facts: Readonly<Record<string, unknown>>,
): string {
  const { endpoints, notFound } = site;
  const all = {
    PREFIX: site.prefix,
    LISTS: Object.fromEntries(
      endpoints.map(({ name, parameter }) => [
        name.replace(/\{(?!id\}).*/, '{text}'),
        parameter ?? null,
      ]),
    ),
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
    // In a clone on Windows, files may have other line ends.
    return readFileSync(asset(name), 'utf8').replaceAll('\r\n', '\n').replace(TYPES, '');
  }) as [string, string];
  // In the file of the host, route.js with the facts about this site replaces the facts about the small site.
  const program = route
    .replace(/^.*?(?=^\/\/#region)/ms, '')
    .replace(FACTS, () => declarations.join(''));
  return code.replace(FACTS, () => program);
}
