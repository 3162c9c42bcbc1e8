// Imports a folder as an origin's into the data of a working folder, in a process of its own, which kills itself
// before the nth time that it puts a file into its place: `node --import tsx bring-and-die.ts CWD ORIGIN N`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [cwd = '', folder = '', nth = ''] = process.argv.slice(2);
let left = Number(nth);
for (const name of ['renameSync', 'linkSync'] as const) {
  const own = fs[name];
  fs[name] = (from, to) => {
    // Not the lock, and not the cache.
    if (/[/]data[/](?!\.portal-snapshot)|[/]old[/]/.test(String(to)) && left-- === 0) {
      process.kill(process.pid, 'SIGKILL');
    }
    own(from, to);
  };
}
syncBuiltinESMExports();

const { makePlan } = await import('../../../src/engine/plan.js');
const { bring } = await import('../../../src/import/again/index.js');
const { settingsOf } = await import('../../../src/open.js');
const { portal } = await import('../../../src/portal/index.js');
const settings = await settingsOf(portal, { cwd, cache: false });
const enumerated = new Set(portal.collections.map(({ name }) => name));
const { problems } = await bring(
  makePlan(portal),
  settings,
  { folder, enumerated },
  { dryRun: false },
);
process.stdout.write(`${problems.length}`);
