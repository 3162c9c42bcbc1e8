// The search where Pagefind is not installed: refused where it is named, left out of `all` with a warning.
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { build } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { describe } from '../../src/snapshot/build.js';
import { filesOf, readJson } from '../support/tree.js';
import { small, workplace } from '../write/workplace.js';

const { installed } = vi.hoisted(() => ({
  installed: { version: undefined as string | undefined },
}));
vi.mock('../../src/files/shipped.js', async (original) => ({
  ...(await original<typeof import('../../src/files/shipped.js')>()),
  installedVersion: () => installed.version,
}));

it('says what to install', async () => {
  const cwd = workplace(small);
  await expect(build({ cwd, extras: ['/search/'] })).rejects.toThrow(
    'the extra /search/ is made by Pagefind, which is not installed: npm install pagefind',
  );
  const { ok, problems } = await build({ cwd, extras: 'all' });
  expect(ok).toBe(true);
  expect(problems).toMatchObject([
    {
      ...{ code: 'search-left-out', severity: 'warning', file: 'dist/search' },
      hint: 'npm install pagefind, or name the extras without /search/',
    },
  ]);
  const files = filesOf(join(cwd, 'dist'));
  expect(files).toContain('api/post/index.json');
  expect(files.filter((file) => file.startsWith('search/'))).toEqual([]);
});

it('describes no search that a build leaves out', async () => {
  const cwd = workplace(small);
  await build({ cwd, extras: 'all' });
  const { paths } = await describe(portal, { cwd, extras: 'all' });
  expect(paths).toEqual(readJson<{ paths: unknown }>(join(cwd, 'dist'), 'api/openapi.json').paths);
  expect(Object.keys(paths as object).filter((path) => path.startsWith('/search/'))).toEqual([]);
});

it('is described once it can be made', async () => {
  const cwd = workplace(small);
  const searched = () =>
    Object.keys(readJson<{ paths: object }>(join(cwd, 'dist'), 'api/openapi.json').paths).filter(
      (path) => path.startsWith('/search/'),
    );
  await build({ cwd, extras: 'all', cache: 'cache' });
  expect(searched()).toEqual([]);
  installed.version = '1.6.0';
  await build({ cwd, extras: 'all', cache: 'cache' });
  expect(searched()).not.toEqual([]);
  installed.version = undefined;
});
