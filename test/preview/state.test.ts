// What the page tells of a build: each problem with the way to it, errors first.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateOf } from '../../src/preview/state.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { check } from '../support/tool.js';

it('the first of hundreds of problems are told, errors first, those of one cause as one, each with its place', async () => {
  const cwd = temporaryFolder();
  cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
  rmSync(join(cwd, 'data/users.json'));
  writeFileSync(join(cwd, 'data/a.txt'), 'Заметки');
  const { problems } = await check({ cwd });
  const state = stateOf({
    ...{ version: 1, cwd, startedWith: {}, isServed: false, problems },
    ...{ failure: undefined, reading: undefined },
  });
  expect(state.errors).toBeGreaterThan(400);
  const [first] = state.problems;
  expect(first).toMatchObject({
    severity: 'error',
    place: expect.stringMatching(/^data\/comments\/.*:3:\d+$/),
    hint: { ru: expect.stringContaining('верните их') },
  });
  // All that refers to a member who is missing is one problem.
  expect(state.problems.length).toBeLessThan(100);
  expect(state.problems.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(problems.length);
  expect(first!.more).toBeGreaterThan(3);
  expect(first!.others).toHaveLength(3);
});
