// Returns every spelling of the addresses of files, since a cache may hold each. Pure.
import { endpointOf, type Portal } from '../../../model/endpoint.js';
import { pageOf, parameterOf, queryOf } from '../../../site/address.js';
import { fileBeside } from '../../../site/kinds.js';

/**
 * Returns the addresses of files below a base URL, in the order of the files: with a slash, without it, with
 * `index.json`, and with the page in the query.
 */
export function addressesOf(
  names: Iterable<string>,
  base: string,
  { endpoints, extras }: Pick<Portal, 'endpoints' | 'extras'>,
): string[] {
  const all = [...endpoints, ...extras.map(endpointOf)];
  const lists = new Map(all.map((endpoint) => [endpoint.name, endpoint]));
  const addresses = new Set<string>();
  for (const name of names) {
    const file = fileBeside(name) ?? name;
    const found = pageOf(file);
    if (!found) {
      addresses.add(`${base}/${file}`);
      continue;
    }
    const { endpoint, page } = found;
    const list = `${base}/api${endpoint === '' ? '' : `/${endpoint}`}`;
    const known = lists.get(endpoint);
    const parameter = known ? parameterOf(known) : 'page';
    const queries = page
      ? [`?${page.parameter}=${page.value}`]
      : parameter === 'page' && endpoint !== ''
        ? ['', '?page=1']
        : [''];
    for (const query of queries) for (const way of spelt(list)) addresses.add(way + query);
    if (page) {
      for (const way of spelt(`${list}/${page.parameter}/${page.value}`)) {
        addresses.add(way);
        addresses.add(way + queries[0]);
      }
    }
    // A lookup also answers a query of its list: `post-comment/post/42` is `post-comment/?post=42`, too.
    const [, above = '', key, value] = /^(.+)\/([a-z_-]+)\/(\d+)$/.exec(endpoint) ?? [];
    if (key !== undefined && lists.has(above)) {
      const more = page ? `&${page.parameter}=${page.value}` : '';
      for (const way of spelt(`${base}/api/${above}`))
        addresses.add(`${way}?${queryOf(key)}=${value}${more}`);
    }
  }
  return [...addresses];
}

const spelt = (path: string): string[] => [`${path}/`, path, `${path}/index.json`];
