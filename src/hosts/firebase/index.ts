// Firebase Hosting: `firebase.json`, which names the published folder, and must be beside that folder.
// https://firebase.google.com/docs/hosting/full-config

import { basename } from 'node:path';
import { refused } from '../../problems/problem.js';
import {
  answerHeaders,
  cacheControl,
  JSON_TYPE,
  jsonText,
  listsOf,
  otherTypes,
} from '../answers.js';
import type { Host, Site } from '../host.js';
import { plainPrefix, topsOf } from '../patterns.js';

export const firebase: Host = {
  name: 'firebase',
  can: ['type', 'types', 'vary', 'allow', 'slash', 'errors'],
  // Links name files (`index.json`). Other links would need a rule for each page, because a rewrite cannot pass on the
  // number of a page.
  links: 'file',
  siblings: [],
  // A file may have 2 GB: https://firebase.google.com/docs/hosting/usage-quotas-pricing
  limits: { fileBytes: 2 * 1024 ** 3 },
  notes: [
    'copy firebase.json into the folder that contains dist, because `firebase deploy` publishes only a folder beside firebase.json',
    'Cache-Control and Content-Type depend only on the address, so caches keep errors for a minute, too',
    'only lists are answered at the address of their folder; a page, a record or a filter (`/api/event/blog/1/`) needs `index.json` at the end',
    'it ignores queries and does not answer preflight requests',
    'Firebase compresses and sends ETags; its local server does neither, so the tests do not check this',
  ],
  // Firebase takes the body of a 404 from a file with this name:
  // https://firebase.google.com/docs/hosting/full-config#404
  published: (site) => [{ path: '404.html', text: site.notFound }],
  operated: (site) => [{ path: 'firebase.json', text: jsonText({ hosting: hostingOf(site) }) }],
};

function hostingOf(site: Site) {
  const prefix = plainPrefix(site, 'firebase');
  if (prefix !== '') {
    // A path in the base URL is not possible: Firebase serves files before it applies rewrites, and no rule moves a
    // file to another address.
    throw refused(
      '{host} serves the folder at the top of its address: the base URL cannot have the path {path}',
      { host: 'firebase', path: prefix },
    );
  }
  const { 'Content-Type': _, ...headers } = answerHeaders;
  const lists = listsOf(site).filter(({ step }) => step === undefined);
  return {
    public: basename(site.root),
    ignore: ['**/.*'],
    // Caches keep all answers for a minute: no rule can distinguish existing addresses from missing ones, and errors
    // must not stay in caches for a day.
    headers: [
      {
        source: '**',
        headers: pairs({ ...headers, 'Cache-Control': cacheControl.volatile }),
      },
      // Only for the folders of the snapshot. Other files, such as the page that `docs` writes, keep their own
      // Content-Types.
      ...topsOf(site).map((top) => ({
        source: `/${top}/**`,
        headers: pairs({ 'Content-Type': JSON_TYPE }),
      })),
      // These rules come last, because if two rules set a header, the last one counts:
      // https://github.com/firebase/firebase-tools/issues/9467
      ...otherTypes(site).map(({ name, mediaType }) => ({
        source: `**/${name}`,
        headers: pairs({ 'Content-Type': mediaType }),
      })),
    ],
    // An address without its last slash gets the file, which saves the client a redirect.
    rewrites: lists.flatMap(({ path }) => [
      { source: path, destination: `${path}/index.json` },
      { source: `${path}/`, destination: `${path}/index.json` },
    ]),
  };
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));
