// http-server, the npm package: a start script that adds routes to it. Its options:
// https://github.com/http-party/node-http-server#available-options

import { asset } from '../../files/shipped.js';
import { listenParts } from '../../site/address.js';
import { ALLOW, commonHeaders, everything, NOT_ALLOWED } from '../answers.js';
import { cacheControl } from '../caching.js';
import type { Host, Site } from '../host.js';
import {
  acceptsPattern,
  documentPaths,
  ID,
  listGroups,
  literally,
  NUMBER,
  plainPrefix,
  queryPatterns,
} from '../patterns.js';
import { runtimeText } from '../runtime.js';

export const httpServer: Host = {
  name: 'http-server',
  can: everything,
  links: 'path',
  siblings: ['br', 'gzip'],
  limits: {},
  notes: [
    'for trying out: it holds the whole of each file that it sends in memory',
    'a request that it cannot read (400, 417) is answered without a body',
  ],
  published: () => [],
  operated: (site) => [{ path: 'start.mjs', text: scriptText(site) }],
};

function scriptText(site: Site): string {
  const { root, compress, notFound } = site;
  const { address, port } = listenParts(site.listen);
  const prefix = literally(plainPrefix(site, 'http-server'));
  const lists = listGroups(site).map(({ parameter, by, paths }) => ({
    address: `^${prefix}/api(?<list>${paths})${
      parameter ? `(?:/${parameter}/(?<page>${NUMBER}))?` : ''
    }(?<end>/(?:index[.]json)?)?$`,
    ...(parameter && { parameter, ...queryPatterns(parameter) }),
    ...(by && { lookup: { by, ...queryPatterns(by, ID) } }),
  }));
  const accepts = Object.fromEntries(
    compress.map((encoding) => [encoding, acceptsPattern(encoding)]),
  );
  const facts = {
    root,
    lists,
    documents: `^${prefix}/api(?<file>${documentPaths(site)})$`,
    accepts,
    headers: Object.fromEntries([['Content-Type', 'application/json'], ...commonHeaders(site)]),
    cacheControl,
    notFound,
    notAllowed: NOT_ALLOWED,
    allow: ALLOW.split(', '),
    port,
    host: address.replace(/^\[|\]$/g, ''),
  };
  const script = runtimeText(asset('hosts/http-server/start.mjs'), 'const', facts, 2);
  const usage = 'in the foreground: node hosts/http-server/start.mjs';
  return `// Serves the snapshot on ${site.listen}, ${usage}\n${script}`;
}
