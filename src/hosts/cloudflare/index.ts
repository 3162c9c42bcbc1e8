// Cloudflare: a worker (a program) in front of the files. The product Pages finds it in the published folder
// (`_worker.js`), and the product Workers by `wrangler.jsonc`. The worker sets all headers itself, because `_headers`
// and `_redirects` do not apply to its answers. https://developers.cloudflare.com/pages/functions/advanced-mode/
// https://developers.cloudflare.com/workers/static-assets/
import { answerHeaders, cacheControl, everything, jsonText } from '../answers.js';
import type { Host, Site } from '../host.js';
import { keptPages } from '../patterns.js';
import { runtimeText } from '../runtime.js';

/** The runtime keeps behaving for this worker as it did on this day. */
const COMPATIBILITY_DATE = '2026-01-01';

export const cloudflare: Host = {
  name: 'cloudflare',
  can: everything,
  links: 'path',
  siblings: [],
  // A paid plan allows 100,000 files, the free plan 20,000. Each file may have 25 MiB.
  // https://developers.cloudflare.com/pages/platform/limits/
  // https://developers.cloudflare.com/workers/platform/limits/#static-assets
  limits: { files: 100_000, fileBytes: 25 * 1024 * 1024 },
  notes: ['100,000 files need a paid plan; with the free plan, wrangler refuses more than 20,000'],
  published: (site) => [
    { path: '_worker.js', text: workerText(site) },
    // All requests go through the worker, which serves only pages and documents.
    { path: '_routes.json', text: jsonText({ version: 1, include: ['/*'], exclude: [] }) },
    // Files that the product Workers must not serve. (The product Pages needs no such list.)
    { path: '.assetsignore', text: `${IGNORED.join('\n')}\n` },
  ],
  operated: (site) => [
    { path: 'worker.js', text: workerText(site) },
    { path: 'wrangler.jsonc', text: wranglerText(site) },
  ],
};

const IGNORED = ['_worker.js', '_routes.json', '_headers', '_redirects', '.assetsignore'];

/** Returns the worker for a site. It serves only pages and documents. */
export const workerText = (site: Site): string =>
  runtimeText('cloudflare', 'worker.js', site, {
    HEADERS: answerHeaders,
    CACHE: cacheControl,
    IMMUTABLE: keptPages(site).join('|'),
  });

function wranglerText({ root }: Site): string {
  return jsonText({
    name: 'portal-snapshot',
    main: 'worker.js',
    compatibility_date: COMPATIBILITY_DATE,
    assets: {
      directory: root,
      binding: 'ASSETS',
      // Files keep their addresses: Cloudflare adds no redirects and no HTML pages.
      html_handling: 'none',
      not_found_handling: 'none',
      run_worker_first: true,
    },
  });
}
