// What hosts declare: limits, and the table of them. What follows from the choice is in build.test.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseHosts, excesses } from '../../src/hosts/choose.js';
import type { Site } from '../../src/hosts/host.js';
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
