// The files of GitHub Pages and GitLab Pages.
import { describe, expect, it } from 'vitest';
import { githubPages } from '../../src/hosts/github-pages/index.js';
import { gitlabPages } from '../../src/hosts/gitlab-pages/index.js';
import { sampleSite } from '../support/published.js';

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
/portal/api/post/user/:id/page/:value/ /portal/api/post/user/:id/page/:value/index.json 200
/portal/api/post/user/:id/ /portal/api/post/user/:id/index.json 200
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
