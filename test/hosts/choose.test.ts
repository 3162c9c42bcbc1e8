// The table of hosts. What follows from the choice of hosts is in build.test.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hosts } from '../../src/hosts/index.js';
import { projectFolder } from '../support/folders.js';
import { readmeTable } from './readme-table.js';

it('the table is in src/hosts/README.md as the hosts declare it', () => {
  const page = readFileSync(join(projectFolder, 'src/hosts/README.md'), 'utf8');
  const quoted = /<!-- hosts -->\n([\s\S]*?)<!-- \/hosts -->/.exec(page)?.[1];
  expect(quoted).toBe(`${readmeTable(hosts)}\n`);
});
