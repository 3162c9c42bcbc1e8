// GitHub Pages only serves files. Links name files (`index.json`), because at the address of a folder, GitHub serves
// only index.html.
import type { Host } from '../host.js';

export const githubPages: Host = {
  name: 'github-pages',
  // The extension decides the Content-Type:
  // https://docs.github.com/pages/getting-started-with-github-pages/creating-a-github-pages-site#mime-types-on-github-pages
  can: ['type'],
  links: 'file',
  siblings: [],
  // A site may have 1 GB: https://docs.github.com/pages/getting-started-with-github-pages/github-pages-limits
  limits: { bytes: 1024 ** 3 },
  notes: [
    'headers and rules cannot be set, and queries are ignored: clients have to follow the links',
    'a missing page gets 404 with a JSON body, but with the Content-Type text/html',
  ],
  published: (site) => [
    // Without this file, Jekyll would build the site again, and leave out names that begin with an underscore.
    { path: '.nojekyll', text: '' },
    { path: '404.html', text: site.notFound },
  ],
  operated: () => [],
};
