// Requests addresses that need not be in any link. Some must answer with a file, such as the query of a filter. Others
// must answer with 404: a client that gets page 1 for page 99 reads wrong data, or never ends.
import { isDeepStrictEqual } from 'node:util';
import { atOnce } from '../../files/at-once.js';
import { readValue } from '../../files/source/foreign-json.js';
import { cacheControl, JSON_TYPE } from '../../hosts/answers.js';
import { endpointOf, listFile, type Portal } from '../../model/endpoint.js';
import {
  endpointsByName,
  hasId,
  pageFile,
  pageOf,
  queryOf as parameterNamed,
  parameterOf,
  SEARCH_ENTRY,
  variableOf,
  withId,
  withoutId,
} from '../../site/address.js';
import { type Answer, isSentAs, shownBody, shownHeader, shownStatus } from '../http/answer.js';
import { READER } from './answers.js';
import { evenly, expectCaching, expectDigest } from './files.js';
import {
  addressOf,
  digestAt,
  folderOf,
  headsOf,
  queryOf,
  samplesOf,
  type VerifiedSite,
} from './site.js';
import type { Check, Verdict } from './verdict.js';

const asked = { headers: { origin: READER } };
const UNDECLARED = 'utm_source=mail';

async function expectFile(site: VerifiedSite, verdict: Verdict, url: string, file: string) {
  expectDigest(site, verdict, await digestAt(site, url), file);
}

const endpointsOf = ({ endpoints, extras }: Portal) =>
  endpointsByName([...endpoints, ...extras.map(endpointOf)]);

/**
 * The queries that must answer with this file: `region/?page=2` for `api/region/page/2/index.json`, and `post/?blog=2`
 * for the filter `api/post/blog/2/index.json`. With `isSample`, also `?page=1` for a first page.
 */
function queriesOf(
  named: ReturnType<typeof endpointsOf>,
  files: VerifiedSite['files'],
  file: string,
  isSample: boolean,
): string[] {
  const { endpoint = '', page } = pageOf(file) ?? {};
  const { lookup, paging } = named(endpoint) ?? {};
  const isFilter = lookup !== undefined && files.has(pageFile(lookup.list));
  const id = endpoint.slice(endpoint.lastIndexOf('/') + 1);
  const start = isFilter ? `${lookup.list}/?${parameterNamed(lookup.by)}=${id}&` : `${endpoint}/?`;
  const isFirst = isSample && !page && paging && parameterOf({ paging }) === 'page';
  const queries = page ? [queryOf(page)] : isFirst ? ['page=1'] : [];
  return [...(isFilter && !page ? [''] : []), ...queries].map((query) =>
    (start + query).replace(/&$/, ''),
  );
}

/** Requests pages and filtered lists by their queries, such as `?page=2` and `?blog=2`. */
export async function checkQueries(
  site: VerifiedSite,
  check: Check,
  names: readonly string[],
  all: boolean,
): Promise<void> {
  const named = endpointsOf(site.portal);
  const samples = new Set(samplesOf(site, all));
  await atOnce([...names], async (file) => {
    for (const query of queriesOf(named, site.files, file, samples.has(file))) {
      await expectFile(site, check('pages-by-query'), `${site.base}/api/${query}`, file);
    }
  });
}

/** Requests the folders of some pages with and without the slash at the end, and with unknown query parameters. */
export async function checkSpellings(site: VerifiedSite, check: Check): Promise<void> {
  const heads = [pageFile(''), ...headsOf(site)];
  const second = [...site.files.keys()].filter((file) => pageOf(file)?.page?.value === 2);
  await atOnce([...heads, ...second], async (file) => {
    await expectFile(site, check('directories'), folderOf(site, file), file);
  });
  await atOnce(heads, async (file) => {
    const url = `${addressOf(site, file)}?${UNDECLARED}`;
    await expectFile(site, check('other-parameters'), url, file);
    // If links end in `index.json`, the host perhaps serves `/api/` only as `/api/index.json`.
    if (site.home !== '' && file === pageFile('')) return;
    for (const query of ['', `?${UNDECLARED}`]) await checkSlash(site, check, file, query);
  });
}

async function checkSlash(
  site: VerifiedSite,
  check: Check,
  file: string,
  query: string,
): Promise<void> {
  const below = folderOf(site, file);
  const url = below.slice(0, -1) + query;
  const answer = await digestAt(site, url, asked);
  if (answer.status === 200) {
    expectDigest(site, check('slash'), answer, file);
    return;
  }
  const { status, headers } = answer;
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url).href : '';
  const isRight = [301, 302, 307, 308].includes(status) && target === below + query;
  const found = `${shownStatus(answer)}, ${shownHeader(answer, 'location')}`;
  check('slash').expect(isRight, url, `a redirect to ${below}${query}`, found);
}

/** Values of query parameters for which there is no page, although some hosts would answer with a page. */
const NONE = ['999999999', '0', '-1', '01', '02', '1.5', '+1', 'abc', '../1'];

/** Requests addresses that do not exist. */
export async function checkAbsent(site: VerifiedSite, check: Check): Promise<void> {
  const { portal, base, home, files } = site;
  const paths = ['no-such-list/', 'no-such-list', 'no-such-file.json'].map((name) => `api/${name}`);
  for (const { address } of portal.index) {
    if (!files.has(pageFile(address))) paths.push(`api/${address}/${home}`);
  }
  const queries: string[] = [];
  for (const { list, by, name, isLookup } of parametersOf(site)) {
    if (!files.has(pageFile(list))) continue;
    // If a filter is not published, its query is an unknown parameter, which must change nothing.
    if (isLookup && ![...files.keys()].some((file) => file.startsWith(`api/${name}/`))) continue;
    paths.push(`api/${name}/${NONE[0]}/`);
    const values = isLookup ? NONE : [...NONE, ...behind(site, list, 2)];
    queries.push(...values.map((value) => `api/${list}/?${by}=${value}`));
  }
  for (const extra of portal.extras.map(endpointOf).filter(hasId)) {
    const { name } = extra;
    if (variableOf(extra) !== 'id') {
      const file = pageFile(withId(name, 'no-such-record'));
      if (!files.has(file)) paths.push(file.replace(/index\.json$/, ''));
    } else if (files.has(pageFile(withId(name, 1)))) paths.push(`api/${withoutId(name)}/01/`);
  }
  await atOnce(paths, async (path) => {
    const answer = await site.ask(`${base}/${path}`, asked);
    check('not-found').status(answer, 404);
    expectNotFound(site, check, answer);
  });
  await atOnce(queries, async (path) => {
    const answer = await site.ask(`${base}/${path}`, asked);
    check('page-unknown').status(answer, 404);
    expectNotFound(site, check, answer);
  });
}

/**
 * The query parameters of lists, for pages and filters. `name`: the path of the files, without the value: `post/blog`
 * for `post/?blog=2`.
 */
const parametersOf = ({ portal }: Pick<VerifiedSite, 'portal'>) => [
  ...[...portal.endpoints, ...portal.extras.map(endpointOf)].flatMap(({ name, paging }) => {
    const by = hasId({ name }) ? undefined : parameterOf({ paging });
    return by ? [{ list: name, by, name: `${name}/${by}`, isLookup: false }] : [];
  }),
  ...portal.extras.map(endpointOf).flatMap(({ lookup }) => {
    if (!lookup) return [];
    const { list, by } = lookup;
    return [{ list, by: parameterNamed(by), name: `${list}/${by}`, isLookup: true }];
  }),
];

/** Checks the body and the headers of an answer with status 404. Any other status is reported elsewhere. */
function expectNotFound({ portal }: VerifiedSite, check: Check, answer: Answer): void {
  if (answer.status !== 404) return;
  const verdict = check('not-found');
  verdict.header(answer, 'content-type', isSentAs(answer, JSON_TYPE), `${JSON_TYPE}, in UTF-8`);
  expectBody(portal, verdict, answer);
  expectCaching(check, answer, cacheControl.error);
}

/** Checks that an error has the right body. */
export function expectBody(
  { notFound }: Pick<Portal, 'notFound'>,
  verdict: Verdict,
  answer: Answer,
): void {
  const read = readValue(answer.body);
  const isRight = 'value' in read && isDeepStrictEqual(read.value, notFound);
  verdict.expect(isRight, answer.url, JSON.stringify(notFound), shownBody(answer.body));
}

/** The next `many` page numbers after the last page of a list. */
function behind({ files }: Pick<VerifiedSite, 'files'>, list: string, many: number): number[] {
  let last = 1;
  for (const file of files.keys()) {
    const at = pageOf(file);
    if (at?.endpoint === list && at.page) last = Math.max(last, at.page.value);
  }
  return Array.from({ length: many }, (_, i) => last + 1 + i);
}

/** How many numbers after the last page of a list, and after the greatest id, are tried. */
const BEYOND = 10;

/**
 * Requests files that an older snapshot may have left, such as pages after the last page, lists of extras that are not
 * published now, and records that have been withdrawn.
 */
export async function checkLeftovers(
  site: VerifiedSite,
  check: Check,
  all: boolean,
): Promise<void> {
  const { portal, files } = site;
  const extras = portal.extras.map(endpointOf).filter((endpoint) => !hasId(endpoint));
  const names = [SEARCH_ENTRY, ...extras.map(({ name }) => pageFile(name))];
  for (const { name, paging } of [...portal.endpoints, ...extras]) {
    const parameter = parameterOf({ paging });
    if (!parameter || listFile(name)) continue;
    for (const value of behind(site, name, BEYOND)) {
      names.push(pageFile(name, { parameter, value }));
    }
  }
  names.push(...withdrawn(site, WITHDRAWN[all ? 'all' : 'usual']));
  await atOnce(
    names.filter((file) => !files.has(file)),
    async (file) => {
      const answer = await digestAt(site, addressOf(site, file));
      // If a host answers every address with a web page, the rule `not-found` reports it.
      const isLeft = answer.status === 200 && !answer.isWebPage;
      check('leftovers').expect(
        !isLeft,
        answer.url,
        'nothing: snapshot.json has no such file',
        'a file',
      );
    },
  );
}

/** How many ids, and how many filters, are tried for each endpoint with `{id}` in its address. */
const WITHDRAWN = { usual: { ids: 40, filters: 2 }, all: { ids: 20_000, filters: 20_000 } };

/**
 * The files that endpoints with an id, such as `region/{id}`, do not have, but may have had: those of the ids between
 * the ids of the snapshot, and the next page of each filter. (Which texts records had in their addresses is unknown.)
 */
function withdrawn({ portal, files }: VerifiedSite, most: (typeof WITHDRAWN)['all']): string[] {
  const families = portal.extras.map(endpointOf).filter((one) => variableOf(one) === 'id');
  const named = endpointsByName(families);
  const lastPages = new Map(families.map(({ name }) => [name, new Map<number, number>()]));
  for (const file of files.keys()) {
    const { endpoint = '', page } = pageOf(file) ?? {};
    const ids = lastPages.get(named(endpoint)?.name ?? '');
    const id = Number(endpoint.slice(endpoint.lastIndexOf('/') + 1));
    ids?.set(id, Math.max(ids.get(id) ?? 1, page?.value ?? 1));
  }
  return families.flatMap(({ name, paging }) => {
    const ids = lastPages.get(name)!;
    const parameter = parameterOf({ paging });
    const records = unused([...ids.keys()], most.ids).map((id) => pageFile(withId(name, id)));
    if (parameter === undefined) return records;
    const next = evenly([...ids], most.filters).map(([id, last]) =>
      pageFile(withId(name, id), { parameter, value: last + 1 }),
    );
    return [...records, ...next];
  });
}

/** Returns at most `most` numbers, evenly, of those that are no ids, from 1 to {@link BEYOND} after the greatest. */
function unused(ids: readonly number[], most: number): number[] {
  const sorted = [0, ...ids].sort((a, b) => a - b);
  const gaps = sorted.map((id, i) => ({ id, size: (sorted[i + 1] ?? id + BEYOND + 1) - id - 1 }));
  const total = gaps.reduce((sum, { size }) => sum + size, 0);
  const step = Math.max(1, total / most);
  const numbers: number[] = [];
  let before = 0;
  for (const { id, size } of gaps) {
    for (let at = numbers.length * step - before; at < size; at = numbers.length * step - before) {
      numbers.push(id + 1 + Math.floor(at));
    }
    before += size;
  }
  return numbers.filter(Number.isSafeInteger);
}
