// What an import costs, without its requests: a generated portal is published, and in a process of its own taken
// apart and proved. `node --import tsx test/bench/apart.ts 100000`; `--only FOLDER` is that process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FetchedList } from '../../src/import/fetched.js';
import { prove, visitList } from '../../src/import/prove/index.js';
import { splitFetched } from '../../src/import/split/index.js';
import { portal } from '../../src/portal/index.js';
import { build } from '../../src/snapshot/build.js';
import { resolveSettings } from '../../src/snapshot/settings/index.js';
import { generatePortal } from './generate.js';
import { measure } from './measure.js';

/** The lists of a snapshot, read from its files each time. */
async function listsOf(dist: string): Promise<FetchedList[]> {
  const lists: FetchedList[] = [];
  for (const endpoint of portal.endpoints.filter(({ records }) => records)) {
    const visit: FetchedList['visit'] = (visit) => {
      let place = 0;
      return visitList(dist, endpoint.name, (record) => visit(record, { url: '', place: place++ }));
    };
    let records = 0;
    await visit(() => void records++);
    lists.push({ endpoint, isWhole: true, records, utc: 0, visit });
  }
  return lists;
}

async function importOf(folder: string): Promise<void> {
  const fetched = { lists: await listsOf(join(folder, 'dist')) };
  const settings = await resolveSettings(
    { cwd: folder, cache: join(folder, 'cache'), workers: 1 },
    portal,
  );
  const data = join(folder, 'T', 'data');
  const seconds: Record<string, number> = {};
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const done = await work();
    seconds[what] = Math.round(performance.now() - start) / 1000;
    return done;
  };
  const split = await timed('apart', () =>
    splitFetched(portal, fetched, { stubs: true, folder: data, settings }),
  );
  const { differing, compared } = await timed('proof', () =>
    prove(portal, fetched, data, settings, split),
  );
  const cpu = (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const { inventions, kept } = split;
  console.log(JSON.stringify({ seconds, cpu, differing, compared, gaps: inventions.length, kept }));
}

const [first, only] = process.argv.slice(2);
if (first === '--only') await importOf(only!);
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    generatePortal(join(folder, 'data'), Number(first ?? 10_000));
    const { ok } = await build(portal, { cwd: folder, cache: false });
    if (!ok) throw new Error('the generated portal has errors');
    const self = fileURLToPath(import.meta.url);
    const run = await measure(process.execPath, ['--import', 'tsx', self, '--only', folder]);
    console.log(run.output.trim());
    console.log(JSON.stringify({ megabytes: Math.round(run.megabytes) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
