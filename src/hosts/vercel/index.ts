// Vercel: `vercel.json` in the published folder, where both `vercel deploy dist` and `vercel build` find it. Vercel
// does not publish this file. https://vercel.com/docs/project-configuration#routes
// https://vercel.com/docs/build-output-api/configuration (what the keys of a route mean)
import { ID, queryOf } from '../../site/address.js';
import { allBut, answerHeaders, cacheControl, jsonText, listsOf, NOT_ALLOWED } from '../answers.js';
import type { Host, Site } from '../host.js';
import { documentGroups, literally, NUMBER, plainPrefix } from '../patterns.js';

export const vercel: Host = {
  name: 'vercel',
  can: allBut('validators', 'methods', 'compression'),
  links: 'path',
  siblings: [],
  // This limit is in the schema that `vercel build` uses (`maxItems` in @vercel/routing-utils).
  limits: { rules: [{ most: 2048, count: (site) => routesOf(site).length }] },
  notes: [
    'the tests check the rules that `vercel build` makes, because `vercel dev` ignores rules with `has`',
    'methods such as POST get 405, but the tests do not check its Allow and its body',
    'Vercel compresses and sends ETags; its local server does not, so the tests do not check this',
    'if the path names a page (`/page/2/`), the query is ignored',
  ],
  published: (site) => [
    { path: 'vercel.json', text: jsonText({ routes: routesOf(site) }) },
    { path: '405.json', text: NOT_ALLOWED },
  ],
  operated: () => [],
};

/** The parameters that a query must contain so that a route matches. */
const asked = (key: string, value?: string) => [
  { type: 'query', key, ...(value !== undefined && { value }) },
];
type QueryCondition = ReturnType<typeof asked>;

/** Returns all routes. The first route that matches counts, unless it has `continue`. */
function routesOf(site: Site) {
  const prefix = literally(plainPrefix(site, 'vercel'));
  const documents = documentGroups(site).map(({ mediaType, paths }) => {
    const headers = { 'Content-Type': mediaType, ...cached(cacheControl.volatile) };
    return { src: `^${prefix}/(${paths})$`, dest: '/$1', headers };
  });
  const notAllowed = { dest: '/405.json', status: 405, headers: cached(cacheControl.error) };
  return [
    { src: '^.*$', headers: answerHeaders, continue: true },
    { src: '^.*$', methods: ['OPTIONS'], status: 204 },
    { src: '^.*$', methods: ['POST', 'PUT', 'PATCH', 'DELETE'], ...notAllowed },
    ...listsOf(site).flatMap((list) => routesOfList(list, prefix)),
    ...documents,
    // All other addresses get 404, even if there is a file.
    { src: '^.*$', ...notFound },
    { handle: 'error' },
    { src: '^.*$', ...notFound },
  ];
}

function routesOfList(
  { path, step, parameter, pagesCache, lookups }: ReturnType<typeof listsOf>[number],
  prefix: string,
) {
  const list = `^${prefix}${literally(path)}${step ? `/(${step})` : ''}`;
  const end = '(?:/|/index[.]json)?$';
  const inPath = parameter && {
    src: `${list}/${parameter}/(${NUMBER})${end}`,
    dest: `/${parameter}/$${step ? 2 : 1}/index.json`,
  };
  const pages = (folder: string, has: QueryCondition) => {
    const also = (more: QueryCondition) =>
      has.length + more.length > 0 ? { has: [...has, ...more] } : {};
    const head = { dest: `${folder}/index.json`, headers: cached(cacheControl.volatile) };
    const at = { src: list + end };
    if (!parameter || !inPath) return [{ ...at, ...also([]), ...head }];
    const below = { headers: cached(pagesCache) };
    const dest = `${folder}/${parameter}/$value/index.json`;
    const value = `^(?<value>${NUMBER})$`;
    return [
      { src: inPath.src, ...also([]), dest: folder + inPath.dest, ...below },
      ...(parameter === 'page' ? [{ ...at, ...also(asked('page', '^1$')), ...head }] : []),
      { ...at, ...also(asked(parameter, value)), dest, ...below },
      { ...at, ...also(asked(parameter)), ...notFound },
      { ...at, ...also([]), ...head },
    ];
  };
  const any = inPath ? `${list}(?:/${parameter}/${NUMBER})?${end}` : list + end;
  const looked = lookups.flatMap((by, i) => [
    ...lookups.slice(i + 1).map((other) => {
      return { src: any, has: [...asked(queryOf(by)), ...asked(queryOf(other))], ...notFound };
    }),
    // Requests with two filters have been answered by the routes above.
    ...pages(`${path}/${by}/$lookup`, asked(queryOf(by), `^(?<lookup>${ID})$`)),
    { src: any, has: asked(queryOf(by)), ...notFound },
  ]);
  // In `dest`, a group of the path has a number (`$1`), and a group of the query has a name (`$value`).
  return [...looked, ...pages(step ? `${path}/$1` : path, [])];
}

/**
 * If `CDN-Cache-Control` is set, Vercel sends `Cache-Control` unchanged. Otherwise it would remove
 * `stale-while-revalidate`. https://vercel.com/docs/caching/cdn-cache
 */
const cached = (value: string) => ({ 'Cache-Control': value, 'CDN-Cache-Control': value });

const notFound = { dest: '/404.json', status: 404, headers: cached(cacheControl.error) };
