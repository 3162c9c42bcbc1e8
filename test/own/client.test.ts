// `schema --client`: the typed client of a portal of one's own is sound for TypeScript, and reads what is published.
import { cpSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientModule } from '../../src/editing/schema/client.js';
import type { Portal } from '../../src/model/endpoint.js';
import { library } from '../second/library.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { linkPackages } from './place.js';

/** A program that uses the client. Each line below `@ts-expect-error` must be an error. */
const PROGRAM = `import { createClient, type Product } from './api.js';

export async function readAll(baseUrl: string) {
  const api = createClient({ baseUrl });
  const names: string[] = [];
  for await (const { name, tags } of api.products) names.push([name, ...tags.map(({ name }) => name)].join());
  const [bolt]: Product[] = await api.products.all();
  const kind: 'tool' | 'part' = bolt!.kind;
  // @ts-expect-error A misspelt field.
  bolt!.nme;
  // @ts-expect-error There is no filter by kind.
  const wrong = () => api.products.where({ kind: 1 });
  const first = await api.releases.where({ product: 1 }).all();
  return { names, kind, wrong, first, none: await api.release(999) };
}
`;

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

let cwd: string;
beforeAll(() => {
  cwd = temporaryFolder();
  cpSync(join(projectFolder, 'test/own/catalogue'), cwd, { recursive: true });
  linkPackages(cwd);
  writeFile(cwd, 'package.json', '{ "type": "module" }');
});

/** Serves a snapshot's folder, while `work` runs. */
async function served<T>(folder: string, work: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url = '' }, response) => {
    try {
      response.end(read(folder, url.endsWith('/') ? `${url}index.json` : url));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

it('is written, type-checks strictly, and reads what was built', async () => {
  const { status, stdout } = await runIn(cwd, 'schema', '--client', 'web/api.ts');
  expect([status, stdout]).toEqual([0, expect.stringContaining('web/api.ts: written\n')]);
  writeFile(cwd, 'web/use.ts', PROGRAM);
  const program = ts.createProgram([join(cwd, 'web/use.ts')], {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ verbatimModuleSyntax: true, isolatedModules: true, erasableSyntaxOnly: true },
    ...{
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
      skipLibCheck: true,
    },
  });
  const told = ts.getPreEmitDiagnostics(program);
  expect(told.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual(
    [],
  );
  program.emit();
  expect(
    await runIn(
      cwd,
      'build',
      '--extra',
      '/api/release/product/{id}/',
      '--extra',
      '/api/release/{id}/',
    ),
  ).toMatchObject({ status: 0 });
  const used = (await import(pathToFileURL(join(cwd, 'web/use.js')).href)) as {
    readAll(baseUrl: string): Promise<Record<'names' | 'first', unknown[]> & { none: unknown }>;
  };
  const { names, first, none } = await served(join(cwd, 'dist'), used.readAll);
  expect(names).toContain('Болт М8,крепёж');
  expect(first[0]).toMatchObject({ product: { id: 1 } });
  expect(none).toBeUndefined();
});

describe('the file', () => {
  it('is written only if it changes, and --check tells', async () => {
    const file = 'own.ts';
    expect(await runIn(cwd, 'schema', '--client', file, '--check')).toMatchObject({ status: 1 });
    await runIn(cwd, 'schema', '--client', file);
    for (const args of [[], ['--check']]) {
      const { status, stdout } = await runIn(cwd, 'schema', '--client', file, ...args);
      expect([status, stdout]).toEqual([0, expect.not.stringContaining(file)]);
    }
    writeFile(cwd, file, `${read(cwd, file)}\n`);
    const { status, stdout } = await runIn(cwd, 'schema', '--client', file, '--check');
    expect([status, stdout]).toEqual([1, expect.stringContaining('own.ts: not up to date\n')]);
  });

  it('is never one of somebody else, nor among the data, nor JavaScript', async () => {
    writeFile(cwd, 'theirs.ts', 'export {};\n');
    for (const [file, said] of [
      ['theirs.ts', 'theirs.ts: was not written by this command, and is left as it is'],
      ['data/api.ts', 'client must not be inside data'],
      ['api.js', 'api.js: the client is TypeScript'],
      ['', 'client: must be'],
    ] as const) {
      const { status, stderr } = await runIn(cwd, 'schema', '--client', file);
      expect([file, status, stderr]).toEqual([file, 2, expect.stringContaining(said)]);
    }
    expect(read(cwd, 'theirs.ts')).toBe('export {};\n');
  });
});

it('has no type that hides one of TypeScript or of the client', () => {
  const [author, ...others] = library.collections;
  const portal: Portal = {
    ...library,
    collections: [{ ...author!, singular: 'promise' }, ...others],
  };
  const text = clientModule(portal, 'portal-snapshot/client');
  expect(text).not.toMatch(/interface Promise /);
});
