// In step with a live portal: an editor's change, a change at the portal, import again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pretty } from '../../changes/repository.js';
import { temporaryFolder } from '../../support/folders.js';
import { writeFile } from '../../support/portal.js';
import { runIn } from '../../support/run.js';
import { describeWith } from '../../support/tools.js';
import { identitiesOf } from '../../support/tree.js';
import { communityData } from './community.js';
import { builtFrom, dataIn, mustImport, WHOLE } from './importing.js';
import { type Origin, restFramework, startOrigin } from './origin.js';
import { listsOf, written } from './walk.js';

describeWith([restFramework], 'a portal and its files', () => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await startOrigin(communityData(), { pageSize: 10 });
  });
  afterAll(() => origin.stop());

  const cwd = temporaryFolder();
  const data = join(cwd, 'data');
  const vacancy = (id: number) => written(data, 'vacancies').find((it) => it['id'] === id)!;

  it('have what an editor changed, and what the portal did', async () => {
    await mustImport(cwd, origin.url, WHOLE);
    // An editor raises a salary and writes a vacancy of their own.
    const path = [...dataIn(cwd).keys()].find((file) => /^vacancies\/0*7-/.test(file))!;
    const text = readFileSync(join(data, path), 'utf8');
    const raised = text.replace('"work_salary": 138000', '"work_salary": 150000');
    expect(raised).not.toBe(text);
    writeFileSync(join(data, path), raised);
    const created_at = '2026-10-30T10:00:00+03:00';
    const own = { id: 7001, text: 'Нужен лаборант.', category: 2, created_at };
    writeFile(data, 'vacancies/7001-laborant.json', pretty(own));
    // The portal counts views, takes a comment in, loses a resume and renames a member.
    const created = '2026-11-01T10:00:00+03:00';
    await origin.change({
      put: {
        vacancies: [
          { id: 7, views: 1000 },
          { id: 8, text: 'Место занято.' },
        ],
        comments: [{ id: 950, post: 6, parent: 36, user: 5, text: '<p>Ваша правда.</p>', created }],
        events: [{ id: 960, event_type: 2, comment: 950 }],
        users: [{ id: 3, last_name: 'Новикова' }],
      },
      remove: { resumes: [25] },
    });
    const before = identitiesOf(data);
    const { brought } = await mustImport(cwd, origin.url, WHOLE);
    const none = { added: 0, changed: 0, removed: 0 };
    expect(brought).toEqual({
      comments: { ...none, added: 1 },
      events: { ...none, added: 1 },
      vacancies: { ...none, changed: 2 },
      users: { ...none, changed: 1 },
      resumes: { ...none, removed: 1 },
    });
    expect(vacancy(7)).toMatchObject({ work_salary: 150_000, views: 1000 });
    expect(vacancy(8)).toMatchObject({ text: 'Место занято.' });

    // All lists are the portal's, but for the editor's two.
    const lists = await listsOf(origin.url);
    const theirs = lists.get('job/vacancy')!;
    const built = await builtFrom(cwd);
    const mine = built.get('job/vacancy')![0]!;
    expect(mine).toMatchObject({ id: 7001, text: 'Нужен лаборант.' });
    const edited = theirs.map((it) => (it['id'] === 7 ? { ...it, work_salary: 150_000 } : it));
    expect(built).toEqual(new Map(lists).set('job/vacancy', [mine, ...edited]));

    const after = identitiesOf(data);
    const untouched = [...after].filter(([file, { inode }]) => before.get(file)?.inode === inode);
    // What the import noted of the portal is in files of its own, which change too.
    expect(untouched.length).toBeGreaterThan(after.size - 20);
    expect(untouched.map(([file]) => file)).toContain('comments/2024.ndjson');
    expect(await runIn(cwd, 'fmt', '--check')).toMatchObject({ status: 0 });
  });
});
