// The npm package http-server: a script that starts it, and answers the addresses of the API.
// https://github.com/http-party/node-http-server#available-options

import { listenParts } from '../../site/address.js';
import { cacheControl, commonHeaders, everything } from '../answers.js';
import type { Host, Site } from '../host.js';
import { acceptsPattern, keptPages, plainPrefix } from '../patterns.js';
import { runtimeText } from '../runtime.js';

export const httpServer: Host = {
  name: 'http-server',
  can: everything,
  links: 'path',
  siblings: ['br', 'gzip'],
  limits: {},
  listens: true,
  notes: [
    'only for trying out, because it reads whole files into memory',
    'an invalid request (400, 417) is answered without a body',
  ],
  published: () => [],
  operated: (site) => [{ path: 'start.mjs', text: scriptText(site) }],
};

function scriptText(site: Site): string {
  const { address, port } = listenParts(site.listen);
  const script = runtimeText('http-server', 'start.mjs', site, {
    PREFIX: plainPrefix(site, 'http-server'),
    ROOT: site.root,
    ACCEPTS: Object.fromEntries(
      site.compress.map((encoding) => [encoding, acceptsPattern(encoding)]),
    ),
    HEADERS: Object.fromEntries([['Content-Type', 'application/json'], ...commonHeaders(site)]),
    CACHE: cacheControl,
    IMMUTABLE: keptPages(site).join('|'),
    PORT: port,
    HOST: address.replace(/^\[|\]$/g, ''),
  });
  const usage = 'in the foreground: node hosts/http-server/start.mjs';
  return `// Serves the snapshot on ${site.listen}, ${usage}\n${script}`;
}
