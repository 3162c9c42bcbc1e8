// nginx: two files to include (portal-maps.conf in `http`, portal.conf in a `server`), and a complete configuration
// that includes them. https://nginx.org/en/docs/dirindex.html

import { extensions, listenParts, queryOf } from '../../site/address.js';
import { cacheControl, commonHeaders, everything, NOT_ALLOWED } from '../answers.js';
import type { Encoding, Host, HostFile, Site } from '../host.js';
import {
  acceptsPattern,
  addressesOf,
  documentGroups,
  indented,
  inPcre,
  keptPages,
  type ListGroup,
  listGroups,
  literally,
  lookupCases,
  NUMBER,
  partName,
  plainBody,
  plainPrefix,
  plainRoot,
  queryPatterns,
  topsOf,
} from '../patterns.js';

export const nginx: Host = {
  name: 'nginx',
  can: everything,
  links: 'path',
  siblings: ['br', 'gzip'],
  limits: {},
  listens: true,
  notes: [
    'an invalid request (400, 414) is answered with a page of nginx, not in JSON',
    'it ignores Range, and sends the whole page',
  ],
  published: () => [],
  operated: (site) =>
    [
      { path: 'nginx.conf', text: completeText(site) },
      { path: 'portal-maps.conf', text: mapsText(site) },
      { path: 'portal.conf', text: locationsText(site) },
    ] satisfies HostFile[],
};

/** A folder that no snapshot has. An address that is rewritten to this folder gets 404. */
const NOWHERE = '/-';

function completeText(site: Site): string {
  const { listen, notFound } = site;
  const { address, port } = listenParts(listen);
  // The folder is not in /tmp, where any user could make a link with its name. nginx, started by root, would write to
  // the place to which that link leads.
  const folder = plainRoot('nginx', `${site.hostFiles}/nginx`);
  const own = partName(site);
  const errorLines = `${answerLines(site)}\nadd_header Cache-Control $${own}_cache always;`;
  // nginx needs these folders for bodies of requests and the like, but here it never writes to them.
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path "${folder}/temporary";`,
  );
  return `# Serves the snapshot on ${listen}, as any user who may write to the folder of this file. Stop it with
# "-s quit" behind the command.
#   nginx -c "$PWD/hosts/nginx/nginx.conf"
#   nginx -c "$PWD/hosts/nginx/nginx.conf" -g 'daemon off;'    stays in the foreground
# Started by root, its workers are the user "nobody", who must be able to read the snapshot.
pid "${folder}/nginx.pid";
error_log stderr;
events {}
http {
${folders.join('\n')}
  access_log off;
  server_tokens off;
  include portal-maps.conf;
  server {
    listen ${address}:${port};
    include portal.conf;

    # All that is not the API.
    location / {
${indented('      ', errorLines)}
      return 404 '${plainBody('nginx', notFound)}';
    }
    # What nginx refuses before it looks at the address.
    error_page 405 @portal_method;
    location @portal_method {
${indented('      ', errorLines)}
      return 405 '${NOT_ALLOWED}';
    }
  }
}
`;
}

/** Returns portal-maps.conf: maps that give the folder of a page, its compressed copies, and headers. */
function mapsText(site: Site): string {
  const own = partName(site);
  const groups = listGroups(site);
  const parameters = new Set(groups.flatMap(({ parameter }) => parameter ?? []));
  // Groups of lists with the same filters share one map.
  const lookups = new Map(groups.map(({ of, lookups }) => [of, lookups]));
  lookups.delete('');
  const maps = [
    ...[...parameters].map((parameter) => folderMap(parameter, own)),
    ...[...lookups].map(([of, parameters]) => lookupMap(of, parameters, own)),
  ];
  return `# Include this in "http", and portal.conf in a "server".

${maps.join('\n')}
# How long the answer may be kept.
map "$status $uri" $${own}_cache {
  default "${cacheControl.volatile}";
  "~^[45]" "${cacheControl.error}";
${keptPages(site)
  .map((path) => `  "~ /${path}" "${cacheControl.immutable}";\n`)
  .join('')}}
${site.compress.length > 0 ? siblingMaps(site) : ''}`;
}

/**
 * Returns the text of an nginx `map` from the end of the path and the query to the folder of a page: `?page=2` →
 * `/page/2`. The map gives {@link NOWHERE} if path and query name different pages, or if the parameter is invalid or
 * comes twice.
 */
function folderMap(parameter: 'page' | 'cursor', own: string): string {
  // These patterns are matched against the end of the path with the query after it, such as `/page/2?page=2`.
  const { twice, given } = queryPatterns([parameter], '^[^?]*[?](?:.*&)?');
  const { number } = queryPatterns([parameter], '^[?](?:.*&)?');
  const first = parameter === 'page' ? `  "~^[?](?:.*&)?page=1(?:&|\\z)" "";\n` : '';
  return `# The page that path and query name: its folder, or one that is not there.
map "$portal_at?$args" $${own}_${parameter}_folder {
  default "${NOWHERE}";
  "~${inPcre(twice)}" "${NOWHERE}";
${first}  "~${inPcre(number)}" "/$1/$2";
  "~^(/${parameter}/(${NUMBER}))[?](?:.*&)?${parameter}=\\2(?:&|\\z)" "$1";
  "~${inPcre(given)}" "${NOWHERE}";
  "~^(/${parameter}/${NUMBER})?[?]" "$1";
}
`;
}

/** Returns the text of an nginx `map` from the query to the folder of a filter: `?post=5` → `/post/5`. */
function lookupMap(of: string, lookups: readonly string[], own: string): string {
  const cases = lookupCases(lookups, '$1', NOWHERE).map(
    ([pattern, folder]) => `  "~${inPcre(pattern)}" "${folder}";\n`,
  );
  return `# Whose records the query names (${lookups.map(queryOf).join(', ')}): their folder below that of the list.
map $args $${own}_${of} {
  default "";
${cases.join('')}}
`;
}

// These maps find compressed copies. The directives gzip_static and brotli_static could, too, but not every nginx has
// them.
function siblingMaps(site: Site): string {
  const { compress } = site;
  const own = partName(site);
  const siblings = compress.map((encoding) => ({ encoding, extension: extensions[encoding] }));
  const [first, second] = siblings;
  const accepted = (encodings: readonly Encoding[], wanted: string): string =>
    `  "~${encodings.map((encoding) => `(?=.*${inPcre(acceptsPattern(encoding))})`).join('')}" ${wanted};`;
  return `
# The siblings to look for, the smaller one first.
map $http_accept_encoding $${own}_sibling {
  default "";
${siblings.map(({ encoding, extension }) => accepted([encoding], extension)).join('\n')}
}
${
  second
    ? `map $http_accept_encoding $${own}_second {
  default "";
${accepted([first!.encoding, second.encoding], second.extension)}
}
`
    : ''
}map $uri $${own}_encoding {
  default "";
${siblings.map(({ encoding, extension }) => `  "~${literally(extension)}\\z" ${encoding};`).join('\n')}
}
`;
}

/** Returns portal.conf: the rules (locations) for the addresses of the API. */
function locationsText(site: Site): string {
  const { root, compress, notFound } = site;
  const prefix = plainPrefix(site, 'nginx');
  const lists = listGroups(site);
  const own = partName(site);
  const missing = `${prefix}/api${NOWHERE}`;
  const headers = `${answerLines(site)}
add_header Cache-Control $${own}_cache always;
# What the server around may have on: it would keep siblings of the last build open, and add to
# Cache-Control.
open_file_cache off;
expires off;`;
  const [api, ...others] = topsOf(site).map((top) => {
    const pages = `location = ${missing}/405 {
  internal;
  return 405 '${NOT_ALLOWED}';
}
location = ${missing}/412 {
  internal;
  return 412 '{"detail":"Precondition failed."}';
}
${lists.map((group) => locationsOf(group, prefix, site)).join('\n')}
`;
    return `location ^~ ${prefix}/${top}/ {
  root "${plainRoot('nginx', root)}";
${indented('  ', headers)}
${compress.length > 0 ? `  add_header Content-Encoding $${own}_encoding;\n` : ''}  # nginx makes the ETag from the size and the second of writing. That follows the bytes: a build writes
  # a file when its bytes change, never otherwise, and no two of one name in the same second.
  etag on;
  # Siblings are compressed already.
  gzip off;
  # Parts of a page nobody needs, and a refusal of one (416) would have the headers of the page, twice.
  max_ranges 0;
  # What nginx would refuse with a page of its own.
  error_page 404 ${missing};
  error_page 405 ${missing}/405;
  error_page 412 ${missing}/412;
${indented('  ', (top === 'api' ? pages : '') + documentsText(top, prefix, site))}
  return 404 '${plainBody('nginx', notFound)}';
}
`;
  });
  return `# Include this in a "server", and portal-maps.conf in "http". It answers for
# ${addressesOf(site)} and leaves other addresses alone. Of prefixes the order does not matter, and "^~" is before any pattern.
location = ${prefix}/api {
${indented('  ', headers)}
${indented('  ', METHODS)}
  return 301 api/$is_args$args;
}
${api}${others.join('')}`;
}

function locationsOf({ parameter, of, paths }: ListGroup, prefix: string, site: Site): string {
  const missing = `${prefix}/api${NOWHERE}`;
  const own = partName(site);
  const at = parameter ? `(?<portal_at>/${parameter}/${NUMBER})?` : '';
  const start = `^${literally(prefix)}/api`;
  const lookedUp = of ? `$${own}_${of}` : '';
  const folder = `/api$portal_list${lookedUp}${parameter ? `$${own}_${parameter}_folder` : ''}`;
  const files = withSiblings(`${folder}/index.json`, site);
  return `
location ~ "${start}(?<portal_list>${paths})${at}/(?:index[.]json)?\\z" {
${indented('  ', METHODS)}
  try_files ${files.join(' ')} ${missing};
}
# The same without its slash. The redirect is relative: it is right behind any proxy.
location ~ "^(?=.*/(?<portal_last>[^/]+)\\z)${start.slice(1)}(?<portal_list>${paths})${at}\\z" {
${indented('  ', METHODS)}
  return 301 $portal_last/$is_args$args;
}`;
}

/** Returns the locations for the documents in a top-level folder. */
function documentsText(top: string, prefix: string, { documents, ...site }: Site): string {
  const own = documents.filter(({ path }) => path.startsWith(`${top}/`));
  return documentGroups({ documents: own })
    .map(
      ({ mediaType, paths }) => `
location ~ "^${literally(prefix)}/(?<portal_file>${paths})\\z" {
  default_type "${mediaType}";
  # By error_page: a text here would have the type of the file.
${indented('  ', methodLines('405'))}
  try_files ${withSiblings('/$portal_file', { documents, ...site }).join(' ')} ${prefix}/api${NOWHERE};
}`,
    )
    .join('');
}

/** Returns the names that are tried for a file: its compressed copies, then the file itself. */
function withSiblings(file: string, site: Site): string[] {
  const own = partName(site);
  const siblings = [`$${own}_sibling`, `$${own}_second`].slice(0, site.compress.length);
  return [...siblings, ''].map((extension) => file + extension);
}

// In nginx, nothing but `return` and `rewrite` is safe in an `if`.
const methodLines = (refusal: string): string => `if ($request_method = OPTIONS) { return 204; }
if ($request_method !~ "^(?:GET|HEAD)\\z") { return ${refusal}; }`;
const METHODS = methodLines(`405 '${NOT_ALLOWED}'`);

/**
 * Returns the headers of answers. They are in locations, because a location that adds headers of its own does not
 * inherit those of the server.
 */
function answerLines(site: Site): string {
  const headers = commonHeaders(site).map(
    ([name, value]) => `add_header ${name} "${value}" always;`,
  );
  // Bodies of requests have no size limit. Otherwise a long body would get 413 instead of 405.
  const others = ['types {}', 'default_type application/json;', 'client_max_body_size 0;'];
  return [...others, ...headers].join('\n');
}
