// A portal that several machines build, and what each of them does.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SETTLED, temporaryFolder } from '../support/folders.js';
import { directory, experts, forum, vacancies, writeData } from '../support/portal.js';

/** Such as need no fragments after their pages. */
const EXTRAS = ['/api/region/all.ndjson', '/api/post/{id}/'];

/** A working folder, and its options. */
export async function desk() {
  const cwd = temporaryFolder();
  const data = {
    ...directory(40),
    ...experts(60),
    ...vacancies(70),
    ...forum({ posts: 20, replies: 3 }),
  };
  writeData(join(cwd, 'data'), data);
  await wait(SETTLED);
  const options = {
    cwd,
    store: 'store',
    pageSize: 3,
    extras: EXTRAS,
    compress: ['gzip' as const],
  };
  return { cwd, options, data: join(cwd, 'data') };
}

/** Does the work of so many shares, the last one first. */
export async function each(
  of: number,
  work: (share: { readonly number: number; readonly of: number }) => Promise<unknown>,
): Promise<void> {
  for (let number = of; number > 0; number--) await work({ number, of });
}
