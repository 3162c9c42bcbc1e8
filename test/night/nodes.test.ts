// The promise that one state of the data gives one sequence of bytes, whatever the version of Node: its
// collation, its compression and its JSON are not ours.
import { expect, it } from 'vitest';
import { commandFile, type Ended, printedResult, start } from '../support/command.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { describeWith, nodes } from '../support/tools.js';
import { differences, readTree } from '../support/tree.js';

describeWith(nodes, 'each version of Node that is promised', () => {
  it('gives the same snapshot of the shipped data', async () => {
    const build = async (node: string, out: string): Promise<Ended> => {
      const args = ['build', '--out', out, '--no-cache', '--host', 'nginx', '--reporter', 'json'];
      const files = ['--host-files', temporaryFolder(), '--compress', 'gzip,br'];
      const ended = start(node, [commandFile, ...args, ...files], { cwd: projectFolder }).ended;
      expect((await ended).stderr).toBe('');
      return ended;
    };
    let first: { snapshot: string | null; out: string } | undefined;
    for (const { name, file = '' } of nodes) {
      const version = (await start(file, ['--version'], { cwd: projectFolder }).ended).stdout;
      expect(version).toMatch(name.replace('node', 'v'));
      const out = temporaryFolder();
      const { snapshot } = printedResult(await build(file, out)).summary;
      expect(snapshot).toMatch(/^[0-9a-f]{64}$/);
      first ??= { snapshot, out };
      expect(snapshot, name).toBe(first.snapshot);
      expect(differences(readTree(out), readTree(first.out)), name).toEqual([]);
    }
  });
});
