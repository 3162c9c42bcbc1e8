// A portal's folder as all machines see it: data in several files, and `npx portal-snapshot`.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandFile, type Ended, runCommand, start } from '../../support/command.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { forum, type Json, writeData, writeFile } from '../../support/portal.js';
import { readTree, type Tree } from '../../support/tree.js';

/** Where the files for several machines are. */
export const machines = join(projectFolder, 'src/hosts/machines');

const { comments = [], ...others } = forum({ posts: 160, replies: 24 });

/** Runs a program in a bin of the portal's own instead: a script for bash. */
type Programs = Readonly<Record<string, string>>;

export const command = `'${process.execPath}' '${commandFile}'`;

export class SharedPortal {
  readonly cwd = temporaryFolder();
  readonly dist = join(this.cwd, 'dist');
  readonly #bin = join(temporaryFolder(), 'bin');

  constructor(programs: Programs = {}) {
    mkdirSync(this.#bin);
    const all = { npm: '', npx: `shift; exec ${command} "$@"`, ...programs };
    for (const [name, script] of Object.entries(all)) {
      writeFileSync(join(this.#bin, name), `#!/bin/bash\n${script}\n`);
      chmodSync(join(this.#bin, name), 0o755);
    }
    writeData(join(this.cwd, 'data'), others);
    for (let file = 0; file < 10; file += 1) {
      const lines = comments.slice(file * 400, (file + 1) * 400);
      const text = lines.map((record) => `${JSON.stringify(record)}\n`).join('');
      writeFile(this.cwd, `data/comments/${file}.ndjson`, text);
    }
  }

  /** What one machine makes of it. */
  async whole(): Promise<Tree> {
    const { status, stdout, stderr } = await runCommand(['build'], { cwd: this.cwd });
    if (status !== 0) throw new Error(stdout + stderr);
    const tree = readTree(this.dist);
    rmSync(this.dist, { recursive: true });
    return tree;
  }

  /** Adds a region: one that can be published, or one with an error. */
  addRegion(region: Json): void {
    writeFile(this.cwd, 'data/regions.json', JSON.stringify([region]));
  }

  /** Runs a program with the portal's own bin before all others. */
  run(file: string, args: readonly string[], env: Programs = {}): Promise<Ended> {
    const PATH = `${this.#bin}:${process.env['PATH']}`;
    return start(file, args, { cwd: this.cwd, env: { ...env, PATH } }).ended;
  }
}
