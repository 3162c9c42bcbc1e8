// What scripts/find.script does not hold of `find` and `show`.
import { expect, it } from 'vitest';
import { runIn } from '../support/run.js';
import { portal, write } from './portal.js';

it('a list nested without end does no harm', async () => {
  const cwd = portal();
  const deep = `${'['.repeat(20_000)}"Глубина"${']'.repeat(20_000)}`;
  write(cwd, 'data/regions.json', `[{"id": 1, "name": "Дно", "more": ${deep}}]`);
  expect((await runIn(cwd, 'find', 'дно')).stdout).toContain('regions  1  Дно');
  const shown = await runIn(cwd, 'show', 'region', '1');
  expect(shown).toMatchObject({ status: 0, stderr: expect.stringContaining('has errors') });
});
