// What resolving settings costs: zod is waited for only where a value is to be checked.
import { expect, it, vi } from 'vitest';
import { portal } from '../../src/portal/index.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { temporaryFolder } from '../support/folders.js';

vi.mock('zod', () => {
  throw new Error('somebody waits for zod');
});

it('does without zod where all is a default, a choice or a folder', async () => {
  const cwd = temporaryFolder();
  const plain = {
    cwd,
    data: 'daten',
    out: 'site',
    cache: false,
    strict: true,
  } as const;
  expect(await resolveSettings({ ...plain, audience: 'all', links: 'file' }, portal)).toMatchObject(
    {
      baseUrl: 'http://localhost:8080',
      audience: 'all',
      links: 'file',
    },
  );
  await expect(resolveSettings({ cwd, pageSize: 7 }, portal)).rejects.toThrow();
});
