// What the page tells of a build: problems that one change puts right are one entry, and errors come first.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateOf } from '../../src/preview/state.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { check } from '../support/tool.js';

it('hundreds of problems of one cause are one entry, with their number and the first places', async () => {
  const cwd = temporaryFolder();
  cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
  rmSync(join(cwd, 'data/users.json'));
  writeFileSync(join(cwd, 'data/a.txt'), 'Заметки');
  const { problems } = await check({ cwd });
  const state = stateOf({
    ...{
      version: 1,
      cwd,
      editor: 'vscode://file{file}:{line}:{column}',
      isServed: false,
      problems,
    },
    ...{ failure: undefined, reading: undefined },
  });
  expect(state.errors).toBeGreaterThan(400);
  expect(state.problems).toMatchObject([
    {
      ...{ severity: 'error', place: expect.stringMatching(/^data\/comments\/.*:3:\d+$/) },
      hint: { ru: expect.stringContaining('верните их') },
      others: state.errors + state.warnings - 2,
    },
    // It stands before the others by its name.
    { severity: 'warning', place: 'data/a.txt:1:1', others: 0, places: [] },
  ]);
  const [{ places } = { places: [] }] = state.problems;
  expect(places.length).toBe(50);
  const { place, link } = places[49]!;
  expect(link).toBe(`vscode://file${cwd}/${place}`);
});
