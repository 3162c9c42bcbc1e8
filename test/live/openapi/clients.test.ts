// What tools make of the document: a linter finds nothing, and the clients that generators make of it
// compile, and read the snapshot.
import { execFile, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import type { Document } from '../../openapi/contract.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { serverOf } from '../../support/replies.js';
import { describeWith, type Tool } from '../../support/tools.js';
import { readJson, readTree, type Tree } from '../../support/tree.js';
import { answerTo, listen } from '../../verify/reference.js';

const run = promisify(execFile);
const installed = (name: string) => join(projectFolder, 'node_modules/.bin', name);

let folder: string;
let out: string;
let base: string;

beforeAll(async () => {
  folder = temporaryFolder();
  out = join(folder, 'dist');
  let tree: Tree = new Map();
  base = await listen(serverOf((request) => answerTo(tree, request)));
  const { ok } = await build({
    cwd: projectFolder,
    out,
    extras: 'all',
    cache: false,
    baseUrl: base,
  });
  expect(ok).toBe(true);
  tree = readTree(out);
});

it('redocly finds nothing to say by its recommended rules, but of slashes', async () => {
  // The portal's addresses end in a slash.
  const rules = ['--skip-rule', 'no-path-trailing-slash'];
  const file = join(out, 'api/openapi.json');
  const { stdout } = await run(
    installed('redocly'),
    ['lint', file, '--extends', 'recommended', '--format', 'json', ...rules],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, cwd: folder },
  );
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
});

describe('a TypeScript client, made by hey-api', () => {
  const program = `import { client } from './client/client.gen.js';
import { getIndex, getVacancy, listEvents, listRegions, listRegionsPage, listVacancies, listVacanciesSummary } from './client/sdk.gen.js';
import type { Event, Region, Vacancy } from './client/types.gen.js';

client.setConfig({ baseUrl: process.argv[2] as string });
const vacancies = await listVacancies({ throwOnError: true });
const [vacancy]: Vacancy[] = vacancies.data.results;
const city: string | undefined = vacancy?.work_city?.name;
const single = await getVacancy({ path: { id: vacancy?.id ?? 0 }, throwOnError: true });
const short = await listVacanciesSummary({ throwOnError: true });
const regions = await listRegions({ throwOnError: true });
const more = await listRegionsPage({ path: { page: 2 }, throwOnError: true });
const all: Region[] = [...regions.data.results, ...more.data.results];
const missing = await listRegionsPage({ path: { page: 999 } });
const events = await listEvents({ throwOnError: true });
const event: Event | undefined = events.data.results[0];
const index = await getIndex({ throwOnError: true });
console.log(JSON.stringify([
  vacancy?.id, single.data.id, short.data[0]?.id, city ?? null, all.length, missing.error?.detail, missing.response?.status,
  event?.comment?.parent?.id ?? null, index.data['portal-favorite/in-favorite'],
]));
`;

  it('compiles as strictly as ours, and reads the snapshot', async () => {
    const home = join(folder, 'typescript');
    await createClient({
      input: join(out, 'api/openapi.json'),
      output: { path: join(home, 'client') },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    });
    writeFileSync(join(home, 'program.ts'), program);
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    symlinkSync(join(projectFolder, 'node_modules'), join(home, 'node_modules'));
    const options = { strict: true, target: 'es2023', module: 'nodenext', skipLibCheck: true };
    const types = { types: ['node'], noEmitOnError: true, rootDir: '.', outDir: 'lib' };
    const config = { compilerOptions: { ...options, ...types }, include: ['**/*.ts'] };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config));
    await run(process.execPath, [installed('tsc'), '-p', home]);
    const { stdout } = await run(process.execPath, [join(home, 'lib/program.js'), base]);
    const { results } = readJson<{ results: { id: number; work_city: { name: string } | null }[] }>(
      out,
      'api/job/vacancy/index.json',
    );
    const feed = readJson<{ results: { comment: { parent: { id: number } | null } | null }[] }>(
      out,
      'api/event/index.json',
    );
    expect(JSON.parse(stdout)).toEqual([
      ...[results[0]?.id, results[0]?.id, results[0]?.id],
      ...[results[0]?.work_city?.name ?? null, 40, 'Not found.', 404],
      feed.results[0]?.comment?.parent?.id ?? null,
      `${base}/api/portal-favorite/in-favorite/`,
    ]);
  });
});

/** A Python that has what quicktype's clients import. */
const python: Tool = {
  name: 'python3-dateutil',
  file: ['python3', '/usr/bin/python3'].find((file) => {
    return spawnSync(file, ['-c', 'import dateutil']).status === 0;
  }),
};

describeWith([python], 'a Python client, made by quicktype', () => {
  it('reads each list of the snapshot', async () => {
    const document = readJson<Document>(out, 'api/openapi.json');
    const bodies = new Map([
      ['VacancyPage', 'job/vacancy'],
      ['ResumePage', 'job/resume'],
      ['RegionPage', 'region'],
      ['ExpertPage', 'epb-e/expert'],
      ['EventPage', 'event'],
      ['EmptyPage', 'portal-favorite/blog'],
    ]);
    const input = new JSONSchemaInput(undefined);
    for (const name of bodies.keys()) {
      const schema = { $ref: `#/components/schemas/${name}`, components: document.components };
      await input.addSource({ name, schema: JSON.stringify(schema) });
    }
    const data = new InputData();
    data.addInput(input);
    const { lines } = await quicktype({ inputData: data, lang: 'python' });
    const home = temporaryFolder();
    writeFileSync(join(home, 'portal.py'), lines.join('\n'));
    const program = `import json, portal, sys
for name, path in json.loads(sys.argv[2]).items():
    snake = ''.join('_' + c.lower() if c.isupper() else c for c in name)[1:]
    given = json.load(open(f'{sys.argv[1]}/api/{path}/index.json'))
    page = getattr(portal, snake + '_from_dict')(given)
    assert len(page.results) == len(given['results'])
    print(name, len(page.results))
`;
    writeFileSync(join(home, 'program.py'), program);
    const args = [join(home, 'program.py'), out, JSON.stringify(Object.fromEntries(bodies))];
    const { stdout } = await run(python.file!, args);
    const read = stdout.trim().split('\n');
    expect(read.map((line) => line.split(' ')[0])).toEqual([...bodies.keys()]);
    expect(read).toContain('RegionPage 20');
  });
});
