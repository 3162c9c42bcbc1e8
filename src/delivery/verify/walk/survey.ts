// What is read of a deployment before any rule is checked: its root index, every list up to `maxPages`, and the
// lookups of some ids.

import type { KeyObject } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  type Endpoint,
  type ExtraEndpoint,
  listFile,
  type Portal,
} from '../../../model/endpoint.js';
import { isId, referenceAt } from '../../../model/fields.js';
import { parameterOf, withId, withoutId } from '../../../site/address.js';
import { ownFilesOf } from '../../../site/kinds.js';
import { extrasOf, findIndex, hasId, type RootIndex } from '../../http/offered.js';
import type { Deployment } from '../../http/target.js';
import { OF_STRANGERS, type TextBounds } from '../../http/value-stream.js';
import { type CheckedPage, pageReader } from './page.js';
import { type WalkedList, walkList } from './walk.js';

/** What a deployment is compared with, and how much of it is read. */
export interface SurveyOptions {
  /** The folder of a local snapshot, to compare every byte with. */
  readonly against?: string | undefined;
  /** Page files that the snapshot no longer has, but that may still be served, for clients in the middle of a walk. */
  readonly waiting?: ReadonlySet<string>;
  /** The keys, one of which must have signed the snapshot; without any, no signature is wanted. */
  readonly keys?: readonly KeyObject[];
  /** Whether POST, PUT, PATCH and DELETE may be sent to pages, to see whether they are refused; false by default. */
  readonly writeMethods?: boolean;
  /** The extras that are wanted; by default those that the deployment's OpenAPI document names. */
  readonly extras?: readonly ExtraEndpoint[];
  /** The most pages of one list; 10,000 by default. */
  readonly maxPages?: number;
  /** The most memory for all pages, in bytes, by the estimate of each; 64 MiB by default. */
  readonly maxRemembered?: number;
  /** The limits of the records; by default those of what another server sends. */
  readonly bounds?: TextBounds;
}

export interface DeploymentSurvey
  extends Deployment,
    RootIndex,
    Pick<SurveyOptions, 'against'>,
    Required<Pick<SurveyOptions, 'waiting' | 'keys' | 'writeMethods' | 'bounds'>> {
  readonly portal: Portal;
  /** All lists, and the lookups of some ids. */
  readonly lists: readonly WalkedList[];
  /** The extras that are wanted; for those with an address for each id, some ids. */
  readonly extras: readonly Sampled[];
  /** The extras that the OpenAPI document names besides those that are wanted. */
  readonly others: readonly ExtraEndpoint[];
}

/** The most memory for all pages read, in bytes: some 20,000 pages, or four million ids. The process may use
 * four times as much, since V8 collects garbage only when it has grown by that. */
const MAX_REMEMBERED = 64 * 1024 * 1024;

/** Reads the root index, and walks every list. */
export async function survey(
  portal: Portal,
  deployment: Deployment,
  options: SurveyOptions,
  onPages: (pages: number) => void,
): Promise<DeploymentSurvey> {
  const { against, waiting = new Set(), keys = [], writeMethods = false } = options;
  const { maxPages = 10_000, maxRemembered = MAX_REMEMBERED, bounds = OF_STRANGERS } = options;
  const { base, ask } = deployment;
  let pages = 0;
  let remembered = 0;
  const onPage = () => onPages(++pages);
  const remember = (bytes: number) => {
    remembered += bytes;
    return remembered <= maxRemembered;
  };
  const { index, home } = await findIndex(deployment);
  const walkEach = (endpoints: readonly Endpoint[]) =>
    Promise.all(
      endpoints.map((endpoint) => {
        const below = `${base}/api/${endpoint.name}/`;
        const read = pageReader(portal, endpoint, bounds);
        const list = { endpoint, url: below + home, below, read };
        return walkList(list, { ask, maxPages, remember, onPage });
      }),
    );
  const published = await extrasOf(portal, base, ask);
  const all = options.extras ?? published;
  const isWanted = new Set(all.map(({ template }) => template));
  const others = published.filter(({ template }) => !isWanted.has(template));
  const plain = all.filter((endpoint) => !hasId(endpoint));
  const lists = await walkEach([
    ...portal.endpoints,
    ...plain.filter(({ name }) => !listFile(name)),
  ]);
  const folder = against ?? ('folder' in deployment.over ? deployment.over.folder : undefined);
  const sampled = all.filter(hasId).map((endpoint) => sample(portal, endpoint, lists, folder));
  const lookups = await walkEach(
    sampled.flatMap(({ endpoint, ids }) =>
      endpoint.lookup ? ids.map((id) => ({ ...endpoint, name: withId(endpoint.name, id) })) : [],
    ),
  );
  const extras = [...plain.map((endpoint) => ({ endpoint, ids: [] })), ...sampled];
  const settings = { against, waiting, keys, writeMethods, bounds };
  const walked = [...lists, ...lookups];
  return { ...deployment, ...settings, portal, home, index, lists: walked, extras, others };
}

/** The page files called `name` in a snapshot's folder, sorted; files that are not of this API are left out. */
export function pageFilesIn(folder: string, portal: Portal, name = 'index.json'): string[] {
  const isOwn = ownFilesOf(portal);
  return readdirSync(join(folder, 'api'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === name && entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, name)).split(sep).join('/'))
    .filter((file) => isOwn(file))
    .sort();
}

/** Every page read on a walk. */
export const pagesMet = ({ lists }: DeploymentSurvey): CheckedPage[] =>
  lists.flatMap(({ pages }) => pages);

const LARGE = 1_000_000;

/**
 * A few addresses that stand for all: the root index, the first two pages of the longest list of each
 * paging style, and the first pages of the other lists. Large pages are left out, since samples are
 * requested many times.
 */
export function samples({ index, lists }: DeploymentSurvey): string[] {
  const byStyle = new Map<Endpoint['paging']['style'], WalkedList>();
  for (const list of lists) {
    const { style } = list.endpoint.paging;
    if (list.pages.length > (byStyle.get(style)?.pages.length ?? 0)) byStyle.set(style, list);
  }
  const longest = [...byStyle.values()].flatMap(({ pages }) => pages.slice(0, 2));
  const heads = lists.map(({ pages }) => pages[0]!);
  const usable = [...longest, ...heads].filter(
    ({ answer, size }) => answer.status === 200 && size < LARGE,
  );
  const first = index.status === 200 ? [index.url] : [];
  return [...new Set([...first, ...usable.map(({ url }) => url)])];
}

/** The name of a list that no portal has. */
export const NO_LIST = 'no-such-list';

/** A page, or a cursor, that no list has: it would have billions of records. */
export const NO_PAGE = '999999999';

/** Addresses that do not exist; those in `byQuery` answer 404 only if the host routes queries. */
export function absent({ base, lists }: DeploymentSurvey): { byPath: string[]; byQuery: string[] } {
  const top = [`${NO_LIST}/`, NO_LIST, 'no-such-file.json'];
  const byPath = top.map((name) => `${base}/api/${name}`);
  const byQuery: string[] = [];
  for (const { below, endpoint } of lists) {
    const parameter = parameterOf(endpoint);
    if (!parameter) continue;
    byPath.push(`${below}${parameter}/${NO_PAGE}/`);
    byQuery.push(`${below}?${parameter}=${NO_PAGE}`, `${below}?${parameter}=abc`);
  }
  return { byPath, byQuery };
}

/** An extra with an address for each id, and some of the ids. */
export interface Sampled {
  readonly endpoint: ExtraEndpoint;
  readonly ids: readonly number[];
}

/**
 * The first, the middle and the last id of an extra: of those in a walked list, or else of those in a folder.
 */
export function sample(
  portal: Portal,
  endpoint: ExtraEndpoint,
  lists: readonly WalkedList[],
  folder: string | undefined,
): Sampled {
  const own = endpoint.records!.collection;
  const { fields } = portal.collections.find(({ name }) => name === own)!;
  const { lookup } = endpoint;
  const of = lookup ? referenceAt(fields, lookup.reference).collection : own;
  const list = lists.find(({ endpoint: { name, records } }) =>
    lookup ? records?.collection === of : name === withoutId(endpoint.name),
  );
  const ids = list
    ? list.pages.flatMap(({ ids }) => ids.filter(isId))
    : folder === undefined
      ? []
      : idsBelow(folder, endpoint);
  const places = new Set([0, ids.length >> 1, ids.length - 1]);
  return { endpoint, ids: [...places].flatMap((place) => ids[place] ?? []) };
}

function idsBelow(folder: string, { name }: ExtraEndpoint): number[] {
  try {
    const names = readdirSync(join(folder, 'api', withoutId(name)));
    return names.filter((id) => /^[1-9]\d*$/.test(id)).map(Number);
  } catch {
    return [];
  }
}
