// The files of hosts that read rules from the published folder. No tool is needed.
import { describe, expect, it } from 'vitest';
import { gitlabPages } from '../../src/hosts/gitlab-pages/index.js';
import { vercel } from '../../src/hosts/vercel/index.js';
import { sampleSite } from '../support/published.js';

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
      const limit = host.limits.rules?.find((rules) => rules.most === most);
      expect(limit, host.name).toBeDefined();
      expect(limit?.count(sampleSite()), host.name).toBeLessThan(60);
      const rules = limit?.count(large) ?? 0;
      expect(rules, host.name).toBeGreaterThanOrEqual(each * endpoints.length);
      expect(rules, host.name).toBeGreaterThan(most);
    }
    const text = gitlabPages.published(large).find(({ path }) => path === '_redirects')?.text ?? '';
    const bytes = gitlabPages.limits.rules?.find(({ what }) => what === 'bytes of _redirects');
    expect(bytes?.count(large)).toBe(Buffer.byteLength(text));
  });
});
