// A portal that the setting `portal` names, but that cannot be used: the message says what is wrong, and where.
import { expect, it } from 'vitest';
import { runCommand, start } from '../support/command.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { linkPackages } from './place.js';

const model = `import { collection, list } from 'portal-snapshot/model'; import * as z from 'zod'; const id = z.int();\n`;
const whole = `title: 'x', collections: [], endpoints: [], extras: [], index: [], notFound: { detail: 'no' }`;
const portal = (more: string) => `export const portal = { ${whole}, ${more} }`;

/** Modules, each with what is said of it. */
const modules: Readonly<Record<string, string>> = {
  'export const other = 1': './0.mjs does not export portal',
  '\nthrow new TypeError("boo")': './1.mjs fails: TypeError: boo (1.mjs:2:7)',
  'throw 1': './2.mjs fails: 1',
  'const x = ;': "./3.mjs fails: SyntaxError: Unexpected token ';' (3.mjs:1)",
  "import { lst } from 'portal-snapshot/model'":
    "./4.mjs fails: SyntaxError: The requested module 'portal-snapshot/model' does not provide an export named 'lst' (4.mjs:1)",
  'export const portal = 1': './5.mjs: portal: must be an object',
  'export const portal = { extras: {} }':
    './6.mjs: portal.title: is missing; portal.collections: is missing; portal.endpoints: is missing; portal.extras: must be a list; portal.index: is missing; portal.notFound: is missing',
  [portal('view: 1')]: './7.mjs: portal: has no "view"; did you mean views?',
  [portal('module: "x"')]: './8.mjs: portal.module: must be a URL: new URL(import.meta.url)',
  [portal(
    "endpoints: [{ name: 'a', records: { collection: 'a', shape: 'full', order: ['-id'] }, paging: { style: 'pages' } }]",
  )]:
    './9.mjs: portal.endpoints[0].records.order[0]: must be an object; portal.endpoints[0].paging.style: must be "page-number" or "cursor" or "array" or "lines" or "record"',
  [portal('collections: [{ name: 1 }]')]:
    './10.mjs: portal.collections[0]: is not made by collection()',
  [portal(
    "extras: [{ kind: 'feed', of: { name: 'a', paging: { style: 'array' } }, format: 'rss', words: {} }]",
  )]:
    './11.mjs: portal.extras[0].format: must be "json" or "atom"; portal.extras[0].words.name: is missing; portal.extras[0].words.author: is missing; portal.extras[0].words.language: is missing; portal.extras[0].words.title: is missing; portal.extras[0].words.content: is missing; portal.extras[0].words.published: is missing; portal.extras[0].words.updated: is missing',
  [`${model}collection('books', z.strictObject({ id }), { singular: 'book', shaps: {} })`]:
    './12.mjs: books: has no "shaps"; did you mean shapes?',
  [`${model}collection('books', z.strictObject({ id, price: z.number() }), { singular: 'book', shapes: {} })`]:
    './13.mjs: books.price: a number with a fraction cannot be published',
  [`${model}collection('books', undefined, { singular: 'book', shapes: {} })`]:
    './14.mjs: books: its fields must be z.strictObject({ … })',
  [`${model}list('book', undefined, [])`]: './15.mjs: book: the list has no collection',
  [`${model}list('book', { name: 'books' }, [], { recrod: 'slug' })`]:
    './16.mjs: book: a list has no "recrod", only shape, paging, record',
  'await import("./none.mjs")':
    "./17.mjs fails: Error: Cannot find module 'HERE/none.mjs' imported from HERE/17.mjs",
};

/** What else the setting may name. */
const names: Readonly<Record<string, string>> = {
  './none.js': 'there is no module HERE/none.js',
  './node_modules':
    'HERE/node_modules is no file: name the module in it, such as ./node_modules/index.js',
  '0.mjs': 'there is no package "0.mjs"; did you mean ./0.mjs?',
  'no-package':
    'there is no package "no-package" (Cannot find package \'no-package\' imported from HERE/no-package.json)',
  '': 'must be the path of a module, such as ./portal/index.js, or the name of a package, not ""',
  zod: 'zod does not export portal',
};

/** Prints the error of a check with each settings file, as JSON. */
const asking = `
import { check } from 'portal-snapshot';
const told = [];
for (const config of process.argv.slice(2))
  told.push(await check({ config }).then(() => 'fine', ({ name, message, details = [] }) => name + ' ' + [message, ...details].join('; ')));
console.log(JSON.stringify(told));
`;

it('is refused in a sentence with its place', async () => {
  const cwd = temporaryFolder();
  linkPackages(cwd);
  writeFile(cwd, 'ask.mjs', asking);
  const sources = Object.keys(modules);
  for (const [i, source] of sources.entries()) writeFile(cwd, `${i}.mjs`, source);
  const wanted = {
    ...Object.fromEntries(sources.map((source, i) => [`./${i}.mjs`, modules[source]!])),
    ...names,
  };
  const files = Object.keys(wanted).map((named) => {
    const file = `${named.replace(/\W/g, '-')}.json`;
    writeFile(cwd, file, JSON.stringify({ portal: named }));
    return file;
  });
  const { stdout, stderr } = await start(process.execPath, ['ask.mjs', ...files], { cwd }).ended;
  expect(stderr).toBe('');
  expect(JSON.parse(stdout.replaceAll(cwd, 'HERE'))).toEqual(
    Object.values(wanted).map((said) => `UsageError portal: ${said}`),
  );
});

it('ends a command with status 2, even if it waits for ever', async () => {
  const cwd = temporaryFolder();
  writeFile(cwd, 'portal-snapshot.config.json', '{ "portal": "./portal.mjs" }');
  writeFile(cwd, 'portal.mjs', 'throw new Error("no")');
  for (const command of ['check', 'new', 'import']) {
    const args = command === 'import' ? [command, 'http://127.0.0.1:1'] : [command];
    const { status, stderr } = await runCommand(args, { cwd });
    expect([status, stderr]).toEqual([
      2,
      'portal-snapshot: portal: ./portal.mjs fails: Error: no (portal.mjs:1:7)\n',
    ]);
  }
  writeFile(cwd, 'portal.mjs', 'await new Promise(() => {})');
  const { status, stderr } = await runCommand(['check'], { cwd });
  expect([status, stderr]).toEqual([2, 'portal-snapshot: the command waits in vain\n']);
});
