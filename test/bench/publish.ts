// Times `publish` on a real store, Ceph's gateway, in turn with `aws s3 sync` where there is one: the first
// publication of some 5,000 files, an edit, and nothing changed. Both send the same folder, each to a prefix of
// its own, a new one in each round; who begins changes from round to round. Requests and bytes are those that the
// gateway counted.
// usage: npm run bench:publish -- [ROUNDS] [--against FOLDER]
//   3 rounds by default. FOLDER: another compiled checkout, timed in turn with this one.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { cephCredentials, cephTools, startGateway } from '../support/ceph.js';
import { program } from '../support/tools.js';
import { addComment } from './edits.js';
import { generatePortal } from './generate.js';
import { measure, median } from './measure.js';

/** With two records a page, as many files as 100,000 comments make with twenty. */
const [COMMENTS, PAGE_SIZE] = [10_000, 2];
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const rounds = Number(positionals[0] ?? 3);
const own = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'portal-bench-'));
const [data, dist] = [join(scratch, 'data'), join(scratch, 'dist')];
process.chdir(scratch); // no settings of this repository are to count

const missing = cephTools.filter(({ file }) => file === undefined).map(({ name }) => name);
if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`);
Object.assign(process.env, cephCredentials);

/** One way to bring a folder to a store. */
interface Way {
  readonly name: string;
  readonly command: string;
  /** Its arguments, but for where to. */
  readonly args: (url: string, target: string) => readonly string[];
}

const tool = (checkout: string) => join(checkout, 'bin', 'portal-snapshot.js');
const publishBy = (name: string, checkout: string): Way => ({
  name,
  command: process.execPath,
  args: (url, target) => [tool(checkout), 'publish', target, '--endpoint', url, '--out', dist],
});
const aws = program('aws').file;
const ways: readonly Way[] = [
  publishBy('publish', own),
  ...(options.against === undefined ? [] : [publishBy('the other', resolve(options.against))]),
  ...(aws === undefined
    ? []
    : [
        {
          name: 'aws s3 sync',
          command: aws,
          args: (url: string, target: string) => [
            '--endpoint-url',
            url,
            's3',
            'sync',
            '--delete',
            '--only-show-errors',
            dist,
            target,
          ],
        },
      ]),
];

/** What one way took for one thing, in one round. */
interface Taken {
  readonly what: string;
  readonly way: string;
  readonly round: number;
  readonly seconds: number;
  /** Seconds of its own process: on a machine that others use, these tell more. */
  readonly processor: number;
  readonly requests: number;
  readonly sent: number;
}

/** Times a command by the shell's own clock, which knows programs of any kind. */
async function timed(command: string, args: readonly string[]) {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" > /dev/null 2>&3; } 3>&2 2>&1';
  const { output } = await measure('bash', ['-c', script, 'bash', command, ...args]);
  const [seconds = 0, user = 0, system = 0] = output.trim().split(' ').map(Number);
  return { seconds, processor: user + system };
}

const build = () => {
  const flags = ['--page-size', `${PAGE_SIZE}`, '--cache', join(scratch, 'cache')];
  return measure(process.execPath, [tool(own), 'build', '--data', data, '--out', dist, ...flags]);
};

mkdirSync(join(scratch, 'ceph'));
const gateway = await startGateway(join(scratch, 'ceph'));
try {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } =
    cephCredentials;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({
    endpoint: gateway.url,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials,
  });
  await client.send(new CreateBucketCommand({ Bucket: 'portal' }));
  client.destroy();
  const generated = generatePortal(data, COMMENTS);
  const all: Taken[] = [];
  await build();
  for (let round = 1; round <= rounds; round++) {
    for (const what of ['first publication', 'one comment with its event', 'nothing changed']) {
      if (what.startsWith('one')) {
        addComment(generated, data, round, true);
        await build();
      }
      const turn = round % ways.length;
      for (const { name, command, args } of [...ways.slice(turn), ...ways.slice(0, turn)]) {
        const before = await gateway.asked();
        const target = `s3://portal/${name.replaceAll(' ', '-')}-${round}`;
        const { seconds, processor } = await timed(command, args(gateway.url, target));
        const after = await gateway.asked();
        const [requests, sent] = [after.requests - before.requests, after.sent - before.sent];
        all.push({ what, way: name, round, seconds, processor, requests, sent });
        process.stderr.write(`${what}, ${name}: ${seconds.toFixed(2)} s\n`);
      }
    }
  }
  process.stdout.write(tableOf(all));
} finally {
  await gateway.stop();
  rmSync(scratch, { recursive: true, force: true });
}

function tableOf(all: readonly Taken[]): string {
  const lines = [...new Set(all.map(({ what }) => what))].flatMap((what) =>
    ways.map(({ name }) => {
      const of = (way: string) => all.filter((one) => one.what === what && one.way === way);
      const [took, base] = [of(name), of('publish')];
      const middle = (key: 'seconds' | 'processor' | 'requests' | 'sent') =>
        median(took.map((one) => one[key]));
      const ratio = median(took.map(({ seconds }, i) => seconds / base[i]!.seconds));
      const cells = [
        what,
        name,
        middle('seconds').toFixed(2),
        ratio.toFixed(2),
        middle('processor').toFixed(2),
        middle('requests'),
        (middle('sent') / 1e6).toFixed(1),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return [
    `${rounds} rounds, medians`,
    '',
    '| what | by | seconds | × publish | of processor | requests | MB sent |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...lines,
    '',
  ].join('\n');
}
