// Apache httpd: a file to include (portal.conf), a complete configuration with the same text (httpd.conf), and
// `.htaccess` for operators who control only the published folder.
// https://httpd.apache.org/docs/2.4/mod/quickreference.html

import { extensions, listenParts } from '../../site/address.js';
import { cacheControl, commonHeaders, everything, NOT_ALLOWED } from '../answers.js';
import type { Encoding, Host, Site } from '../host.js';
import {
  acceptsPattern,
  documentPaths,
  indented,
  inPcre,
  keptPages,
  type ListGroup,
  listGroups,
  literally,
  lookupCases,
  NUMBER,
  otherDocuments,
  pagePaths,
  plainBody,
  plainPrefix,
  plainRoot,
  queryPatterns,
  topsOf,
} from '../patterns.js';

export const apache: Host = {
  name: 'apache',
  can: everything,
  links: 'path',
  siblings: ['br', 'gzip'],
  limits: {},
  listens: true,
  notes: [
    'a 412 (a condition such as If-Match is not met) has no body',
    'an address without its last slash is answered directly, without a redirect',
    'portal.conf and .htaccess do not refuse the method TRACE: set "TraceEnable off" in your server',
  ],
  published: (site) => [
    { path: '.htaccess', text: folderText(site) },
    { path: METHOD_FILE, text: NOT_ALLOWED },
  ],
  operated: (site) => [
    { path: 'httpd.conf', text: completeText(site) },
    { path: 'portal.conf', text: partText(site) },
  ],
};

// The body of a 405 is in a file, because Apache adds an empty header Allow if the body is in its configuration.
const METHOD_FILE = '405.json';
const MODULES = ['mpm_event', 'authz_core', 'alias', 'headers', 'rewrite'];

function completeText(site: Site): string {
  const { address, port } = listenParts(site.listen);
  const prefix = plainPrefix(site, 'apache');
  // The folder is not in /tmp, where any user could make a link with the name of the pid file. Apache, started by root,
  // would write to the file to which that link leads.
  const folder = plainRoot('apache', `${site.hostFiles}/apache`);
  const modules = MODULES.map((name) => {
    const file = `"\${PORTAL_MODULES}/mod_${name}.so"`;
    return `<IfModule !${name}_module>\n  LoadModule ${name}_module ${file}\n</IfModule>`;
  });
  return `# Serves the snapshot on ${site.listen}, as any user who may write to the folder of this file, in the foreground.
#   apache2 -DFOREGROUND -f "$PWD/hosts/apache/httpd.conf"
# Where the modules are elsewhere than on Debian:
#   httpd -DFOREGROUND -C 'Define PORTAL_MODULES /usr/lib64/httpd/modules' -f …
<IfDefine !PORTAL_MODULES>
  Define PORTAL_MODULES /usr/lib/apache2/modules
</IfDefine>
${modules.join('\n')}

ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile "${folder}/httpd.pid"
ErrorLog "|/bin/cat"
Listen ${address}:${port}
ServerName localhost
ServerTokens Prod
TraceEnable off
# Who starts it as root runs it as nobody, who must be able to read the snapshot.
<IfModule unixd_module>
  User #65534
  Group #65534
</IfModule>

# All that is not the API.
DocumentRoot "${plainRoot('apache', site.root)}"
${answerLines(site)}
RewriteEngine On
RewriteRule !^${literally(prefix)}/(?:(?:${topsOf(site).join('|')})(?:/|\\z)|${literally(METHOD_FILE)}\\z) - [R=404,END]
<Directory />
  AllowOverride None
  Require all denied
</Directory>

${partText(site)}`;
}

function partText(site: Site): string {
  const prefix = plainPrefix(site, 'apache');
  const root = plainRoot('apache', site.root);
  return `# Include this in a server or a virtual host. It answers for all below ${prefix}/.
${prefix === '' ? `DocumentRoot "${root}"` : `Alias "${prefix}/" "${root}/"`}
<Directory "${root}">
  AllowOverride None
  Require all granted
${indented('  ', folderText(site))}</Directory>
`;
}

// An address without its last slash gets the file, not a redirect: Apache would redirect to the scheme and host that it
// knows, which may be wrong behind a proxy.
const END = inPcre('(?:/(?:index[.]json)?)?$');

const ANSWER = '%{ENV:portal_list}%{ENV:portal_folder}%{ENV:portal_index}';
/** The last line of `.htaccess`. A file without this line was cut off. */
const LAST_RULE = `RewriteRule ^ "${ANSWER}" [END]\n`;

/** Returns the directives for the published folder, which are both in portal.conf and in `.htaccess`. */
function folderText(site: Site): string {
  const prefix = plainPrefix(site, 'apache');
  const lists = listGroups(site);
  const documents = documentPaths(site);
  const siblings = site.compress.map((encoding) => {
    const extension = extensions[encoding];
    // The second condition finds the folder of the snapshot: the part of REQUEST_FILENAME before the requested path.
    return `RewriteCond %{HTTP:Accept-Encoding} "${acceptsPattern(encoding)}" [NV]
RewriteCond "%{REQUEST_FILENAME}|$0" "^(.*/)(.*)[|]\\2$"
RewriteCond "%1${ANSWER}${extension}" -f
RewriteRule ^.*$ "${ANSWER}${extension}" [END]
`;
  });
  return `Options -Indexes -MultiViews
${answerLines(site)}
ForceType application/json
# Apache makes the ETag from the size and the time of writing. That follows the bytes: a build writes a
# file when its bytes change, never otherwise, and no two of one name at the same time.
FileETag MTime Size
${typeLines(site)}${site.compress.map(encodingLine).join('')}<IfModule mod_mime.c>
  RemoveEncoding .br .gz
  RemoveLanguage .br
</IfModule>
<IfModule mod_expires.c>
  ExpiresActive Off
</IfModule>
<IfModule mod_dir.c>
  DirectorySlash Off
</IfModule>
<IfModule mod_deflate.c>
  SetEnv no-gzip 1
</IfModule>
RewriteEngine On
# The folder itself, without its slash, is not there either.
RewriteOptions AllowNoSlash
RewriteBase "${prefix}/"
RewriteCond %{ENV:REDIRECT_STATUS} =405
RewriteRule ^${literally(METHOD_FILE)}\\z - [END]
# What is no address of the API is not there: this file, for one.
RewriteRule "!^(?:api(?:${pagePaths(lists)})${END}|(?:${documents})\\z)" - [R=404,END]
RewriteCond %{REQUEST_METHOD} =OPTIONS
RewriteRule ^ - [R=204,END]
RewriteCond %{REQUEST_METHOD} !^(?:GET|HEAD)$
RewriteRule ^ - [R=405,END]
RewriteRule "^(?:${documents})\\z" - [E=portal_list:$0]
${lists.map(rulesOf).join('')}${siblings.join('')}${LAST_RULE}`;
}

/** Returns the rules that find the folder of a page by path and query. If several rules match, the last one counts. */
function rulesOf({ parameter, lookups, paths }: ListGroup): string {
  if (!parameter) {
    const list = `"^api(${paths})${END}"`;
    const found = 'E=portal_list:api$1,E=portal_folder:,E=portal_index:/index.json';
    return `RewriteRule ${list} - [${found}]\n${lookupRules(lookups, list)}`;
  }
  const { twice, given } = queryPatterns([parameter]);
  const list = `"^api(${paths})(/${parameter}/(${NUMBER}))?${END}"`;
  const when = (
    subject: string,
    pattern: string,
    folder: string,
  ) => `RewriteCond "${subject}" "${pattern}"
RewriteRule ${list} - [E=portal_folder:${folder}]
`;
  // These patterns are matched against the end of the path with the query after it, such as `/page/2?page=2`.
  const { number } = queryPatterns([parameter], '^[?](?:.*&)?');
  const same = `^/${parameter}/(${NUMBER})[?](?:.*&)?${parameter}=\\1(?:&|$)`;
  return [
    `RewriteRule ${list} - [E=portal_list:api$1,E=portal_folder:$2,E=portal_index:/index.json]\n`,
    when('%{QUERY_STRING}', given, '/-'),
    when('$2?%{QUERY_STRING}', number, '/%1/%2'),
    when('$2?%{QUERY_STRING}', same, '$2'),
    parameter === 'page' ? when('$2?%{QUERY_STRING}', '^[?](?:.*&)?page=1(?:&|$)', '') : '',
    when('%{QUERY_STRING}', twice, '/-'),
    lookupRules(lookups, list),
  ].join('');
}

/** Returns the rules that find the folder of a filter by the query. If several rules match, the last one counts. */
function lookupRules(lookups: readonly string[], list: string): string {
  if (lookups.length === 0) return '';
  const [twice, ...others] = lookupCases(lookups, '%1', '/-');
  return [...others.slice(-1), ...others.slice(0, -1), twice!]
    .map(
      ([pattern, folder]) => `RewriteCond %{QUERY_STRING} "${pattern}"
RewriteRule ${list} - [E=portal_list:api$1${folder}]
`,
    )
    .join('');
}

/**
 * Returns the directives that set the Content-Type of documents that are not JSON. After a rewrite, the address may be
 * that of a compressed copy, such as `all.ndjson.br`.
 */
function typeLines(site: Site): string {
  return otherDocuments(site)
    .map(({ mediaType, paths }) => {
      const file = `^${literally(site.prefix)}/(?:${paths})(?:[.](?:br|gz))?$`;
      return `Header set Content-Type "${mediaType}" "expr=%{REQUEST_URI} =~ m#${file}#"\n`;
    })
    .join('');
}

function encodingLine(encoding: Encoding): string {
  const extension = literally(extensions[encoding]);
  return `Header set Content-Encoding ${encoding} "expr=%{REQUEST_URI} =~ m#${extension}$#"\n`;
}

/** Returns the directives for the headers of every answer, and for the bodies of errors. */
function answerLines(site: Site): string {
  const headers = commonHeaders(site).map(
    ([name, value]) => `Header always set ${name} "${value}"`,
  );
  const missing = plainBody('apache', site.notFound);
  const refusals = { 403: missing, 404: missing, ...REFUSALS };
  const documents = Object.entries(refusals).map(
    ([status, body]) => `ErrorDocument ${status} "${body.replaceAll('"', '\\"')}"`,
  );
  const kept = keptPages(site).map(
    (path) =>
      `Header always set Cache-Control "${cacheControl.immutable}" "expr=%{REQUEST_URI} =~ m#/${path}#"\n`,
  );
  // Only these errors have a body in JSON.
  const ours = [...Object.keys(refusals), '405'].sort().join('|');
  return `${documents.join('\n')}
ErrorDocument 405 "${plainPrefix(site, 'apache')}/${METHOD_FILE}"
# Other methods are refused for what they are, however long their bodies.
LimitRequestBody 0
${headers.join('\n')}
Header always set Cache-Control "${cacheControl.volatile}"
${kept.join('')}Header always set Cache-Control "${cacheControl.error}" "expr=%{REQUEST_STATUS} -ge 400"
Header always set Content-Type application/json "expr=%{REQUEST_STATUS} =~ /^(?:${ours})\\z/"`;
}

/** The bodies of errors that Apache itself makes. */
const REFUSALS = {
  400: '{"detail":"Bad request."}',
  414: '{"detail":"Address too long."}',
  416: '{"detail":"No such part."}',
  417: '{"detail":"Expectation failed."}',
};
