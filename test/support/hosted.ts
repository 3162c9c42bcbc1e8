// Tests for every host, whatever program serves it: `verify` must find exactly the abilities that the host declares,
// the client must be able to read everything, and hostile requests must get nothing.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { mirror } from '../../src/delivery/mirror/index.js';
import type { VerifyReport } from '../../src/delivery/verify/report.js';
import { type Ability, abilities } from '../../src/hosts/host.js';
import { build } from '../../src/index.js';
import { once } from '../../src/model/memo.js';
import { portal } from '../../src/portal/index.js';
import { listsIn } from '../client/lists.js';
import { fallenFor } from '../live/edge/requests.js';
import { ask } from './ask.js';
import { type Built, buildFor, hostNamed, signer } from './built.js';
import { projectFolder, temporaryFolder } from './folders.js';
import { tenth, writeData } from './portal.js';
import { runIn } from './run.js';
import type { Service } from './services.js';
import { verify } from './tool.js';
import { describeWith, type Running } from './tools.js';
import { expectTree, readJson, readTree } from './tree.js';

type Records = readonly { readonly id: number }[];

/** Returns all records of a list, from a build with one page for each list. */
type RecordsAt = (name: string) => Records;

/** A smaller portal, which is used for most hosts. */
export const small = { data: tenth, pageSize: 4 };

/** The records of the smaller portal, which is built once. */
const recordsOfSmall = once(async (): Promise<RecordsAt> => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), tenth);
  const { problems } = await build({ cwd, pageSize: 100_000, extras: 'all', cache: false });
  expect(problems).toEqual([]);
  return (name) => {
    const body = readJson<Records | { results: Records }>(cwd, `dist/api/${name}/index.json`);
    return 'results' in body ? body.results : body;
  };
});

/** Compares each list, and some extras, as the client reads them, with what was published. */
async function expectClientReadsAll(baseUrl: string, recordsAt: RecordsAt): Promise<void> {
  const api = createClient({ baseUrl });
  expect(recordsAt('event').length).toBeGreaterThan(40);
  for (const [name, list] of listsIn(api)) {
    const walked: unknown[] = [];
    for await (const record of list) walked.push(record);
    expect([name, walked]).toEqual([name, recordsAt(name)]);
    expect([name, await list.all()]).toEqual([name, recordsAt(name)]);
    expect([name, await list.count()]).toEqual([name, recordsAt(name).length]);
  }
  expect(await api.cities.all()).toEqual(recordsAt('city'));
  expect(await api.vacancySummaries.all()).toEqual(recordsAt('job/vacancy/summary'));
  expect(await api.discussion(2)).toEqual(recordsAt('post-comment/post/2'));
  expect(await api.posts.where({ blog: 1 }).all()).toEqual(recordsAt('post/blog/1'));
  const found = await api.vacancies.where({ exact_category: 66 }).all();
  expect(found).toEqual(recordsAt('job/vacancy/exact-category/66'));
  const [first, ...others] = recordsAt('job/vacancy');
  const second = await api.vacancies.page(2);
  expect(second?.results).toEqual(
    others.slice(second!.results.length - 1).slice(0, second!.results.length),
  );
  const { value: third } = await api.vacancies.pages({ from: second!.next! }).next();
  expect(third).toEqual(await api.vacancies.page(3));
  expect(await api.vacancy(first!.id)).toEqual(first);
  expect(await api.vacancy(999_999)).toBeUndefined();
}

/** Copies what a host serves with `mirror`, and compares it with the built files. */
async function expectMirrored({ baseUrl, dist }: Built): Promise<void> {
  const dir = join(temporaryFolder(), 'copy');
  const { problem } = await mirror(portal, {
    url: baseUrl,
    dir,
    key: signer.open,
    concurrency: 16,
  });
  expect(problem).toBeNull();
  const isApi = (name: string) => /^(?:api|search)\/|^404\.json$/.test(name);
  const files = [...readTree(dist)].filter(([name]) => isApi(name) && !/\.(?:br|gz)$/.test(name));
  expectTree(dir, new Map(files));
}

/** Verifies what was built for a host, with all options. */
export const verifyBuilt = (
  target: string,
  against: string,
  more: Partial<Parameters<typeof verify>[0]> = {},
) => verify({ target, against, keys: [signer.publicKey], writeMethods: true, ...more });

/** The rules that did not pass, with their first failures. */
export function notPassed({ rules }: VerifyReport): string[] {
  return rules
    .filter(({ result }) => result !== 'pass' && result !== 'not-declared')
    .map(({ name, result, failures }) => `${result} ${name}: ${JSON.stringify(failures[0])}`);
}

/** The abilities for which all checked rules pass. */
export function seen({ rules }: VerifyReport): Ability[] {
  const names = Object.keys(abilities) as Ability[];
  return names.filter((name) => {
    const own = rules.filter(({ ability }) => ability === name);
    return own.length > 0 && own.every(({ result }) => result === 'pass');
  });
}

/** A host that is served here: by the service's own program, or by a replacement. */
export interface Example {
  readonly host: string;
  readonly service: Service;
  /** Of the base URL. */
  readonly prefix?: string;
  /** Abilities in which the program differs from the service, with the reasons. */
  readonly unseen?: Readonly<Partial<Record<Ability, string>>>;
  /** Files that the service reads and readers do not get. */
  readonly own: readonly string[];
  /** Hostile requests that the program answers wrongly: a known fault of the service or of the program. */
  readonly falls?: readonly string[];
  /** The Cache-Control of errors, if the service lets us set it. */
  readonly errors?: string;
  /** Whether the page that `docs` writes beside the API must be served as a page, whatever the rules for the API say. */
  readonly hasDocs?: true;
}

/** Rules that do not apply to services. */
const inapplicable = ['if-modified-since', 'vary-encoding'].map(
  (name) => `not-applicable ${name}: undefined`,
);

/** Files of the page that `docs` writes, and how a browser takes them for what they are. */
const DOCS = {
  'index.html': /^text\/html/,
  'swagger-ui.css': /^text\/css/,
  'page.js': /javascript/,
  'openapi.json': /^application\/json/,
};

/** Makes the tests of a host with the program that serves it. */
export function describeHosted(example: Example): void {
  const { service, prefix = '', unseen = {}, own, falls = [], errors, hasDocs } = example;
  const host = hostNamed(example.host);
  describeWith(service.tools, `${example.host} by ${service.name}`, () => {
    let built: Built;
    let running: Running | undefined;
    let report: VerifyReport;
    beforeAll(async () => {
      built = await buildFor(host, { prefix, ...small });
      const { cwd, port, baseUrl, dist, operated } = built;
      symlinkSync(join(projectFolder, 'node_modules'), join(cwd, 'node_modules'));
      if (hasDocs) await runIn(cwd, 'docs', '--out', join(dist, 'docs'));
      running = await service.start({ folder: cwd, out: dist, operated }, port);
      report = await verifyBuilt(baseUrl, dist, { hosts: [host] });
    });
    afterAll(() => running?.stop());

    it('passes every rule of what it declares', () => {
      expect(notPassed(report).filter((line) => !inapplicable.includes(line))).toEqual([]);
    });

    it('declares what is seen', () => {
      const declared = new Set<Ability>(host.can);
      const names = (Object.keys(abilities) as Ability[]).filter((name) => !(name in unseen));
      const wrong = names.filter((name) => {
        const own = report.rules.filter(({ ability }) => ability === name);
        const checked = own.filter(({ result }) => result !== 'not-applicable');
        return declared.has(name)
          ? checked.length === 0 || checked.some(({ result }) => result !== 'pass')
          : checked.length > 0 && checked.every(({ failed }) => failed === 0);
      });
      expect(wrong).toEqual([]);
    });

    it('is read by the client', async () =>
      expectClientReadsAll(built.baseUrl, await recordsOfSmall()));

    it('is copied by mirror', () => expectMirrored(built));

    if (hasDocs)
      it('serves the page of docs beside the API as a page', async () => {
        for (const [name, type] of Object.entries(DOCS)) {
          const { status, headers } = await ask(running!.url, `/docs/${name}`);
          expect([name, status, headers['content-type']]).toEqual([
            ...[name, 200, expect.stringMatching(type)],
          ]);
        }
      });

    it('falls for nothing that it can tell, and serves no configuration', async () => {
      const queries = host.can.includes('queries');
      const fallen = await fallenFor(built.baseUrl, readTree(built.dist), { queries, own });
      expect(fallen.map((line) => line.split(': ')[0])).toEqual(falls);
      if (errors === undefined) return;
      const missing = ['/nothing', '/api/event/cursor/99999/', '/api/event/cursor/99/index.json'];
      for (const path of missing) {
        const { status, headers } = await ask(built.baseUrl, path);
        expect([path, status, headers['cache-control']]).toEqual([path, 404, errors]);
      }
    });
  });
}
