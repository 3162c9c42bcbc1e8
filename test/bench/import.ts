// Times `import` on an origin of many comments: the first time, again when nothing changed there, and after one more
// comment, whole and from the head of the feed. The origin is a server of the generated portal's snapshot, once as
// that, and once as a live portal, which has no snapshot.json: its lists are walked twice.
// usage: npm run bench:import -- [COMMENTS]
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { addComment } from './edits.js';
import { generatePortal } from './generate.js';
import { measure } from './measure.js';

const comments = Number(process.argv[2] ?? 100_000);
const tool = fileURLToPath(new URL('../../bin/portal-snapshot.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'portal-bench-'));
const [data, dist] = [join(scratch, 'data'), join(scratch, 'dist')];
process.chdir(scratch); // no settings of this repository are to count

/** Whether it answers as a snapshot does. */
let isSnapshot = true;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://origin');
  const file = join(dist, pathname.endsWith('/') ? `${pathname}index.json` : pathname);
  const isThere = existsSync(file) && (isSnapshot || !pathname.endsWith('snapshot.json'));
  const headers = { 'content-type': 'application/json' };
  if (!isThere) return void response.writeHead(404, headers).end('{"detail":"Not found."}');
  response.writeHead(200, { ...headers, 'content-length': statSync(file).size });
  pipeline(createReadStream(file), response).catch(() => response.destroy());
});

const build = () => {
  const cache = join(scratch, 'cache');
  return measure(process.execPath, [
    tool,
    'build',
    '--data',
    data,
    '--out',
    dist,
    '--cache',
    cache,
  ]);
};

try {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const generated = generatePortal(data, comments, false);
  await build();
  process.stdout.write('| what | origin | seconds | µs a record | peak MB | requests | MB |\n');
  process.stdout.write('|---|---|---:|---:|---:|---:|---:|\n');
  const time = async (what: string, into: string, ...flags: string[]) => {
    const folders = ['--data', join(scratch, into), '--cache', join(scratch, `${into}-cache`)];
    const args = [tool, 'import', url, ...folders, '--stubs', '--reporter', 'json', ...flags];
    const { seconds, megabytes, output } = await measure(process.execPath, args);
    const { requests, bytes, records } = JSON.parse(output).summary as {
      requests: number;
      bytes: number;
      records: Record<string, number>;
    };
    const all = Object.values(records).reduce((sum, count) => sum + count, 0);
    const cells = [
      what,
      isSnapshot ? 'a snapshot' : 'live',
      seconds.toFixed(1),
      ((seconds * 1e6) / all).toFixed(0),
      megabytes.toFixed(0),
      requests,
      (bytes / 1e6).toFixed(0),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  };
  await time('first', 'from-snapshot');
  await time('nothing changed', 'from-snapshot');
  isSnapshot = false;
  await time('first', 'from-live');
  addComment(generated, data, 1, false);
  await build();
  await time('one comment', 'from-live');
  await time('one comment', 'from-snapshot');
} finally {
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
