// A page whose key is the same is not made again: were its bytes others, it would stay as it was.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Hashes } from '../../src/engine/compile/hashes.js';
import { groupFiles, makeShards } from '../../src/engine/compile/shards.js';
import { Derivation } from '../../src/engine/link/derive.js';
import { Records } from '../../src/engine/link/records.js';
import { withhold } from '../../src/engine/link/withhold.js';
import { load } from '../../src/engine/load.js';
import { makePlan } from '../../src/engine/plan.js';
import { Pool } from '../../src/engine/pool/pool.js';
import { Fragments } from '../../src/engine/shard/fragments.js';
import { Store } from '../../src/engine/shard/store.js';
import { Assembler } from '../../src/engine/write/assemble.js';
import { PageKeys } from '../../src/engine/write/page-keys.js';
import { Templates } from '../../src/engine/write/templates.js';
import { findFiles } from '../../src/files/source/files.js';
import { portal as declared } from '../../src/portal/index.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { inFolder, itHolds, seed } from '../oracle/publish.js';
import { Choices } from '../oracle/random.js';
import { COLLECTIONS, type Portal } from '../oracle/types.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { runs } from '../support/runs.js';
import { edited } from './edit.js';

/** Pages that are published of a portal: the key of each, and its bytes. */
type Made = readonly (readonly [key: string, bytes: string])[];

/**
 * Every published record in every shape, each on a page of its own, and all of a collection on one.
 * Undefined when the portal has errors.
 */
async function pagesOf(
  cwd: string,
  files: Map<string, string>,
  isPublic: boolean,
): Promise<Made | undefined> {
  const data = join(cwd, 'data');
  rmSync(data, { recursive: true, force: true });
  writeFiles(data, files);
  const found = findFiles(data, COLLECTIONS);
  const store = Store.open(join(cwd, 'cache'), () => {});
  const hashes = new Hashes(store, data, false);
  const pool = new Pool(1);
  const shards = await makeShards(groupFiles(found.files), String(isPublic), hashes, pool);
  const loaded = await load(
    makePlan(declared),
    { found, shards, pool },
    {
      ...{ cwd, data, frames: FRAME_HOSTS, withholdPersonal: isPublic, strict: false },
      allow: [],
      onProgress: () => {},
    },
    store,
  );
  try {
    const problems = await loaded.check();
    if (problems.some(({ severity }) => severity === 'error')) return undefined;
    const { tables } = loaded.derivation;
    const { rows } = isPublic ? withhold(tables) : { rows: undefined };
    return madeOf(new Derivation(tables, rows));
  } finally {
    store.close();
  }
}

function madeOf(derivation: Derivation): Made {
  const templates = new Templates(derivation);
  const fragments = new Fragments(1 << 20);
  const tables = [...derivation.tables.values()];
  const records = tables.map((table) => new Records(table.records, fragments));
  const assembler = new Assembler(records);
  const keys = new PageKeys(records);
  try {
    return tables.flatMap((table) => {
      const gone = derivation.withheld?.get(table.name);
      const all = Uint32Array.from(table.ids, (_, row) => row).filter((row) => !gone?.[row]);
      const byId = all.sort((a, b) => table.ids[a]! - table.ids[b]!);
      return [...table.plan.shapes.keys()].flatMap((shape) =>
        [byId, ...Array.from(byId, (row) => Uint32Array.of(row))].map((rows) => {
          const template = templates.shape(table, shape);
          const page = {
            file: '',
            shape,
            template,
            head: '[',
            separator: ',',
            tail: ']',
            rows,
            isHead: false,
          };
          const { key, segments } = keys.keyOf(page);
          const blocks = assembler.blocks(page, segments, undefined, () => {});
          return [key, Array.from(blocks, ({ bytes }) => `${bytes}`).join('')] as const;
        }),
      );
    });
  } finally {
    fragments.close();
  }
}

it('pages with the same key have the same bytes, edit after edit', async () => {
  let changes = 0;
  const edits = fc.array(seed, { minLength: 5, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(portals, seed, fc.boolean(), edits, async (first, layout, isPublic, all) => {
      await inFolder(async (cwd) => {
        const known = new Map<string, string>();
        const stale: string[] = [];
        let portal = first;
        for (const edit of [undefined, ...all]) {
          const next = edit === undefined ? first : edited(portal, new Choices(edit));
          const made = await pagesOf(cwd, layOut(next, layout), isPublic);
          if (!made) continue; // the edit breaks a rule
          if (made.some(([key]) => !known.has(key))) changes++;
          for (const [key, bytes] of made) {
            if ((known.get(key) ?? bytes) !== bytes) stale.push(bytes);
            known.set(key, bytes);
          }
          expect(stale).toEqual([]);
          portal = next;
        }
      });
    }),
    runs(3),
  );
  expect(changes).toBeGreaterThan(2 * runs(4).numRuns); // edits that show
});

/** A portal whose records are written alike, each in one of several files of its collection, by chance. */
function filesOf(portal: Portal, at: Choices): Map<string, string> {
  const files = new Map<string, string>();
  for (const [collection, records] of Object.entries(portal)) {
    const most = 1 + at.below(4);
    for (const record of at.shuffled(records)) {
      const name = `${collection}/${at.below(most)}.ndjson`;
      files.set(name, `${files.get(name) ?? ''}${JSON.stringify(record)}\n`);
    }
  }
  return files;
}

itHolds(
  'the same records have the same keys, in whatever files they are',
  2,
  [portals, seed, seed],
  async (portal, one, other) => {
    await inFolder(async (cwd) => {
      const first = await pagesOf(cwd, filesOf(portal, new Choices(one)), true);
      expect(first).toBeDefined();
      expect(await pagesOf(cwd, filesOf(portal, new Choices(other)), true)).toEqual(first);
    });
  },
);
