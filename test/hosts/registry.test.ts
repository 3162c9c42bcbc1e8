// What is true of every host of the registry, whatever it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/index.js';
import { UsageError } from '../../src/problems/problem.js';
import { projectFolder } from '../support/folders.js';
import { times } from '../support/portal.js';
import { sampleSite } from '../support/published.js';
import { readmeTable } from './readme-table.js';

describe('the registry of hosts', () => {
  it('is sorted by name, each name once', () => {
    const names = hosts.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
  });

  it('counts what GitLab counts: files, and the folders that they are in', () => {
    const [entries] = hosts.find(({ name }) => name === 'gitlab-pages')!.limits.rules!;
    const endpoints = [
      { name: '', parameter: undefined, pages: 1 },
      { name: 'region', parameter: 'page', pages: 3 },
      { name: 'job/resume', parameter: 'page', pages: 1 },
      { name: 'job/vacancy', parameter: undefined, pages: 1 },
    ] as const;
    // api, region, region/page, 2, 3, job, job/resume, job/vacancy
    expect(entries!.count(sampleSite({ endpoints, files: 6 }))).toBe(6 + 8);
  });

  it.each([
    ['vercel', 2048, 5],
    ['gitlab-pages', 1000, 2],
    ['gitlab-pages', 65_536, 40],
    ['cloudfront', 10_240, 20],
  ])('counts the rules of %s, of which there may be %d', (name, most, each) => {
    const endpoints = times(
      600,
      (i) => ({ name: `list-${i}`, parameter: 'page', pages: 1 }) as const,
    );
    const rules = hosts.find((host) => host.name === name)!.limits.rules!;
    const { count } = rules.find((limit) => limit.most === most)!;
    expect(count(sampleSite())).toBeLessThan(most);
    expect(count(sampleSite({ endpoints }))).toBeGreaterThanOrEqual(each * endpoints.length);
  });

  it('is in src/hosts/README.md as the hosts declare it', () => {
    const page = readFileSync(join(projectFolder, 'src/hosts/README.md'), 'utf8');
    const quoted = /<!-- hosts -->\n([\s\S]*?)<!-- \/hosts -->/.exec(page)?.[1];
    expect(quoted).toBe(`${readmeTable(hosts)}\n`);
  });

  it.each(hosts)('$name declares each ability once, and links that it can serve', (host) => {
    expect(new Set(host.can).size).toBe(host.can.length);
    expect(host.links).toBe(host.can.includes('directories') ? 'path' : 'file');
  });

  it.each(hosts)(
    '$name names files that stay in their folder, and hide nothing of ours',
    (host) => {
      const site = sampleSite();
      for (const files of [host.published(site), host.operated(site)]) {
        const paths = files.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        for (const path of paths) expect(path).toMatch(/^[\w.-]+$/);
        expect(paths).not.toContain('404.json');
      }
    },
  );

  it('says of firebase that it cannot serve below a path', () => {
    const { operated } = hosts.find(({ name }) => name === 'firebase')!;
    expect(() => operated(sampleSite({ prefix: '/portal' }))).toThrow(UsageError);
  });

  // These two write the path nowhere but into a string of JavaScript, or not at all.
  const free = ['cloudflare', 'github-pages'];
  it.each(hosts.filter(({ name }) => !free.includes(name)))(
    '$name refuses a path that it would read in another way',
    (host) => {
      const paths = ['/a"b', '/a b', '/a\nb', '/$x', '/{x}', '/a%2fb', '/..', '/a//b', '/a/', 'a'];
      for (const prefix of [...paths, '/(x)+', '/a(b)', '/a;b', '/a*', '/:a', '/a#']) {
        const site = sampleSite({ prefix });
        expect(() => [host.published(site), host.operated(site)], prefix).toThrow(UsageError);
      }
    },
  );

  it.each(hosts)('$name: what is JSON by its name is JSON', (host) => {
    for (const { path, text } of [
      ...host.published(sampleSite()),
      ...host.operated(sampleSite()),
    ]) {
      if (/\.jsonc?$/.test(path)) expect(() => JSON.parse(text), path).not.toThrow();
    }
  });
});
