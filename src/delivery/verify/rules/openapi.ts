// The description of the API (PROMISES.md §5.1): it is there, and it is that of this portal. That bodies are as it says
// follows: `shapes` and `envelope` hold them against the same declarations.

import { endpointOf } from '../../../model/endpoint.js';
import { isObject } from '../../../model/fields.js';
import { pointerStep } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { OPENAPI } from '../../../site/address.js';
import { openapiOf } from '../../../site/openapi/document.js';
import { mediaType } from '../../http/answer.js';
import { parsedBody } from '../../http/list-body.js';
import { correctBase } from '../hints.js';
import type { DeploymentSurvey } from '../walk/survey.js';
import type { VerifyRule } from './rule.js';

const JSON_TYPE = 'application/json';

export const openapi: VerifyRule = {
  name: 'openapi',
  wants: `/${OPENAPI} describes this API`,
  files: true,
  correction: correctBase,
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
      .filter(({ template }) => Object.hasOwn(paths, template + home)),
  });
  return difference(found, wanted, '');
}

/** The first place where two JSON values differ, whatever the order of their keys. */
function difference(found: unknown, wanted: unknown, path: string): string | undefined {
  const [given, own] = [membersOf(found), membersOf(wanted)];
  const isList = Array.isArray(found);
  if (!given || !own || isList !== Array.isArray(wanted) || (isList && given.size !== own.size)) {
    return found === wanted ? undefined : `${path}: ${quote(found)}, not ${quote(wanted)}`;
  }
  for (const key of new Set([...own.keys(), ...given.keys()])) {
    const at = path + pointerStep(key);
    if (!own.has(key)) return `${at} is not in our own`;
    if (!given.has(key)) return `${at} is missing`;
    const there = difference(given.get(key), own.get(key), at);
    if (there !== undefined) return there;
  }
  return undefined;
}

/** The members of an object or a list by their keys. */
const membersOf = (value: unknown): Map<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
