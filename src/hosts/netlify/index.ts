// Netlify: `_headers` and `_redirects`, which are published but not served.
// https://docs.netlify.com/manage/routing/headers/
// https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
import { queryOf } from '../../site/address.js';
import { answerHeaders, cacheControl, JSON_TYPE, listsOf, otherTypes } from '../answers.js';
import { type Host, PART, type Site } from '../host.js';
import { plainPrefix, topsOf } from '../patterns.js';

export const netlify: Host = {
  name: 'netlify',
  can: ['directories', 'type', 'types', 'vary', 'queries', 'slash', 'errors'],
  links: 'path',
  siblings: [],
  // 54,000 files a folder (https://docs.netlify.com/deploy/deploy-overview/): a folder of a snapshot
  // never holds more than one page, so no snapshot comes near it.
  limits: {},
  notes: [
    'the header Allow cannot be set',
    'Cache-Control and Content-Type depend only on the address, so caches keep errors for a minute, too',
    'OPTIONS and methods such as POST are answered by Netlify, and cannot be configured',
    'web pages of other sites may read the API, but preflight requests are not answered',
    'Netlify compresses and sends ETags; its local programs do not, so the tests do not check this',
    'a parameter without a value (`?page`) or with a percent-encoded name is ignored; if one comes twice, the last one counts',
    '`?post=` and `?blog=` work at the address of a list, but not with `index.json` at its end',
    'if the path names a page (`/page/2/`), the query is ignored',
  ],
  published: (site) => [
    // The answer if a rewrite leads to a missing file: Netlify does not go through the rules again.
    { path: '404.html', text: site.notFound },
    { path: '_headers', text: headersText(site) },
    { path: '_redirects', text: redirectsText(site) },
  ],
  operated: () => [],
};

/**
 * One rule for everything except types: the manual does not say which value wins when two rules set a header (in
 * Netlify's own libraries, the last), and no rule can tell an existing address from a missing one. Every answer is kept
 * for only a minute, so that no cache keeps an error for a day.
 * https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
 */
function headersText(site: Site): string {
  // https://docs.netlify.com/manage/routing/headers/#limitations: Netlify sets Allow itself.
  const { Allow: _, 'Content-Type': __, ...headers } = answerHeaders;
  const lines = Object.entries({ ...headers, 'Cache-Control': cacheControl.volatile }).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  // Files beside the API, such as the page of `docs`, keep the types of their own names.
  const types = [
    ...topsOf(site).map((top) => [`${site.prefix}/${top}/*`, JSON_TYPE]),
    ...otherTypes(site).map(({ name, mediaType }) => [`/*/${name}`, mediaType]),
  ].map(([path, type]) => `${path}\n  Content-Type: ${type}\n`);
  return `# Written by portal-snapshot\n/*\n${lines.join('\n')}\n${types.join('')}`;
}

/** The first rule that matches decides; a missing page must not reach a later rule. */
function redirectsText(site: Site): string {
  const prefix = plainPrefix(site, 'netlify');
  // The `!` forces the rule, because otherwise an existing file is served first.
  const rules = ['/_headers', '/_redirects'].map((path) => `${path} /404.json 404!`);
  // Rules of documents come before those of records, which would treat the name of a file as an id.
  const documents = site.documents.map(({ path }) =>
    path.replace(`${PART}.json`, ':part').replace(/[{]file[}].*/, '*'),
  );
  for (const path of prefix ? new Set(documents) : []) {
    rules.push(`${prefix}/${path} /${path.replace('*', ':splat')} 200`);
  }
  for (const { path: list, hasId, parameter, lookups } of listsOf(site)) {
    const path = hasId ? `${list}/:id` : list;
    // Rules with the parameters of lookups come first, since rules without them match, too.
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

/** The rules of a list, or of its lookup. `query`: further parameters that must be present; `to`: the folder. */
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
