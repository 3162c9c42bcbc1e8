// CloudFront in front of a bucket. A function finds the file for an address, and a policy adds headers.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
import { ALLOW, allBut, answerHeaders, cacheControl, jsonText } from '../answers.js';
import type { Host, Site } from '../host.js';
import { plainPrefix } from '../patterns.js';
import { runtimeText } from '../runtime.js';

export const cloudfront: Host = {
  name: 'cloudfront',
  can: allBut('compression'),
  links: 'path',
  siblings: [],
  // The limit for the size of a function:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions
  limits: {
    rules: [
      {
        most: 10 * 1024,
        count: (site) => Buffer.byteLength(functionText(site)),
        unit: 'bytes of its CloudFront function',
      },
    ],
  },
  notes: ['it compresses only some answers; the ETag of a compressed answer is a weak one'],
  published: () => [],
  operated: (site) => [
    { path: 'function.js', text: functionText(site) },
    { path: 'response-headers-policy.json', text: jsonText(POLICY) },
    { path: 'error-responses.json', text: jsonText(errorResponses(site.prefix)) },
  ],
};

/** Returns the function for a site. CloudFront calls it for each request (event viewer-request). */
export function functionText(site: Site): string {
  const headers = Object.entries({ ...answerHeaders, 'Cache-Control': cacheControl.error });
  return runtimeText('cloudfront', 'function.js', site, {
    PREFIX: plainPrefix(site, 'cloudfront'),
    // CloudFront requires names in lower case, and each value in an object.
    HEADERS: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), { value }])),
  });
}

const customHeaders = Object.entries(answerHeaders).filter(
  // Content-Type is left out, because each object has its own. The headers for CORS and X-Content-Type-Options have
  // other places in the policy.
  ([name]) => !/^(?:Content-Type|Access-Control-.*|X-Content-Type-Options)$/.test(name),
);

const list = <T>(items: readonly T[]) => ({ Quantity: items.length, Items: items });

const POLICY = {
  Name: 'portal-snapshot',
  CorsConfig: {
    AccessControlAllowOrigins: list(['*']),
    AccessControlAllowMethods: list(ALLOW.split(', ')),
    AccessControlAllowHeaders: list(['*']),
    AccessControlExposeHeaders: list(
      (answerHeaders['Access-Control-Expose-Headers'] ?? '').split(', '),
    ),
    AccessControlAllowCredentials: false,
    AccessControlMaxAgeSec: Number(answerHeaders['Access-Control-Max-Age']),
    OriginOverride: true,
  },
  SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
  CustomHeadersConfig: list(
    customHeaders.map(([Header, Value]) => ({ Header, Value, Override: true })),
  ),
};

/** A private bucket answers 403 if an object is missing. Clients get 404 instead. */
const errorResponses = (prefix: string) =>
  list(
    [403, 404].map((ErrorCode) => ({
      ErrorCode,
      ResponsePagePath: `${prefix}/404.json`,
      ResponseCode: '404',
      ErrorCachingMinTTL: 10,
    })),
  );
