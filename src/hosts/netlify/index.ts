// Netlify: `_headers` and `_redirects` in the published folder. Requests for these two files get 404.
// https://docs.netlify.com/manage/routing/headers/ https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
import { queryOf } from '../../site/address.js';
import { answerHeaders, cacheControl, JSON_TYPE, listsOf, otherTypes } from '../answers.js';
import type { Host, Site } from '../host.js';
import { plainPrefix, topsOf } from '../patterns.js';

export const netlify: Host = {
  name: 'netlify',
  can: ['directories', 'type', 'types', 'vary', 'queries', 'slash', 'errors'],
  links: 'path',
  siblings: [],
  // A folder may have 54,000 files (https://docs.netlify.com/deploy/deploy-overview/). A folder of a snapshot has much
  // fewer.
  limits: {},
  notes: [
    'the header Allow cannot be set',
    'Cache-Control and Content-Type depend only on the address, so caches keep errors for a minute, too',
    'OPTIONS and methods such as POST are answered by Netlify, and these answers cannot be configured',
    'web pages of other sites may read the API, but preflight requests are not answered',
    'Netlify compresses and sends ETags; its local programs do not, so the tests do not check this',
    'a parameter without a value (`?page`) or with a percent-encoded name is ignored; if one comes twice, the last one counts',
    '`?post=` and `?blog=` work at the address of a list, but not with `index.json` at its end',
    'if the path names a page (`/page/2/`), the query is ignored',
  ],
  published: (site) => [
    // The answer if a rewrite leads to a missing file. (Netlify tries no other rule then.)
    { path: '404.html', text: site.notFound },
    { path: '_headers', text: headersText(site) },
    { path: '_redirects', text: redirectsText(site) },
  ],
  operated: () => [],
};

/**
 * Returns the text of `_headers`. All headers except Content-Type are in one rule, because the manual does not say
 * which value counts if two rules set a header. Caches keep all answers for a minute: no rule can distinguish existing
 * addresses from missing ones, and errors must not stay in caches for a day.
 * https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
 */
function headersText(site: Site): string {
  // Allow is left out, because Netlify sets it: https://docs.netlify.com/manage/routing/headers/#limitations
  const { Allow: _, 'Content-Type': __, ...headers } = answerHeaders;
  const lines = Object.entries({ ...headers, 'Cache-Control': cacheControl.volatile }).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  // Only for the folders of the snapshot. Other files, such as the page that `docs` writes, keep their own
  // Content-Types.
  const types = [
    ...topsOf(site).map((top) => [`${site.prefix}/${top}/*`, JSON_TYPE]),
    ...otherTypes(site).map(({ name, mediaType }) => [`/*/${name}`, mediaType]),
  ].map(([path, type]) => `${path}\n  Content-Type: ${type}\n`);
  return `# Written by portal-snapshot\n/*\n${lines.join('\n')}\n${types.join('')}`;
}

/** Returns the text of `_redirects`. Only the first rule that matches counts. */
function redirectsText(site: Site): string {
  const prefix = plainPrefix(site, 'netlify');
  // Without `!`, an existing file would be served in place of the 404.
  const rules = ['/_headers', '/_redirects'].map((path) => `${path} /404.json 404!`);
  // Documents come before records: a rule with `:id` would take the name of a file for an id.
  const documents = site.documents.map(({ path }) => path.replace(/[{]file[}].*/, '*'));
  for (const path of prefix ? new Set(documents) : []) {
    rules.push(`${prefix}/${path} /${path.replace('*', ':splat')} 200`);
  }
  for (const { path: list, step, parameter, lookups } of listsOf(site)) {
    const path = step ? `${list}/:id` : list;
    // Rules with the query parameters of filters come first, because rules without parameters match any query.
    for (const [i, by] of lookups.entries()) {
      for (const other of lookups.slice(i + 1)) {
        for (const at of ['/', ...(parameter ? [`/${parameter}/:value/`] : [])]) {
          rules.push(
            `${prefix}${path}${at} ${queryOf(by)}=:of ${queryOf(other)}=:other /404.json 404`,
          );
        }
      }
    }
    for (const by of lookups) {
      rules.push(...rulesOf(prefix, path, parameter, `${queryOf(by)}=:of `, `${path}/${by}/:of`));
    }
    rules.push(...rulesOf(prefix, path, parameter, '', path));
    const from = `${prefix}${path}`;
    if (prefix) rules.push(`${from}/index.json ${path}/index.json 200`);
    if (prefix && parameter) {
      const page = `${parameter}/:value/index.json`;
      rules.push(`${from}/${page} ${path}/${page} 200`);
    }
  }
  rules.push('/* /404.json 404');
  return `# Written by portal-snapshot\n${rules.join('\n')}\n`;
}

/** Returns the rules of a list or of a filter. `query`: the parameters that must be in the query; `to`: the folder. */
function rulesOf(
  prefix: string,
  path: string,
  parameter: 'page' | 'cursor' | undefined,
  query: string,
  to: string,
): string[] {
  const [from, list] = [`${prefix}${path}`, `${to}/index.json`];
  const head = `${from}/ ${query}${list} 200`;
  if (!parameter) return [head];
  const page = `${to}/${parameter}/:value/index.json`;
  return [
    `${from}/${parameter}/:value/ ${query}${page} 200`,
    ...(parameter === 'page' ? [`${from}/ ${query}page=1 ${list} 200`] : []),
    `${from}/ ${query}${parameter}=:value ${page} 200`,
    head,
  ];
}
