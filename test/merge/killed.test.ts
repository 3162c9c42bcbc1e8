// `merge` in a process of its own, killed before each time that it runs git: nothing is half done, and the next run ends it.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { commitAll, git, repository } from '../changes/repository.js';
import { reply, run } from '../edit/branches.js';
import { dataOf } from '../new/desk.js';
import { FILES } from '../query/portal.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { runIn } from '../support/run.js';
import { isNight, PATIENCE } from '../support/runs.js';
import type { Tree } from '../support/tree.js';

/** The data files as texts, without the lock. */
const visible = (tree: Tree) =>
  [...tree].flatMap(([file, bytes]) => (/(?:^|\/)\./.test(file) ? [] : [`${file} ${bytes}`]));

/** A git that counts its runs, and kills the program that starts it the nth time. */
function killingGit(): string {
  const folder = temporaryFolder();
  const script = `#!/bin/sh
echo >> "$GIT_RUNS"
if [ "$(wc -l < "$GIT_RUNS")" -eq "$GIT_KILLS" ]; then kill -9 $PPID; exit 1; fi
PATH="$GIT_PATH" exec git "$@"
`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  return folder;
}

it('is as before or finished, and the next run finishes it', { timeout: PATIENCE }, async () => {
  const began = repository({ ...FILES, '.gitignore': 'node_modules\n.cache\n' });
  git(began, ['config', 'user.name', 'Анна']);
  git(began, ['config', 'user.email', 'anna@example.org']);
  git(began, ['checkout', '--quiet', '-b', 'theirs']);
  await run(began, ...reply('341', '<p>О котлах</p>', '2026-03-04T09:00:00+03:00'));
  commitAll(began);
  git(began, ['checkout', '--quiet', 'main']);
  await run(began, ...reply('341', '<p>О сосудах</p>', '2026-03-04T10:00:00+03:00'));
  commitAll(began);
  const bin = killingGit();
  const old = dataOf(began);
  const cwd = temporaryFolder();
  const path = process.env['PATH'] ?? '';
  for (let nth = 1; ; nth += isNight ? 1 : 9) {
    rmSync(cwd, { recursive: true });
    cpSync(began, cwd, { recursive: true });
    const runsFile = join(temporaryFolder(), 'runs');
    const args = [join(projectFolder, 'bin/portal-snapshot.js'), 'merge', 'theirs'];
    const env = {
      ...{ GIT_RUNS: runsFile, GIT_KILLS: String(nth), GIT_PATH: path },
      PATH: bin + delimiter + path,
    };
    const { signal, status } = spawnSync(process.execPath, args, { cwd, env });
    if (signal === null) {
      expect({ status, runs: readFileSync(runsFile, 'utf8').length < nth }).toEqual({
        status: 0,
        runs: true,
      });
      expect(nth).toBeGreaterThan(20);
      return;
    }
    const now = dataOf(cwd);
    const next = await runIn(cwd, 'merge', 'theirs', '--break-lock');
    expect({ nth, ...next }).toMatchObject({ status: 0 });
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
    const ended = dataOf(cwd);
    expect([visible(old), visible(ended)]).toContainEqual(visible(now));
    expect(ended.get('comments/2026.ndjson')!.toString()).toMatch(
      /"id": 344,.*котлах.*\n.*"id": 345,.*сосудах/,
    );
    expect(git(cwd, ['for-each-ref', 'refs/portal-snapshot'])).toBe('');
  }
});
