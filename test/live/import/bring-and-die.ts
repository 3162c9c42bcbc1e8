// Imports a folder as an origin's into the data of a working folder, in a process of its own, which is killed by
// support/failing-disk.mjs: `DIE_AT=N node --import failing-disk.mjs bring-and-die.js CWD ORIGIN`.
import { makePlan } from '../../../src/engine/plan.js';
import { bring } from '../../../src/import/merge/index.js';
import { portal } from '../../../src/portal/index.js';
import { settingsOf } from '../../../src/snapshot/open.js';

const [cwd = '', folder = ''] = process.argv.slice(2);
const settings = await settingsOf(portal, { cwd, cache: false });
const { problems } = await bring(
  makePlan(portal),
  settings,
  { folder, signedIn: null },
  { dryRun: false },
);
process.stdout.write(`${problems.length}`);
