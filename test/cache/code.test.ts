// What is kept is of use to the same code alone: whatever a module leads to is part of its hash.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { codeHash } from '../../src/engine/unit/code.js';
import { temporaryFolder } from '../support/folders.js';

const code = {
  'build.js': "import { cut } from './pages.js';\nawait import('./hosts.js');\n",
  'pages.js': "export { cut } from './cut.js';\n",
  'cut.ts': 'export const cut = 1;\n',
  'hosts.js': "new URL('./worker.txt', import.meta.url);\n",
  'worker.txt': 'answers\n',
  'other.js': 'nobody leads here\n',
};

it('follows imports, now and later ones, and files that are read; and no others', () => {
  const hashWith = (changed: Partial<typeof code>) => {
    const folder = temporaryFolder();
    for (const [name, text] of Object.entries({ ...code, ...changed })) {
      writeFileSync(join(folder, name), text);
    }
    return codeHash(pathToFileURL(join(folder, 'build.js')));
  };
  const before = hashWith({});
  const noticed = Object.keys(code).filter(
    (name) => hashWith({ [name]: `${code[name as keyof typeof code]}// more\n` }) !== before,
  );
  expect(noticed).toEqual(['build.js', 'pages.js', 'cut.ts', 'hosts.js', 'worker.txt']);
});
