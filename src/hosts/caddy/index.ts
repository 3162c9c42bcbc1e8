// Caddy: a file to import into a site (portal.caddy), and a complete Caddyfile that imports it.
// https://caddyserver.com/docs/caddyfile/directives

import { listenParts } from '../../site/address.js';
import { cacheControl, commonHeaders, everything, NOT_ALLOWED } from '../answers.js';
import type { Host, Site } from '../host.js';
import {
  addressesOf,
  documentPaths,
  indented,
  keptPages,
  type ListGroup,
  listGroups,
  literally,
  lookupCases,
  NUMBER,
  otherDocuments,
  pagePaths,
  partName,
  plainBody,
  plainPrefix,
  plainRoot,
  queryPatterns,
  topsOf,
} from '../patterns.js';

export const caddy: Host = {
  name: 'caddy',
  can: everything,
  links: 'path',
  siblings: ['br', 'gzip'],
  limits: {},
  listens: true,
  notes: [
    'an invalid request is answered in plain text (400) or without a body (417), not in JSON',
    'it ignores Range, If-Match and If-Unmodified-Since, and sends the whole page',
  ],
  published: () => [],
  operated: (site) => [
    { path: 'Caddyfile', text: completeText(site) },
    { path: 'portal.caddy', text: partText(site) },
  ],
};

function completeText(site: Site): string {
  const { address, port } = listenParts(site.listen);
  return `# Serves the snapshot on ${site.listen}, as any user, in the foreground.
#   caddy run --adapter caddyfile --config hosts/caddy/Caddyfile
{
	# Nothing is changed while it runs, and nothing is asked of the net.
	admin off
	auto_https off
}

http://:${port} {
	bind ${address.replace(/^\[|\]$/g, '')}
	import portal.caddy

	# All that is not the API.
	handle {
${indented('\t\t', headerLines(site))}
${indented('\t\t', missing(site))}
	}
}
`;
}

/** Returns portal.caddy, the file to import into a site. */
function partText(site: Site): string {
  const prefix = plainPrefix(site, 'caddy');
  const start = `^${literally(prefix)}`;
  // The only matcher outside of `handle`. Its name differs between portals, because a site may import several portals.
  const own = `${partName(site)}_api`;
  return `# Import this into a site. It answers for ${addressesOf(site)} and leaves other addresses alone.
@${own} path_regexp "${start}/(?:${topsOf(site).join('|')})(?:/|$)"
handle @${own} {
	route {
${indented('\t\t', refusalsText(site, start))}
${listGroups(site)
  .map((group) => indented('\t\t', handlesOf(group, `${start}/api`)))
  .join('\n')}
${indented('\t\t', filesText(site, start))}
	}
}
`;
}

/**
 * Returns the rules for headers, and for answers without a file: to unknown addresses, to methods other than GET
 * and HEAD, and to addresses without the slash at their end.
 */
function refusalsText(site: Site, start: string): string {
  const documents = documentPaths(site);
  return `${headerLines(site)}
header Cache-Control "${cacheControl.volatile}"

@portal_unknown not path_regexp "${start}/(?:api(?:${pagePaths(listGroups(site))})(?:/|/index[.]json)?|${documents})$"
handle @portal_unknown {
${indented('\t', missing(site))}
}
@portal_options method OPTIONS
respond @portal_options 204
@portal_method not method GET HEAD
handle @portal_method {
${indented('\t', refusal(NOT_ALLOWED, 405))}
}

# Without its slash. The redirect is relative: it is right behind any proxy.
@portal_slashless {
	path_regexp portal_slashless "/([^/]+)$"
	not path_regexp "(?:/index[.]json|${start}/(?:${documents}))$"
}
map {query} {portal_query} {
	"~^(.+)$" "?\${1}"
	default ""
}
redir @portal_slashless {re.portal_slashless.1}/{portal_query} 301`;
}

/** Returns the rules that send a file. For a page, earlier rules have turned the address into the name of its file. */
function filesText(site: Site, start: string): string {
  const root = plainRoot('caddy', site.root);
  const encodings = site.compress.join(' ');
  return `@portal_document path_regexp portal_document "${start}/(${documentPaths(site)})$"
handle @portal_document {
	rewrite * /{re.portal_document.1}
}

@portal_immutable path_regexp "^/(?:${keptPages(site).join('|')})$"
header @portal_immutable Cache-Control "${cacheControl.immutable}"
@portal_missing not file {
	root "${root}"
	try_files {path}
}
handle @portal_missing {
${indented('\t', missing(site))}
}
${typeLines(site)}# Its own refusals of parts and conditions (416, 412) would be kept as long as the page.
request_header -Range
request_header -If-Match
request_header -If-Unmodified-Since
# Caddy makes the ETag from the size and the second of writing. That follows the bytes: a build
# writes a file when its bytes change, never otherwise, and no two of one name in the same second.
file_server {
	root "${root}"
	index off
${encodings === '' ? '' : `\tprecompressed ${encodings}\n`}}`;
}

/** Returns the rules that set the Content-Type of documents that are not JSON. */
function typeLines(site: Site): string {
  return otherDocuments(site)
    .map(
      ({ mediaType, paths }, i) => `@portal_type_${i} path_regexp "^/(?:${paths})$"
header @portal_type_${i} Content-Type "${mediaType}"
`,
    )
    .join('');
}

const missing = ({ notFound }: Site): string => refusal(plainBody('caddy', notFound), 404);

/** Returns the rules that rewrite the addresses of a group of lists to names of files. */
function handlesOf({ parameter, lookups, of, paths }: ListGroup, start: string): string {
  const name = ['portal', parameter ?? 'single', ...(of ? [of] : [])].join('_');
  const lookedUp = of ? `{${name}_lookup}` : '';
  const list = `${of ? lookupMap(lookups, `${name}_lookup`) : ''}@${name} path_regexp ${name} "${start}(${paths})/(?:index[.]json)?$"
handle @${name} {
	rewrite * /api{re.${name}.1}${lookedUp}${parameter ? `{${name}_folder}` : ''}/index.json
}`;
  if (!parameter) return list;
  const { twice, number, given } = queryPatterns([parameter]);
  const first = parameter === 'page' ? `\t"~^(?:.*&)?page=1(?:&|$)" 1 ""\n` : '';
  // The map gives two values. For `?page=2`, they are `2` and `/page/2`. Without the parameter, both are empty. For an
  // invalid number, the second one is `/none`.
  return `
map {query} {${name}} {${name}_folder} {
	"~${twice}" none /none
${first}	"~${number}" \${2} /\${1}/\${2}
	"~${given}" none /none
	default "" ""
}
${list}
@${name}_folder path_regexp ${name}_folder "${start}(${paths})/${parameter}/(${NUMBER})/(?:index[.]json)?$"
handle @${name}_folder {
	@${name}_same vars {${name}} "" {re.${name}_folder.2}
	handle @${name}_same {
		rewrite * /api{re.${name}_folder.1}${lookedUp}/${parameter}/{re.${name}_folder.2}/index.json
	}
	# Path and query name different pages.
	handle {
		rewrite * /none
	}
}`;
}

/**
 * Returns the text of a Caddy `map` from the query to the folder of a filter: `?post=5` → `/post/5`. No list has the
 * folder `/none`.
 */
function lookupMap(lookups: readonly string[], name: string): string {
  const cases = lookupCases(lookups, `\${1}`, '/none').map(
    ([pattern, folder]) => `\t"~${pattern}" ${folder}\n`,
  );
  return `map {query} {${name}} {
${cases.join('')}	default ""
}
`;
}

/** Returns the lines that answer with an error, with a short time in caches. */
function refusal(body: string, status: number): string {
  // Braces are escaped, because Caddy takes `{` for the beginning of a placeholder.
  return `header Cache-Control "${cacheControl.error}"
respond "${body.replaceAll('"', '\\"').replaceAll('{', '\\{')}" ${status}`;
}

function headerLines(site: Site): string {
  const [[, vary] = ['', ''], ...headers] = commonHeaders(site);
  const lines = headers.map(([name, value]) => `header ${name} "${value}"`);
  // `defer` sets Vary last, because file_server adds to Vary when it sends a compressed copy.
  const lists = `header {
	Vary "${vary}"
	defer
}`;
  return ['header -Server', 'header Content-Type application/json', lists, ...lines].join('\n');
}
