// The files of hosts that read rules from the published folder. No tool is needed.
import { describe, expect, it } from 'vitest';
import { githubPages } from '../../../src/hosts/github-pages/index.js';
import { gitlabPages } from '../../../src/hosts/gitlab-pages/index.js';
import { netlify } from '../../../src/hosts/netlify/index.js';
import { vercel } from '../../../src/hosts/vercel/index.js';
import { UsageError } from '../../../src/problems/problem.js';
import { sampleSite } from '../../support/services.js';

describe('rules', () => {
  it('vercel and gitlab-pages count them, and have a limit', () => {
    const endpoints = Array.from({ length: 600 }, (_, i) => ({
      name: `list-${i}`,
      parameter: 'page' as const,
      pages: 1,
    }));
    const large = sampleSite({ endpoints });
    for (const [host, most, each] of [
      [vercel, 2048, 5],
      [gitlabPages, 1000, 2],
    ] as const) {
      expect(host.limits.rules?.most).toBe(most);
      expect(host.limits.rules?.count(sampleSite()), host.name).toBeLessThan(50);
      const rules = host.limits.rules?.count(large) ?? 0;
      expect(rules, host.name).toBeGreaterThanOrEqual(each * endpoints.length);
      expect(rules, host.name).toBeGreaterThan(most);
    }
  });

  it('refuse a path that they would read in another way', () => {
    for (const host of [netlify, vercel, gitlabPages]) {
      for (const prefix of ['/a b', '/a*', '/:a', '/a#', '/a%20b', '/..', '/a(b)']) {
        expect(() => host.published(sampleSite({ prefix })), prefix).toThrow(UsageError);
      }
    }
  });

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
