// Every file of a snapshot is what its OpenAPI document says: it has one path there, and its body fits.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { addressOf, Contract } from '../../openapi/contract.js';
import { portal as portals } from '../../oracle/portals.js';
import { inFolder, publish, seed, settings } from '../../oracle/publish.js';
import { type Collection, readPortal } from '../../oracle/types.js';
import { lists } from '../../spec/tables.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { newKeys } from '../../support/keys.js';
import { directory, writeData } from '../../support/portal.js';
import { runs } from '../../support/runs.js';
import type { Links } from '../../support/site.js';
import { readTree, type Tree } from '../../support/tree.js';

const NOT_THERE = '404.json';

/** Each file that is not as the document of the same snapshot says, and the paths that are met. */
function look(tree: Tree, links: Links): { wrong: string[]; met: Set<string> } {
  const contract = new Contract(JSON.parse(tree.get('api/openapi.json')!.toString()));
  const met = new Set<string>();
  const wrong: string[] = [];
  for (const [file, bytes] of tree) {
    const text = String(bytes);
    if (file === NOT_THERE) {
      wrong.push(...contract.faultsInResponse('NotFound', JSON.parse(text)));
      continue;
    }
    const paths = contract.pathsOf(addressOf(file, links));
    for (const path of paths) met.add(path);
    if (paths.length !== 1) wrong.push(`${file} is at the paths ${paths.join(', ')}`);
    else {
      const [path] = paths as [string];
      const faults = file.endsWith('.ndjson')
        ? contract.faultsInLines(path, text)
        : contract.faults(path, file.endsWith('.json') ? JSON.parse(text) : text);
      wrong.push(...faults.map((fault) => `${file}: ${fault}`));
    }
  }
  return { wrong, met };
}

const ways = [
  { links: 'path', audience: 'public' },
  { links: 'query', audience: 'all' },
  { links: 'file', audience: 'public' },
] as const;

const shipped = readPortal(readTree(join(projectFolder, 'data')));
/** So small that each list has a second page; few records have a region, a city or a user in common. */
const pageSize: Record<string, number> = { default: 5 };
for (const { address, style, record } of lists) {
  const count = shipped[record.collection as Collection].length;
  if (style !== 'array') pageSize[address] = Math.min(5, Math.ceil(count / 2));
}
const jobs = ['job/vacancy', 'job/resume'].flatMap((job) => [`${job}/region`, `${job}/city`]);
for (const filter of [...jobs, 'post/user']) pageSize[filter] = 1;

it.each(ways)(
  'the shipped data is as the document says, with links by $links, for $audience',
  async (way) => {
    const out = join(temporaryFolder(), 'dist');
    const personal = way.audience === 'all' ? 'publish' : 'withhold';
    const options = {
      cwd: projectFolder,
      out,
      cache: false,
      sign: newKeys().secret,
      pageSize,
      personal,
      ...way,
    } as const;
    const { ok } = await build(options);
    expect(ok).toBe(true);
    const tree = readTree(out);
    const { wrong, met } = look(tree, way.links);
    expect(wrong).toEqual([]);
    const { paths } = JSON.parse(tree.get('api/openapi.json')!.toString());
    // All that is promised is there; files of digests are for lists of more than 1,000 pages, and no city has two vacancies for all.
    const missing = Object.keys(paths).filter((path) => !met.has(path));
    const mayLack =
      way.audience === 'all'
        ? /\/digests\.json$/
        : /\/digests\.json$|^\/api\/job\/vacancy\/city\/\{id\}\/page\//;
    expect(missing.filter((path) => !mayLack.test(path))).toEqual([]);
  },
);

it('lists of very many pages are as the document says, with a file of digests each', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), directory(1001));
  const { ok, problems } = await build({ cwd, pageSize: 1, cache: false });
  expect([ok, problems]).toEqual([true, []]);
  const { wrong, met } = look(readTree(join(cwd, 'dist')), 'path');
  expect(wrong).toEqual([]);
  expect([...met].filter((path) => path.endsWith('/digests.json'))).toEqual([
    '/api/region/digests.json',
  ]);
});

it('any portal is as the document says, and all portals with the same settings have the same document', async () => {
  const documents = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(portals, seed, settings, async (portal, layout, chosen) => {
      await inFolder(async (cwd) => {
        await publish(cwd, portal, layout, chosen);
        const tree = readTree(join(cwd, 'dist'));
        expect(look(tree, chosen.links ?? 'path').wrong).toEqual([]);
        const { baseUrl = '', links = 'path', extras = [] } = chosen;
        const on = [...extras].sort();
        const key = JSON.stringify([baseUrl, links, on]);
        const text = tree.get('api/openapi.json')!.toString();
        expect(text).toBe(documents.get(key) ?? text);
        documents.set(key, text);
      });
    }),
    runs(4),
  );
});
