// Rules about the files in which a deployment describes itself (PROMISES.md §5.1, §5.2): the digests in snapshot.json,
// its signature, and the OpenAPI document. Bodies need not be compared with that document: `shapes` and `envelope`
// compare them with the same declarations.

import { hash } from 'node:crypto';
import { isDeepStrictEqual as isAlike } from 'node:util';
import { JSON_TYPE } from '../../../hosts/answers.js';
import { endpointOf } from '../../../model/endpoint.js';
import { isObject, type JsonObject } from '../../../model/fields.js';
import { pointerStep } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import {
  familyOf,
  OPENAPI,
  pageFile,
  pageValue,
  parameterOf,
  partFile,
  pathOf,
  SEARCH,
  SEARCH_ENTRY,
  SIGNATURE,
  SNAPSHOT,
  withId,
} from '../../../site/address.js';
import { isDescribedAlone } from '../../../site/kinds.js';
import { openapiOf } from '../../../site/openapi/document.js';
import { isSigned, signaturesIn } from '../../../site/signature.js';
import { describeList, idOf, type PublishedPage, pathBelow } from '../../../site/snapshot-file.js';
import { API_MEMBERS, wrongApi } from '../../../snapshot/settings/api.js';
import { type AskFor, mediaType, shownStatus } from '../../http/answer.js';
import { Growing, hashOfBody } from '../../http/body.js';
import { parsedBody, readValue } from '../../http/list-body.js';
import { hasId } from '../../http/offered.js';
import type { Verdict } from '../verdict.js';
import { type CheckedPage, recordsOn } from '../walk/page.js';
import type { DeploymentSurvey, Sampled } from '../walk/survey.js';
import type { WalkedList } from '../walk/walk.js';
import { forEach, type VerifyRule } from './rule.js';

/** The most files of those in snapshot.json that are requested. */
const MOST_FILES = 1000;

export const digests: VerifyRule = {
  name: 'digests',
  wants:
    'snapshot.json gives the number of records and the digest of every page of every list, and the digests of all other files',
  files: true,
  async check(survey, verdict) {
    const url = `${survey.base}/${SNAPSHOT}`;
    const value = valueIn(await whole(survey.ask, url));
    if (!isObject(value)) {
      verdict.expect(false, url, 'status 200 and an object', quote(value));
      return;
    }
    const { format, id, lists, files, byId } = value;
    verdict.expect(format === 1, url, 'format: 1', `format: ${quote(format)}`);
    const own = idOf({ lists, files, byId });
    verdict.expect(id === own, url, `id: ${quote(own)}`, `id: ${quote(id)}`);
    const said: SnapshotClaims = { url, member: (of, name) => memberOf(value[of], name) };
    for (const list of survey.lists) {
      // Other rules report a list that cannot be walked; lookups are checked below.
      const { name } = list.endpoint;
      if (!list.broken && familyOf(name) === name) await checkList(survey, verdict, said, list);
    }
    const others = Object.keys(isObject(files) ? files : {});
    const named = new Set([pageFile(''), OPENAPI, ...others.slice(0, MOST_FILES)]);
    await forEach(named, (file) => checkFile(survey, verdict, said, file));
    await forEach(
      survey.extras.filter(({ endpoint }) => hasId(endpoint)),
      (sampled) => checkIds(survey, verdict, said, sampled),
    );
  },
};

/** The content of snapshot.json, and its address. */
interface SnapshotClaims {
  readonly url: string;
  readonly member: (of: 'lists' | 'files' | 'byId', name: string) => unknown;
}

const memberOf = (of: unknown, name: string): unknown =>
  isObject(of) && Object.hasOwn(of, name) ? of[name] : undefined;

async function checkList(
  { ask, base }: DeploymentSurvey,
  verdict: Verdict,
  { url, member }: SnapshotClaims,
  list: WalkedList,
): Promise<void> {
  const { name } = list.endpoint;
  const summary = member('lists', name);
  if (!isObject(summary)) {
    verdict.expect(false, url, `the list ${name}`, quote(summary));
    return;
  }
  const pages = list.pages.map((page) => publishedPage(list, page));
  const count = recordsOn(list.pages);
  const { summary: wanted, apart } = describeList({ name, count, pages });
  const off = Object.entries(wanted).find(([key, value]) => !isAlike(summary[key], value));
  const [key, value] = off ?? ['digest', wanted.digest];
  verdict.expect(!off, url, `${name}: ${key} ${quote(value)}`, quote(summary[key]));
  if (apart === undefined) return;
  const { head, digest } = await digestAt(ask, `${base}/${apart.file}`);
  const isRight = digest === hash('sha256', apart.body, 'hex');
  verdict.expect(isRight, head.url, 'the digests of all pages', shownStatus(head));
}

/** Checks that a file that is no page of a list has the digest that snapshot.json gives. */
async function checkFile(
  { ask, base, index }: DeploymentSurvey,
  verdict: Verdict,
  { url, member }: SnapshotClaims,
  name: string,
): Promise<void> {
  const wanted = member('files', name);
  const isKnown = typeof wanted === 'string' && isDescribedAlone(name);
  const about = `the digest of ${name}, if there is such a file`;
  if (!verdict.expect(isKnown, url, about, quote(wanted))) return;
  const address = name === pageFile('') ? index.url : `${base}/${name}`;
  const { head, digest } = await digestAt(ask, address);
  const found = digest || shownStatus(head);
  verdict.expect(digest === wanted, head.url, `the SHA-256 ${quote(wanted)}`, found);
}

/** Checks the pages of some ids against the files of digests by id, called parts, and these against snapshot.json. */
async function checkIds(
  { ask, base, home, lists }: DeploymentSurvey,
  verdict: Verdict,
  { url, member }: SnapshotClaims,
  { endpoint, ids }: Sampled,
): Promise<void> {
  const { name } = endpoint;
  const summary = member('byId', name);
  const parts: unknown = isObject(summary) ? summary['parts'] : undefined;
  if (!Array.isArray(parts) || parts.length === 0) {
    verdict.expect(false, url, `byId: the parts of ${name}`, quote(summary));
    return;
  }
  for (const id of ids) {
    const own = withId(name, id);
    const list = lists.find((walked) => walked.endpoint.name === own);
    if (list?.broken) continue;
    const at = id % parts.length;
    const part = await whole(ask, `${base}/${partFile(name, at + 1)}`);
    const isRight = part.head.status === 200 && hash('sha256', part.bytes, 'hex') === parts[at];
    const { url, ...head } = part.head;
    const about = `digests with the SHA-256 ${quote(parts[at])}`;
    if (!verdict.expect(isRight, url, about, shownStatus(head))) continue;
    const pages = list
      ? list.pages.map((page) => publishedPage(list, page))
      : [{ path: '', hash: (await digestAt(ask, `${base}/api/${own}/${home}`)).digest }];
    const wanted = pages.map(({ path, hash }) => [`${id}/${path}`, hash]);
    const said = valueIn(part);
    const all = Object.entries(isObject(said) ? said : {});
    const found = all.filter(([path]) => path.startsWith(`${id}/`));
    verdict.expect(isAlike(found, wanted), url, quote(wanted), quote(found));
  }
}

/** A page as `snapshot.json` names it. Its number or cursor is in the query of its URL, in each style of links. */
function publishedPage({ endpoint }: WalkedList, { url, hash }: CheckedPage): PublishedPage {
  const parameter = parameterOf(endpoint);
  const value = parameter && pageValue(new URL(url).searchParams.get(parameter) ?? '');
  const file = pageFile(endpoint.name, parameter && value ? { parameter, value } : undefined);
  return { path: pathBelow(file, endpoint.name), hash };
}

/** The most bytes of a file that are kept. No snapshot.json is longer: very long lists have files of digests. */
export const LONGEST = 16 * 1024 * 1024;

export const signature: VerifyRule = {
  name: 'signature',
  wants: 'with --key: snapshot.json is signed, and one of the keys knows the signature',
  files: true,
  async check({ ask, base, keys }, verdict) {
    if (keys.length === 0) return;
    const [said, signed] = [`${base}/${SNAPSHOT}`, `${base}/${SIGNATURE}`];
    /** `past`: a query that bypasses caches, since they may have an older version of one of the two files. */
    const look = async (past: string) => {
      const snapshot = await whole(ask, said + past);
      const answer = await whole(ask, signed + past);
      const isRight = isSigned(keys, snapshot.bytes, signaturesIn(answer.bytes));
      return { snapshot, answer, isRight };
    };
    const first = await look('');
    const { snapshot, answer, isRight } = first.isRight ? first : await look('?verify=signature');
    for (const { head, url } of [
      { ...snapshot, url: said },
      { ...answer, url: signed },
    ]) {
      if (!verdict.expect(head.status === 200, url, 'status 200', shownStatus(head))) return;
    }
    const found = signaturesIn(answer.bytes).length;
    if (!verdict.expect(found > 0, signed, 'signatures', 'none')) return;
    verdict.expect(isRight, signed, `a signature of ${SNAPSHOT} by the key`, 'none that fits');
  },
};

/** Requests a file, and keeps its bytes up to {@link LONGEST}. */
export async function whole(ask: AskFor, url: string) {
  let bytes = new Growing();
  const head = await ask(url, {
    read: async (_, body) => {
      bytes = new Growing();
      for await (const block of body) {
        // No file of this tool is longer: the rest is dropped.
        if (bytes.length + block.length <= LONGEST) bytes.append(block);
      }
    },
  });
  return { head, bytes: bytes.bytes };
}

/** The parsed JSON of a file; if there is none, a text that states why. */
export function valueIn({ head, bytes }: Awaited<ReturnType<typeof whole>>): unknown {
  const read = head.status === 200 ? readValue(bytes, LONGEST) : { fault: shownStatus(head) };
  return 'fault' in read ? read.fault : read.value;
}

/**
 * Requests a file and returns its SHA-256 as `digest`, empty unless the status is 200. Keeps no bytes, so the file may
 * be of any length.
 */
export async function digestAt(ask: AskFor, url: string) {
  let digest = '';
  const head = await ask(url, {
    read: async ({ status }, body) => {
      const found = await hashOfBody(body);
      digest = status === 200 ? found : '';
    },
  });
  return { head, digest };
}

export const openapi: VerifyRule = {
  name: 'openapi',
  wants: `/${OPENAPI} describes this API`,
  files: true,
  isOfLinks: true,
  async check(survey, verdict) {
    const { base, over } = survey;
    const answer = await survey.ask(`${base}/${OPENAPI}`);
    if (!verdict.status(answer, 200)) return;
    const isJson = 'folder' in over || mediaType(answer) === JSON_TYPE;
    verdict.header(answer, 'content-type', isJson, JSON_TYPE);
    const read = parsedBody(answer);
    const found = 'fault' in read ? read.fault : differenceFrom(survey, read.value);
    verdict.expect(found === undefined, answer.url, 'the document of this API', found ?? '');
  },
};

/** How an OpenAPI document first differs from that of this tool, which is made with the settings that it shows. */
function differenceFrom(
  { portal, base, home }: DeploymentSurvey,
  found: unknown,
): string | undefined {
  const paths = isObject(found) && isObject(found['paths']) ? found['paths'] : {};
  const wanted = openapiOf(portal, {
    baseUrl: base,
    links: home === '' ? 'path' : 'file',
    queries: JSON.stringify(found).includes('"in":"query"'),
    extras: [
      ...portal.extras
        .map(endpointOf)
        .filter(({ template }) => Object.hasOwn(paths, pathOf(template, home))),
      ...(Object.hasOwn(paths, `/${SEARCH_ENTRY}`) ? [{ template: SEARCH }] : []),
    ],
  });
  const info = { ...(wanted['info'] as JsonObject), ...toldOf(found) };
  const [given, own] = [membersOf(found), membersOf({ ...wanted, info })];
  const keys = [...own.keys(), ...given.keys()];
  const off = keys.find((key) => !isAlike(given.get(key), own.get(key)));
  return off && `${off}: ${quote(given.get(off))}, not ${quote(own.get(off))}`;
}

/** The members of a document's `info` that the setting `api` gives; none if that setting cannot have such values. */
function toldOf(document: unknown): object {
  const info = isObject(document) && isObject(document['info']) ? document['info'] : {};
  const told = Object.entries(info).filter(([key]) => API_MEMBERS.includes(key));
  const api = Object.fromEntries(told);
  return wrongApi(api) ? {} : api;
}

/** The members of a document by name, and those of its `paths` by JSON Pointer (`/paths/~1api~1region~1`). */
function membersOf(document: unknown): Map<string, unknown> {
  const { paths = {}, ...members } = isObject(document) ? document : {};
  const each = Object.entries(isObject(paths) ? paths : {});
  return new Map([
    ...Object.entries(members),
    ...each.map(([path, what]) => [`/paths${pointerStep(path)}`, what] as const),
  ]);
}
