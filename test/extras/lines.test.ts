// A list as one file, a line a record (`/api/<list>/all.ndjson`): its bytes are those of the pages, and what is withheld
// is in it neither at first nor when it is withheld later. That it has every record, test/oracle holds for random portals.

import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PublishOptions } from '../../src/delivery/publish/publication.js';
import { build } from '../../src/index.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { publish as publishTo, Store } from '../publish/memory.js';
import { type Fields, vacancies, writeData, writeFile } from '../support/portal.js';
import { readTree } from '../support/tree.js';
import { workplace } from '../write/workplace.js';

const LINES = 'api/job/vacancy/all.ndjson';
const { vacancies: all = [] } = vacancies(5);

async function rebuild(cwd: string, options: BuildOptions = {}) {
  const { ok, problems } = await build({
    cwd,
    pageSize: 2,
    extras: EXTRAS,
    cache: false,
    ...options,
  });
  expect([ok, problems]).toEqual([true, []]);
  return readTree(options.out ?? join(cwd, 'dist'));
}

it('has the bytes of the pages, whatever the data files look like', async () => {
  const cwd = workplace({});
  // U+2028 ends a line for some readers, and is a letter like others in JSON.
  const text = 'Котёл\u2028и сосуд\n';
  const records = [...all, { ...all[0], id: 99, text, crm_data: { deal_id: 7 } }];
  writeFile(
    cwd,
    'data/vacancies.json',
    `[${records.map((one) => JSON.stringify(one, null, '\t'))}]`,
  );
  const tree = await rebuild(cwd, { compress: ['gzip'] });
  expect(gunzipSync(tree.get(`${LINES}.gz`)!)).toEqual(tree.get(LINES));
  const pages = ['', 'page/2/', 'page/3/'].map((page) =>
    String(tree.get(`api/job/vacancy/${page}index.json`)).replace(/^.*?"results":\[|\]\}$/g, ''),
  );
  const lines = String(tree.get(LINES)).split('\n');
  expect(lines).toHaveLength(7);
  expect(lines.pop()).toBe('');
  expect(lines.join(',')).toBe(pages.join(','));
  expect(JSON.parse(lines[0]!)).toMatchObject({ id: 99, text });
  expect(String(tree.get('api/event/all.ndjson'))).toBe('');
});

describe('for publish', () => {
  const CANARY = 'Канарейка';
  const shows = (files: Iterable<readonly [string, Buffer]>): string[] =>
    [...files].filter(([, bytes]) => bytes.includes(CANARY)).map(([name]) => name);

  it.each(['that stays', 'that is switched off'])(
    'a record that is withheld from now on goes from a file %s, at once, and with --forget for good',
    async (how) => {
      const marked = (one: Fields) => (one['id'] === 3 ? { ...one, text: CANARY } : one);
      const cwd = workplace({ vacancies: all.map(marked) });
      const store = new Store();
      const publish = (options: Partial<PublishOptions> = {}) =>
        publishTo(store, join(cwd, 'dist'), { acceptChange: true, ...options });
      await rebuild(cwd);
      await publish();
      expect(shows(store.live())).toContain(LINES);
      const later = all.map((one) => (one['id'] === 3 ? { ...one, is_public: false } : one));
      writeData(join(cwd, 'data'), { vacancies: later });
      const tree = await rebuild(cwd, how === 'that stays' ? {} : { extras: [] });
      expect(tree.has(LINES)).toBe(how === 'that stays');
      await publish();
      expect(shows(store.live())).toEqual([]);
      await publish({ forget: true });
      expect(shows([...store.objects].map(([key, { bytes }]) => [key, bytes]))).toEqual([]);
    },
  );
});
