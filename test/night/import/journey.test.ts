import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import type { Fields } from '../../support/portal.js';
import { runIn } from '../../support/run.js';
import { describeWith } from '../../support/tools.js';
import { builtFrom, dataIn, mustImport, WHOLE } from './importing.js';
import { type Origin, restFramework, startOrigin } from './origin.js';
import { listsOf, written } from './walk.js';

const shipped = join(projectFolder, 'data');

/** Of these no certificate tells the `main_product`: the only fields that no list of the portal shows. */
const certified = new Set(
  [...written(shipped, 'vacancies'), ...written(shipped, 'resumes')].flatMap(
    ({ certificates = [] }) => (certificates as Fields[]).map((it) => it['exact_category']),
  ),
);
const uncertified = written(shipped, 'exact-categories')
  .map(({ id }) => id as number)
  .filter((id) => !certified.has(id));

describeWith([restFramework], 'the shipped portal, live', () => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await startOrigin(shipped);
  });
  afterAll(() => origin.stop());

  it('becomes files that say what it says', async () => {
    const cwd = temporaryFolder();
    const { lists, invented } = await mustImport(cwd, `${origin.url}/api/`, WHOLE);
    expect(lists).toMatchObject({
      event: { records: 438, whole: true },
      'job/vacancy': { records: 80, whole: true },
    });
    expect(invented.map(({ collection, id, field }) => ({ collection, id, field }))).toEqual(
      uncertified.map((id) => ({ collection: 'exact-categories', id, field: 'main_product' })),
    );
    expect(await builtFrom(cwd)).toEqual(await listsOf(origin.url));
    // As editors would have them.
    const files = [...dataIn(cwd).keys()];
    expect(files).toEqual(
      expect.arrayContaining([
        'posts/0031-dogovor-gpkh-s-ekspertom.json',
        'comments/2025.ndjson',
        'comments/2026.ndjson',
      ]),
    );
    expect(await runIn(cwd, 'fmt', '--check')).toMatchObject({ status: 0 });
    expect(await runIn(cwd, 'build')).toMatchObject({ status: 0 });
    expect(await runIn(cwd, 'verify', 'dist')).toMatchObject({ status: 0 });
    // What the build works out by itself is not frozen.
    for (const post of written(join(cwd, 'data'), 'posts')) {
      for (const field of ['last_comment', 'last_activity', 'root_blog', 'show_all_link'])
        expect(post).not.toHaveProperty(field);
    }
  });
});
