// Cloudflare: one worker in front of the files, for Pages (`_worker.js`, published) and for Workers assets
// (`wrangler.jsonc`, operated). `_headers` and `_redirects` do not apply to the answers of a worker, so the worker sets
// all headers itself.
// https://developers.cloudflare.com/pages/functions/advanced-mode/
// https://developers.cloudflare.com/workers/static-assets/
import { answerHeaders, cacheControl, everything, jsonText } from '../answers.js';
import type { Host, Site } from '../host.js';
import { keptPages } from '../patterns.js';
import { runtimeText } from '../runtime.js';

/** The worker runs with the behaviour that the Workers runtime had on this day. */
const COMPATIBILITY_DATE = '2026-01-01';

export const cloudflare: Host = {
  name: 'cloudflare',
  can: everything,
  links: 'path',
  siblings: [],
  // https://developers.cloudflare.com/pages/platform/limits/: 100,000 files on a paid plan (20,000
  // on the free one), each of up to 25 MiB. The same for Workers assets:
  // https://developers.cloudflare.com/workers/platform/limits/#static-assets
  limits: { files: 100_000, fileBytes: 25 * 1024 * 1024 },
  notes: ['100,000 files need a paid plan; with the free plan, wrangler refuses more than 20,000'],
  published: (site) => [
    { path: '_worker.js', text: workerText(site) },
    // Every request goes through the worker, so that no unknown file is served.
    { path: '_routes.json', text: jsonText({ version: 1, include: ['/*'], exclude: [] }) },
    // Files that Workers must not serve as assets; Pages does not need the list.
    { path: '.assetsignore', text: `${IGNORED.join('\n')}\n` },
  ],
  operated: (site) => [
    { path: 'worker.js', text: workerText(site) },
    { path: 'wrangler.jsonc', text: wranglerText(site) },
  ],
};

const IGNORED = ['_worker.js', '_routes.json', '_headers', '_redirects', '.assetsignore'];

/** The worker of a site. It only serves pages and documents, and no other file. */
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
      // Each file keeps its own address: no redirects, and Cloudflare adds no HTML.
      html_handling: 'none',
      not_found_handling: 'none',
      run_worker_first: true,
    },
  });
}
