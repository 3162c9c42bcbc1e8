// GitLab Pages: rewrites in `_redirects`, in the published folder. Headers cannot be set.
// https://docs.gitlab.com/user/project/pages/redirects/

import { hasId, withoutId } from '../../site/address.js';
import { listsOf } from '../answers.js';
import type { Host, Site } from '../host.js';
import { plainPrefix } from '../patterns.js';

export const gitlabPages: Host = {
  name: 'gitlab-pages',
  // These abilities are known from the source code of GitLab's server: https://gitlab.com/gitlab-org/gitlab-pages
  can: ['directories', 'type', 'slash', 'compression'],
  links: 'path',
  // GitLab sends compressed copies: https://docs.gitlab.com/user/project/pages/introduction/#serving-compressed-assets
  siblings: ['br', 'gzip'],
  limits: {
    // A site may have 1 GB: https://docs.gitlab.com/user/gitlab_com/#gitlab-pages
    bytes: 1024 ** 3,
    // GitLab ignores all rules after the first 1,000. It ignores the whole file if the file is too long.
    // https://docs.gitlab.com/user/project/pages/redirects/
    rules: [
      // Folders count, too: https://gitlab.com/gitlab-org/gitlab/-/issues/500273
      { most: 200_000, count: entriesOf, unit: 'files and folders' },
      { most: 1000, count: (site) => rulesOf(site).length },
      {
        most: 64 * 1024,
        count: (site) => Buffer.byteLength(redirectsText(site)),
        unit: 'bytes of _redirects',
      },
    ],
  },
  notes: [
    'headers cannot be set, queries are ignored, and methods such as POST get the page',
    'its Vary does not name Accept-Encoding, so a cache in front of it may send compressed bodies to clients that do not accept them',
    'all pages have the same ETag, and each deployment changes it; verify cannot tell this from an ETag that never changes',
    'a missing page gets 404 with a JSON body, but with the Content-Type text/html',
  ],
  published: (site) => [
    { path: '404.html', text: site.notFound },
    { path: '_redirects', text: redirectsText(site) },
  ],
  operated: () => [],
};

function entriesOf({ files, endpoints }: Site): number {
  const above = new Set(['']);
  let below = 0;
  for (const { name, parameter, pages } of endpoints) {
    const parts = withoutId(name).split('/');
    for (const [i] of parts.entries()) above.add(parts.slice(0, i + 1).join('/'));
    // Counts the folders of pages. A list of 3 pages has 3 such folders: `page`, `page/2` and `page/3`. If the name
    // ends in `{id}`, each id has a folder, too. So there are at most two folders for each page.
    if (hasId({ name })) below += parameter ? 2 * pages : pages;
    else if (parameter && pages > 1) below += pages;
  }
  return files + above.size + below;
}

const redirectsText = (site: Site): string =>
  `# Written by portal-snapshot\n${rulesOf(site).join('\n')}\n`;

/**
 * Returns the rewrites. Both sides begin with the path of the base URL, because GitLab serves a project below its path.
 */
function rulesOf(site: Site): string[] {
  const prefix = plainPrefix(site, 'gitlab-pages');
  return listsOf(site).flatMap(({ path, step, parameter }) => {
    const at = `${prefix}${path}${step ? '/:id' : ''}`;
    const page = `${at}/${parameter}/:value`;
    return [
      ...(parameter ? [`${page}/ ${page}/index.json 200`] : []),
      `${at}/ ${at}/index.json 200`,
    ];
  });
}
