// What follows from the choice of hosts, with hosts made for the purpose.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  chooseHosts,
  excesses,
  linksFor,
  publishedFiles,
  siblingsFor,
} from '../../src/hosts/choose.js';
import type { Host, Limits, Site } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { projectFolder } from '../support/folders.js';
import { readmeTable } from './readme-table.js';

const site: Site = {
  endpoints: [{ name: 'region', parameter: 'page', pages: 3 }],
  documents: [],
  prefix: '',
  links: 'path',
  root: '/srv/site',
  hostFiles: '/srv/hosts',
  listen: '127.0.0.1:8080',
  compress: [],
  files: 20,
  bytes: 5000,
  largest: { name: 'api/post-comment/index.json', bytes: 4000 },
  notFound: '{}',
};

const host = (name: string, more: Partial<Host> = {}): Host => ({
  name,
  can: [],
  links: 'path',
  siblings: [],
  limits: {},
  notes: [],
  published: () => [],
  operated: () => [],
  ...more,
});

describe('links', () => {
  it('are what all hosts can serve', () => {
    expect(linksFor([])).toBe('path');
    expect(linksFor([host('a', { links: 'file' }), host('b')])).toBe('file');
  });

  it('are as asked, if the hosts can serve them', () => {
    const able = host('a', { can: ['directories', 'queries'] });
    expect(linksFor([able], 'query')).toBe('query');
    expect(linksFor([host('b')], 'file')).toBe('file');
    expect(() => linksFor([able, host('b')], 'path')).toThrow(/^b cannot serve links .*"path"/);
    expect(() => linksFor([host('b')], 'query')).toThrow(/queries is none of its abilities/);
  });
});

describe('siblings', () => {
  it('are of the wanted ones, or of both, those that a host serves', () => {
    const chosen = [host('a'), host('b', { siblings: ['gzip'] })];
    expect(siblingsFor(chosen, ['br', 'gzip'])).toEqual(['gzip']);
    expect(siblingsFor(chosen, ['br'])).toEqual([]);
    expect(siblingsFor(chosen)).toEqual(['gzip']);
    expect(siblingsFor([host('a')])).toEqual([]);
  });
});

describe('published files', () => {
  const wanting = (name: string, text: string) =>
    host(name, { published: () => [{ path: '_headers', text }] });

  it('of two hosts may be the same, and may not differ', () => {
    expect(publishedFiles([wanting('a', 'x'), wanting('b', 'x')], site)).toEqual({
      files: [{ path: '_headers', text: 'x' }],
      conflicts: [],
    });
    expect(publishedFiles([wanting('a', 'x'), wanting('b', 'y')], site).conflicts).toEqual([
      { path: '_headers', hosts: ['a', 'b'] },
    ]);
  });
});

describe('limits', () => {
  const limited = (limits: Limits) => excesses([host('a', { limits })], site);

  it('are kept at the number itself, and told with both numbers beyond it', () => {
    expect(limited({ files: 20, fileBytes: 4000, bytes: 5000 })).toEqual([]);
    expect(limited({ rules: [{ most: 3, count: () => 3 }] })).toEqual([]);
    expect(limited({ files: 19, fileBytes: 3999, bytes: 4999 })).toEqual([
      { host: 'a', what: 'files', most: 19, found: 20 },
      {
        host: 'a',
        what: 'fileBytes',
        most: 3999,
        found: 4000,
        file: 'api/post-comment/index.json',
      },
      { host: 'a', what: 'bytes', most: 4999, found: 5000 },
    ]);
    const count = ({ endpoints }: Site) => endpoints[0]!.pages;
    const rules = [
      { most: 2, count },
      { most: 1, count, what: 'pages' },
    ];
    expect(limited({ rules })).toEqual([
      { host: 'a', what: 'rules', most: 2, found: 3 },
      { host: 'a', what: 'rules', most: 1, found: 3, unit: 'pages' },
    ]);
  });
});

it("Cloudflare's limit of files is that of a paid plan: its own program refuses what a free one does not take", () => {
  const named = chooseHosts(['cloudflare']);
  expect(excesses(named, { ...site, files: 100_000 })).toEqual([]);
  expect(excesses(named, { ...site, files: 100_001 })).toEqual([
    { host: 'cloudflare', what: 'files', most: 100_000, found: 100_001 },
  ]);
});

describe('the table', () => {
  it('is in src/hosts/README.md as the hosts declare it', () => {
    const page = readFileSync(join(projectFolder, 'src/hosts/README.md'), 'utf8');
    const quoted = /<!-- hosts -->\n([\s\S]*?)<!-- \/hosts -->/.exec(page)?.[1];
    expect(quoted).toBe(`${readmeTable(hosts)}\n`);
  });
});
