// The description of the API (PROMISES.md §5.1): it is there, and it is that of this portal. That bodies are as it says
// follows: `shapes` and `envelope` hold them against the same declarations.

import { endpointOf } from '../../../model/endpoint.js';
import { isObject, type Json } from '../../../model/fields.js';
import { pointerStep } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { OPENAPI } from '../../../site/address.js';
import { openapiOf } from '../../../site/openapi/document.js';
import { mediaType, shownHeader, shownStatus } from '../../http/answer.js';
import { parsedBody } from '../../http/list-body.js';
import { correctBase } from '../hints.js';
import type { Survey } from '../walk/survey.js';
import type { Rule } from './rule.js';

const JSON_TYPE = 'application/json';

export const openapi: Rule = {
  name: 'openapi',
  wants: `/${OPENAPI} describes this API`,
  files: true,
  correction: correctBase,
  async check(survey, verdict) {
    const { base, over } = survey;
    const answer = await survey.ask(`${base}/${OPENAPI}`);
    const { url, status } = answer;
    verdict.expect(status === 200, url, 'status 200', shownStatus(answer));
    if (status === 200) {
      const isJson = 'folder' in over || mediaType(answer) === JSON_TYPE;
      verdict.expect(isJson, url, JSON_TYPE, shownHeader(answer, 'content-type'));
      const read = parsedBody(answer);
      const found = 'fault' in read ? read.fault : differenceFrom(survey, read.value);
      verdict.expect(found === undefined, url, 'the document of this API', found ?? '');
    }
  },
};

/** Where a document differs from ours, which is made with the settings that it shows itself. */
function differenceFrom({ portal, base, home }: Survey, found: unknown): string | undefined {
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
function difference(found: unknown, wanted: Json, path: string): string | undefined {
  if (isObject(found) && isObject(wanted)) {
    const keys = new Set([...Object.keys(wanted), ...Object.keys(found)]);
    for (const key of keys) {
      const at = path + pointerStep(key);
      const inner = Object.hasOwn(wanted, key) ? wanted[key] : undefined;
      if (inner === undefined) return `${at} is not in our own`;
      if (!Object.hasOwn(found, key)) return `${at} is missing`;
      const there = difference(found[key], inner, at);
      if (there !== undefined) return there;
    }
    return undefined;
  }
  if (Array.isArray(found) && Array.isArray(wanted) && found.length === wanted.length) {
    for (const [i, inner] of wanted.entries()) {
      const there = difference(found[i], inner, `${path}/${i}`);
      if (there !== undefined) return there;
    }
    return undefined;
  }
  return found === wanted ? undefined : `${path}: ${quote(found)}, not ${quote(wanted)}`;
}
