// GitHub Pages: files and nothing else. Links name files (`index.json`), since the only index of a
// folder that it knows is index.html.
import type { Host } from '../host.js';

export const githubPages: Host = {
  name: 'github-pages',
  // The extension `.json` gives the type: https://docs.github.com/pages/getting-started-with-github-pages/creating-a-github-pages-site#mime-types-on-github-pages
  can: ['type'],
  links: 'file',
  siblings: [],
  // A site may be no larger than 1 GB:
  // https://docs.github.com/pages/getting-started-with-github-pages/github-pages-limits
  limits: { bytes: 1024 ** 3 },
  notes: [
    'headers and rules cannot be set, and queries are ignored: clients have to follow the links',
    'a missing page gets 404 with a JSON body, but with the Content-Type text/html',
  ],
  published: (site) => [
    // Without it, Jekyll would rebuild the site and leave out names that begin with an underscore.
    { path: '.nojekyll', text: '' },
    { path: '404.html', text: site.notFound },
  ],
  operated: () => [],
};
