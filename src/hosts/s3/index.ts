// A website on S3: `publish` writes each file with its Content-Type and Cache-Control.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteHosting.html
import { ALLOW, jsonText, PREFLIGHT_SECONDS } from '../answers.js';
import type { Host } from '../host.js';
import { plainPrefix } from '../patterns.js';

export const s3: Host = {
  name: 's3',
  can: ['directories', 'type', 'types', 'cors', 'validators', 'errors'],
  links: 'path',
  siblings: [],
  limits: {},
  notes: [
    'it serves HTTP only, ignores queries, and does not compress; Vary and Allow cannot be set',
    'pages have a Cache-Control; for errors, AWS does not document one',
    'set its configuration (website.json, cors.json) once, by hand',
    'the redirect from an address without its last slash loses the query',
  ],
  published: () => [],
  operated: (site) => [
    {
      path: 'website.json',
      text: jsonText({
        IndexDocument: { Suffix: 'index.json' },
        ErrorDocument: { Key: `${plainPrefix(site, 's3')}/404.json`.slice(1) },
      }),
    },
    { path: 'cors.json', text: jsonText(CORS) },
  ],
};

/** OPTIONS is left out: S3 answers such requests without being told, and refuses a configuration that names OPTIONS. */
const CORS = {
  CORSRules: [
    {
      AllowedOrigins: ['*'],
      AllowedMethods: ALLOW.split(', ').filter((method) => method !== 'OPTIONS'),
      AllowedHeaders: ['*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: PREFLIGHT_SECONDS,
    },
  ],
};
