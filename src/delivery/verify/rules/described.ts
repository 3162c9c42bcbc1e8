// What the deployment says of itself (PROMISES.md §5.1, §5.2): its own lists, against what a walk of them found; who signed that;
// and the description of the API. That bodies are as it says follows: `shapes` and `envelope` hold them against the same declarations.

import { hash } from 'node:crypto';
import { isDeepStrictEqual as isAlike, isDeepStrictEqual } from 'node:util';
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
  pathOf,
  SIGNATURE,
  SNAPSHOT,
} from '../../../site/address.js';
import { openapiOf } from '../../../site/openapi/document.js';
import { isSigned, signaturesIn } from '../../../site/signature.js';
import { describeList, type PublishedPage, pathBelow } from '../../../site/snapshot-file.js';
import { API_MEMBERS, wrongApi } from '../../../snapshot/settings/api.js';
import { type AskFor, mediaType, shownStatus } from '../../http/answer.js';
import { Growing, hashOfBody } from '../../http/body.js';
import { parsedBody } from '../../http/list-body.js';
import { type CheckedPage, recordsOn } from '../walk/page.js';
import type { DeploymentSurvey } from '../walk/survey.js';
import type { WalkedList } from '../walk/walk.js';
import { expectObject, type VerifyRule } from './rule.js';

export const digests: VerifyRule = {
  name: 'digests',
  wants: 'snapshot.json gives the number of records and the digest of every page of every list',
  files: true,
  async check({ ask, base, lists }, verdict) {
    const url = `${base}/${SNAPSHOT}`;
    const answer = await ask(url);
    const value = expectObject(verdict, answer);
    if (!value) return;
    const { format, lists: given } = value;
    verdict.expect(format === 1, url, 'format: 1', `format: ${quote(format)}`);
    for (const list of lists) {
      // Of a list that cannot be walked other rules tell.
      if (list.broken) continue;
      const { name } = list.endpoint;
      // What is there for an id, on one page, is whole by itself.
      if (familyOf(name) !== name && list.pages.length === 1) continue;
      const summary = isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;
      if (!isObject(summary)) {
        verdict.expect(false, url, `the list ${name}`, quote(summary));
        continue;
      }
      const pages = list.pages.map((page) => publishedPage(list, page));
      const count = recordsOn(list.pages);
      const { summary: wanted, apart } = describeList({ name, count, pages });
      const off = Object.entries(wanted).find(([key, value]) => !isAlike(summary[key], value));
      const [key, value] = off ?? ['digest', wanted.digest];
      verdict.expect(!off, url, `${name}: ${key} ${quote(value)}`, quote(summary[key]));
      if (apart === undefined) continue;
      let found = '';
      const file = await ask(`${base}/${apart.file}`, {
        read: async (_, body) => {
          found = await hashOfBody(body);
        },
      });
      const isRight = file.status === 200 && found === hash('sha256', apart.body, 'hex');
      verdict.expect(isRight, file.url, 'the digests of all pages', shownStatus(file));
    }
  },
};

/** A page as `snapshot.json` has it. Links of every style name a page in their query. */
function publishedPage({ endpoint }: WalkedList, { url, hash }: CheckedPage): PublishedPage {
  const parameter = parameterOf(endpoint);
  const value = parameter && pageValue(new URL(url).searchParams.get(parameter) ?? '');
  const file = pageFile(endpoint.name, parameter && value ? { parameter, value } : undefined);
  return { path: pathBelow(file, endpoint.name), hash };
}

/** More bytes than a snapshot.json has: very long lists are described apart. */
const LONGEST = 64 * 1024 * 1024;

export const signature: VerifyRule = {
  name: 'signature',
  wants: 'with --key: snapshot.json is signed, and one of the keys knows the signature',
  files: true,
  async check({ ask, base, keys }, verdict) {
    if (keys.length === 0) return;
    const [said, signed] = [`${base}/${SNAPSHOT}`, `${base}/${SIGNATURE}`];
    /** Past the caches between the deployment and here: of two files, they may have one from before. */
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

async function whole(ask: AskFor, url: string) {
  let bytes = new Growing();
  const head = await ask(url, {
    read: async (_, body) => {
      bytes = new Growing();
      for await (const block of body) {
        // What is longer has no signature of ours.
        if (bytes.length + block.length <= LONGEST) bytes.append(block);
      }
    },
  });
  return { head, bytes: bytes.bytes };
}

const JSON_TYPE = 'application/json';

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

/** Where a document differs from ours, which is made with the settings that it shows itself. */
function differenceFrom(
  { portal, base, home }: DeploymentSurvey,
  found: unknown,
): string | undefined {
  const paths = isObject(found) && isObject(found['paths']) ? found['paths'] : {};
  const wanted = openapiOf(portal, {
    baseUrl: base,
    links: home === '' ? 'path' : 'file',
    queries: JSON.stringify(found).includes('"in":"query"'),
    extras: portal.extras
      .map(endpointOf)
      .filter(({ template }) => Object.hasOwn(paths, pathOf(template, home))),
  });
  const info = { ...(wanted['info'] as JsonObject), ...toldOf(found) };
  const [given, own] = [membersOf(found), membersOf({ ...wanted, info })];
  const keys = [...own.keys(), ...given.keys()];
  const off = keys.find((key) => !isDeepStrictEqual(given.get(key), own.get(key)));
  return off && `${off}: ${quote(given.get(off))}, not ${quote(own.get(off))}`;
}

/** What a document says of the API as the setting `api` can have it. */
function toldOf(document: unknown): object {
  const info = isObject(document) && isObject(document['info']) ? document['info'] : {};
  const told = Object.entries(info).filter(([key]) => API_MEMBERS.includes(key));
  const api = Object.fromEntries(told);
  return wrongApi(api) ? {} : api;
}

/** The members of a document and those of its paths, by their places. */
function membersOf(document: unknown): Map<string, unknown> {
  const { paths = {}, ...members } = isObject(document) ? document : {};
  const each = Object.entries(isObject(paths) ? paths : {});
  return new Map([
    ...Object.entries(members),
    ...each.map(([path, what]) => [`/paths${pointerStep(path)}`, what] as const),
  ]);
}
