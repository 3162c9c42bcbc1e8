// The description of the API (PROMISES.md §5.1): it is there, and it is that of this portal. That bodies are as it says
// follows: `shapes` and `envelope` hold them against the same declarations.

import { isDeepStrictEqual } from 'node:util';
import { endpointOf } from '../../../model/endpoint.js';
import { isObject } from '../../../model/fields.js';
import { pointerStep } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { OPENAPI } from '../../../site/address.js';
import { openapiOf } from '../../../site/openapi/document.js';
import { mediaType } from '../../http/answer.js';
import { parsedBody } from '../../http/list-body.js';
import type { DeploymentSurvey } from '../walk/survey.js';
import type { VerifyRule } from './rule.js';

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
      .filter(({ template }) => Object.hasOwn(paths, template + home)),
  });
  const [given, own] = [membersOf(found), membersOf(wanted)];
  const keys = [...own.keys(), ...given.keys()];
  const off = keys.find((key) => !isDeepStrictEqual(given.get(key), own.get(key)));
  return off && `${off}: ${quote(given.get(off))}, not ${quote(own.get(off))}`;
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
