// Takes the snapshot of a folder apart and proves it, as an import does without its requests: a process of its own, which
// may have little memory. `node --import tsx test/live/import/apart.ts FOLDER`
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
    let place = 0;
    return visitList(join(cwd, 'dist'), endpoint.name, (record) =>
      visit(record, { url: '', place: place++ }),
    );
  };
  let records = 0;
  await visit(() => void records++);
  lists.push({ endpoint, isWhole: true, records, utc: 0, visit });
}
const settings = resolveSettings({ cwd, cache: join(cwd, 'cache'), workers: 1 }, portal);
const data = join(cwd, 'apart', 'data');
const how = { stubs: true, folder: data, withholdPersonal: true };
const split = splitFetched(portal, { lists }, how);
const { differing, compared } = await prove(portal, { lists }, data, settings, split);
console.log(JSON.stringify({ differing, compared, gaps: split.inventions.length }));
