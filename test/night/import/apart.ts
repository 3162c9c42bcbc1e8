// Takes the snapshot of a folder apart and proves it, as an import does without its requests: a process of its own, which
// may have little memory. `node --import tsx test/night/import/apart.ts FOLDER`
import { join } from 'node:path';
import type { FetchedList } from '../../../src/import/fetched.js';
import { prove, visitList } from '../../../src/import/prove/index.js';
import { splitFetched } from '../../../src/import/split/index.js';
import { portal } from '../../../src/portal/index.js';
import { resolveSettings } from '../../../src/snapshot/settings/index.js';

const cwd = process.argv[2]!;

/** The lists of the snapshot, read from its files each time. */
const lists: FetchedList[] = [];
for (const endpoint of portal.endpoints.filter(({ records }) => records)) {
  const visit: FetchedList['visit'] = (visit) => {
    return visitList(join(cwd, 'dist'), endpoint.name, visit);
  };
  let records = 0;
  await visit(() => void records++);
  lists.push({ endpoint, isWhole: true, records, visit });
}
const settings = resolveSettings({ cwd, cache: join(cwd, 'cache'), workers: 1 }, portal);
const data = join(cwd, 'apart', 'data');
const how = { stubs: true, folder: data, withholdPersonal: true };
const split = splitFetched(portal, { lists }, how);
const { differing, records } = await prove(portal, { lists }, data, settings, split);
console.log(JSON.stringify({ differing, records, gaps: split.inventions.length }));
