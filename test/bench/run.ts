// Times builds of a generated portal against the floor (reading and parsing all data, and copying
// the finished snapshot) and the afternoon script, in turn, and prints a table of medians.
// usage: npm run bench -- [COMMENTS] [RUNS]     100,000 comments and 5 runs by default
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Generated, generatePortal } from './generate.js';
import { measure, median, type Run } from './measure.js';

const comments = Number(process.argv[2] ?? 100_000);
const runs = Number(process.argv[3] ?? 5);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const command = here('../../bin/portal-snapshot.js');
const scratch = mkdtempSync(join(tmpdir(), 'portal-bench-'));
const [data, out, other, cache] = ['data', 'out', 'other', 'cache'].map((name) =>
  join(scratch, name),
) as [string, string, string, string];

const node = (...args: string[]) => measure(process.execPath, args);
const build = (...more: string[]) =>
  node(command, 'build', '--data', data, '--out', out, ...more, '--reporter', 'json');
const remove = (...paths: string[]) => {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
};

interface Measure {
  readonly name: string;
  readonly prepare?: () => void;
  readonly run: () => Promise<Run>;
}

/** What is measured, in the order of a round: each leaves what the next one needs. */
function measures(generated: Generated): Measure[] {
  let round = 0;
  return [
    { name: 'clean build', prepare: () => remove(out, cache), run: () => build('--cache', cache) },
    { name: 'nothing changed', run: () => build('--cache', cache) },
    {
      name: 'a comment added',
      prepare: () => addComment(generated, ++round),
      run: () => build('--cache', cache),
    },
    {
      name: 'a user renamed',
      prepare: () => renameUser(generated, round),
      run: () => build('--cache', cache),
    },
    { name: 'clean, no cache', prepare: () => remove(out), run: () => build('--no-cache') },
    { name: 'check, warm', run: () => node(command, 'check', '--data', data, '--cache', cache) },
    { name: 'floor: read and parse', run: () => node(here('floor.mjs'), data) },
    {
      name: 'floor: copy',
      prepare: () => remove(other),
      run: () => measure('cp', ['-r', out, other]),
    },
    ...(comments <= 100_000
      ? [
          {
            name: 'afternoon script',
            prepare: () => remove(other),
            run: () => node('--max-old-space-size=16000', here('afternoon.mjs'), data, other),
          },
        ]
      : []),
  ];
}

/** Adds a discussion of one reply to the newest post, and the event of the reply. */
function addComment(generated: Generated, round: number): void {
  const { comments, events, posts, lastComments, lastEvents } = generated;
  const tree = comments + 2 * round;
  const created = new Date(1.9e12 + round * 60_000).toISOString().replace('Z', '000+00:00');
  const both = { post: posts, tree_id: tree, created, tree_updated_at: created };
  const root = { id: tree, parent: null, user: null, text: 'root', lft: 1, rght: 4, level: 0 };
  const reply = { id: tree + 1, parent: tree, user: 1, lft: 2, rght: 3, level: 1 };
  append(lastComments, { ...both, ...root });
  append(lastComments, { ...both, ...reply, text: '<p>Готово</p>' });
  append(lastEvents, { id: events + round, datetime: created, user: 1, comment: tree + 1 });
}

/** Adds a record to the list in a file: one like the last, but for some fields. */
function append(file: string, fields: object): void {
  const text = readFileSync(file, 'utf8').trimEnd().slice(0, -1).trimEnd();
  const last = JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as object;
  writeFileSync(file, `${text},\n${JSON.stringify({ ...last, ...fields })}\n]\n`);
}

function renameUser({ firstUsers }: Generated, round: number): void {
  const text = readFileSync(firstUsers, 'utf8');
  writeFileSync(firstUsers, text.replace(/"last_name":"[^"]*"/, `"last_name":"Новая-${round}"`));
}

const generated = generatePortal(data, comments);
const all = measures(generated);
const taken = new Map<string, Run[]>(all.map(({ name }) => [name, []]));
try {
  for (let round = 0; round < runs; round++) {
    for (const { name, prepare, run } of all) {
      prepare?.();
      const result = await run();
      taken.get(name)!.push(result);
      process.stderr.write(`${round + 1} ${name}: ${result.seconds.toFixed(2)} s\n`);
    }
  }
  const seconds = (name: string) => median(taken.get(name)!.map((run) => run.seconds));
  const floors = taken
    .get('floor: copy')!
    .map((run, i) => run.seconds + taken.get('floor: read and parse')![i]!.seconds);
  const ratio = (name: string) =>
    median(taken.get(name)!.map((run, i) => run.seconds / floors[i]!)).toFixed(2);
  process.stdout.write(
    `${comments} comments, ${runs} runs, medians; the floor is ${median(floors).toFixed(2)} s\n\n`,
  );
  process.stdout.write(
    '| measure | seconds | × floor | peak MB | files written |\n|---|---:|---:|---:|---:|\n',
  );
  for (const { name } of all) {
    const some = taken.get(name)!;
    const memory = median(some.map((run) => run.megabytes)).toFixed(0);
    const written = /"written":(\d+)/.exec(some.at(-1)!.output)?.[1] ?? '';
    process.stdout.write(
      `| ${name} | ${seconds(name).toFixed(2)} | ${ratio(name)} | ${memory} | ${written} |\n`,
    );
  }
} finally {
  remove(scratch);
}
