// GitHub Pages and GitLab Pages on their stand-ins: what `verify` does not ask there.
import { describe, expect, it } from 'vitest';
import { githubPages } from '../../../src/hosts/github-pages/index.js';
import { gitlabPages } from '../../../src/hosts/gitlab-pages/index.js';
import { publish, sampleSite } from '../../support/published.js';
import { plainFiles } from '../../support/standins/github-pages.js';
import { gitlabDaemon } from '../../support/standins/gitlab-pages.js';
import { describeWith } from '../../support/tools.js';
import { ask, fallenFor } from './requests.js';

describe.each([
  { host: githubPages, service: plainFiles, prefix: '' },
  { host: gitlabPages, service: gitlabDaemon('/project'), prefix: '/project' },
])('$host.name on $service.name', ({ host, service, prefix }) => {
  describeWith(service.tools, 'hostile requests', () => {
    it('get nothing that is not published', async () => {
      const published = await publish(host, { prefix });
      const { url, stop } = await service.start(published);
      try {
        const page = 'api/region/page/2/index.json';
        expect((await ask(url + prefix, `/${page}`)).body).toEqual(published.tree.get(page));
        const asked = { queries: false, own: ['/hosts/', '/404.json/', '/api/region/index.html'] };
        expect(await fallenFor(url + prefix, published.tree, asked)).toEqual([]);
      } finally {
        await stop();
      }
    });
  });
});

describe('files (no tool is needed)', () => {
  it('gitlab-pages: rewrites below the path of the project', () => {
    // https://docs.gitlab.com/user/project/pages/redirects/
    const text = (prefix: string) => gitlabPages.published(sampleSite({ prefix }))[1]?.text;
    expect(text('/portal')).toBe(`# Written by portal-snapshot
/portal/api/ /portal/api/index.json 200
/portal/api/region/page/:value/ /portal/api/region/page/:value/index.json 200
/portal/api/region/ /portal/api/region/index.json 200
/portal/api/event/cursor/:value/ /portal/api/event/cursor/:value/index.json 200
/portal/api/event/ /portal/api/event/index.json 200
/portal/api/post-comment/ /portal/api/post-comment/index.json 200
/portal/api/post/page/:value/ /portal/api/post/page/:value/index.json 200
/portal/api/post/ /portal/api/post/index.json 200
/portal/api/post-comment/post/:id/ /portal/api/post-comment/post/:id/index.json 200
/portal/api/post/blog/:id/page/:value/ /portal/api/post/blog/:id/page/:value/index.json 200
/portal/api/post/blog/:id/ /portal/api/post/blog/:id/index.json 200
/portal/api/region/:id/ /portal/api/region/:id/index.json 200
`);
    expect(text('')).toContain('\n/api/region/ /api/region/index.json 200\n');
  });

  it('github-pages: no rules at all, and links that name files', () => {
    expect(githubPages.links).toBe('file');
    expect(githubPages.published(sampleSite())).toEqual([
      { path: '.nojekyll', text: '' },
      { path: '404.html', text: '{"detail":"Not found."}' },
    ]);
  });
});
