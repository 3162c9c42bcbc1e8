// What is said of a write that failed: that the folder cannot be written, where that is so; of anything else
// that failed meanwhile, its own name.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cannotWrite } from '../../src/files/disk/boundary.js';
import { explain } from '../../src/problems/failure.js';
import { temporaryFolder } from '../support/folders.js';

const cwd = temporaryFolder();
const dist = join(cwd, 'dist');
const refusal = (path: string) =>
  Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path });
const said = (path: string) => explain(cannotWrite(dist, refusal(path)));

it.each(['dist/api/region/index.json', '.dist.portal-snapshot/lock'])(
  '%s is of the folder',
  (name) => {
    expect(said(join(cwd, name))).toEqual([
      `${dist} cannot be written: permission denied (${join(cwd, name)})`,
    ]);
  },
);

it('a folder above it is, too, if it cannot be made there', () => {
  expect(said(cwd)).toEqual([`${dist} cannot be written: permission denied (${cwd})`]);
});

it.each(['data/regions.json', 'cache/0', 'distant/0'])('%s is named as it is', (name) => {
  expect(said(join(cwd, name))).toEqual([`EACCES: permission denied, open '${join(cwd, name)}'`]);
});
