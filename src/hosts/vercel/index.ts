// Vercel: `vercel.json` in the published folder, so that both `vercel deploy dist` and
// `vercel build` in it find the rules; Vercel does not publish the file itself.
// https://vercel.com/docs/project-configuration#routes
// https://vercel.com/docs/build-output-api/configuration (what the keys of a route mean)
import { allBut, NOT_ALLOWED } from '../answers.js';
import { cacheControl } from '../caching.js';
import type { Host, Site } from '../host.js';
import { literally, NUMBER, plainPrefix } from '../patterns.js';
import { answerHeaders, jsonText, listsOf, pagesCache } from '../service.js';

export const vercel: Host = {
  name: 'vercel',
  can: allBut('validators', 'methods', 'compression'),
  links: 'path',
  siblings: [],
  // 2,048 routes, by the schema of its own build (`maxItems` in @vercel/routing-utils).
  limits: { rules: [{ most: 2048, count: (site) => routesOf(site).length }] },
  notes: [
    'its rules are checked as its own build compiles them: its local server ignores `has`',
    'other methods get 405; whether with Allow and our JSON, nobody has seen',
    'it compresses and sends an ETag by itself; there is no local server that shows it',
    'a page that the path names is answered, whatever the query says',
  ],
  published: (site) => [
    { path: 'vercel.json', text: jsonText({ routes: routesOf(site) }) },
    { path: '405.json', text: NOT_ALLOWED },
  ],
  operated: () => [],
};

interface Route {
  readonly src?: string;
  readonly handle?: 'error';
  readonly methods?: readonly string[];
  readonly has?: readonly {
    readonly type: 'query';
    readonly key: string;
    readonly value?: string;
  }[];
  readonly dest?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly continue?: true;
}

/** The first route that matches decides, except for those with `continue`. */
function routesOf(site: Site): Route[] {
  const prefix = literally(plainPrefix(site, 'vercel'));
  const error = cached(cacheControl.error);
  const notFound = { dest: '/404.json', status: 404, headers: error };
  const notAllowed = { dest: '/405.json', status: 405, headers: error };
  const routes: Route[] = [
    { src: '^.*$', headers: answerHeaders, continue: true },
    { src: '^.*$', methods: ['OPTIONS'], status: 204 },
    { src: '^.*$', methods: ['POST', 'PUT', 'PATCH', 'DELETE'], ...notAllowed },
  ];
  for (const { path, parameter } of listsOf(site)) {
    const src = (below: string) => `^${prefix}${literally(path)}${below}(?:/|/index[.]json)?$`;
    const headers = cached(cacheControl.head);
    const head = { dest: `${path}/index.json`, headers };
    if (parameter) {
      const below = { headers: cached(pagesCache(parameter)) };
      const asked = (value: string) => [{ type: 'query' as const, key: parameter, value }];
      const folder = `${path}/${parameter}`;
      routes.push({
        src: src(`/${parameter}/(${NUMBER})`),
        dest: `${folder}/$1/index.json`,
        ...below,
      });
      if (parameter === 'page') routes.push({ src: src(''), has: asked('^1$'), ...head });
      routes.push(
        {
          src: src(''),
          has: asked(`^(?<value>${NUMBER})$`),
          dest: `${folder}/$value/index.json`,
          ...below,
        },
        { src: src(''), has: [{ type: 'query', key: parameter }], ...notFound },
      );
    }
    routes.push({ src: src(''), ...head });
  }
  for (const document of site.documents) {
    const dest = `/api${document}`;
    const src = `^${prefix}${literally(dest)}$`;
    routes.push({ src, dest, headers: cached(cacheControl.head) });
  }
  // Every other address is a 404, whatever else is in the folder, and so is a missing page.
  return [
    ...routes,
    { src: '^.*$', ...notFound },
    { handle: 'error' },
    { src: '^.*$', ...notFound },
  ];
}

/**
 * With the second header, Vercel passes the first one on as it is; without it, clients would not get
 * `stale-while-revalidate`. https://vercel.com/docs/caching/cdn-cache
 */
const cached = (value: string) => ({ 'Cache-Control': value, 'CDN-Cache-Control': value });
