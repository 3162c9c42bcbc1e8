// The extras of the setting `extras`: what goes when they are switched off, and what is refused. That each has its own files
// and pages, and changes no other file, test/oracle holds for random portals and settings.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { writeFile } from '../support/portal.js';
import { someOfEach } from '../support/some-of-each.js';
import { differences, readTree } from '../support/tree.js';
import { small, workplace } from '../write/workplace.js';

const portal = { ...someOfEach(2), ...small };

describe('the setting', () => {
  it('switched off, its files go, and no foreign one', async () => {
    const cwd = workplace(portal);
    const rebuild = (more: BuildOptions = {}) =>
      build({ cwd, cache: 'cache', allow: ['without-companions'], ...more });
    expect(await rebuild()).toMatchObject({ ok: true });
    const plain = readTree(join(cwd, 'dist'));
    expect(await rebuild({ extras: EXTRAS, pageSize: 1 })).toMatchObject({ ok: true });
    writeFile(cwd, 'dist/api/post/notes.txt', 'Не наше.');
    const { problems } = await rebuild();
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['foreign-file', 'dist/api/post/notes.txt'],
    ]);
    expect(differences(readTree(join(cwd, 'dist')), plain)).toEqual([
      'api/post/notes.txt: should not be there',
    ]);
  });

  it('names what it does not know, and what may be meant', async () => {
    const cwd = workplace(portal);
    const wrong = (extras: unknown) => build({ cwd, extras } as BuildOptions);
    await expect(wrong(['/api/cities/'])).rejects.toThrow(
      'extras has no "/api/cities/"; did you mean /api/city/?',
    );
    await expect(wrong(['/api/event/{id}/x/y/z'])).rejects.toThrow(
      'extras: Invalid option: expected one of "all"|"/api/city/"|"/api/blog/"',
    );
    await expect(wrong(7)).rejects.toThrow(
      'extras: Invalid input: expected "all"; Invalid input: expected array, received number, not 7',
    );
  });
});
