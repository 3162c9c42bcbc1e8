// An import that is killed at any instant while it fetches: the next run goes on where it was, and what had come whole
// is not asked for again.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/fields.js';
import { event, expert, newStore, Origin, region, tidy } from '../../import/fetch/origin.js';
import { Choices } from '../../oracle/random.js';
import { projectFolder } from '../../support/folders.js';

tidy();

const KILLS = 15;
const AT_ONCE = 2;

/** Fetches in a process of its own, which prints the SHA-256 of each list when it is done. */
function start(url: string, store: string): ChildProcess {
  const source = (path: string) => JSON.stringify(pathToFileURL(join(projectFolder, 'src', path)));
  const script = `
    import { createHash } from 'node:crypto';
    import { fetchOrigin } from ${source('import/fetch/index.ts')};
    import { portal } from ${source('portal/index.ts')};
    const { lists, problems } = await fetchOrigin(portal, {
      url: ${JSON.stringify(url)}, store: ${JSON.stringify(store)}, concurrency: ${AT_ONCE},
    });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    for (const { endpoint, visit } of lists) {
      const hash = createHash('sha256');
      await visit((record) => void hash.update(JSON.stringify(record)));
      console.log(endpoint.name, hash.digest('hex'));
    }`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', script];
  return spawn(process.execPath, flags, {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it('is gone on with, and nothing that is there whole is fetched twice', async () => {
  const seed = Date.now();
  const choices = new Choices(seed);
  const rows = <T>(n: number, make: (id: number) => T) =>
    Array.from({ length: n }, (_, i) => make(i + 1));
  const lists: Record<string, JsonObject[]> = {
    'epb-e/expert': rows(60, (id) => expert(id)),
    region: rows(50, (id) => region(id)),
    event: rows(70, (id) => event(71 - id)),
  };
  const origin = await Origin.start(lists);
  /** Answers that are under way, and the last ones that were sent: these may not be in the store yet. */
  const open = new Set<{ readonly target: string }>();
  const sent: { readonly target: string }[] = [];
  let left = Number.POSITIVE_INFINITY;
  let stop = () => {};
  origin.takeOver = (target, response) => {
    const answer = { target };
    open.add(answer);
    response.on('finish', () => sent.push(answer));
    response.on('close', () => open.delete(answer));
    if (--left === 0) setTimeout(() => stop(), choices.below(4));
    return false;
  };
  const store = newStore();
  const mayComeAgain = new Map<string, number>();
  for (let kill = 0; kill < KILLS; kill++) {
    const child = start(origin.url, store);
    const isOver = once(child, 'exit');
    left = 1 + choices.below(12);
    stop = () => child.kill('SIGKILL');
    const [, signal] = await isOver;
    expect(signal, `it was done before kill ${kill}, with seed ${seed}`).toBe('SIGKILL');
    await sleep(20); // until the server has noticed
    const targets = [...open, ...sent.slice(-2 * AT_ONCE)].map(({ target }) => target);
    for (const target of new Set(targets)) {
      mayComeAgain.set(target, (mayComeAgain.get(target) ?? 0) + 1);
    }
  }
  left = Number.POSITIVE_INFINITY;
  const child = start(origin.url, store);
  let said = '';
  child.stdout!.on('data', (text) => {
    said += text;
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const [name, records] of Object.entries(lists)) {
    const hash = createHash('sha256');
    for (const record of records) hash.update(JSON.stringify(record));
    expect(said).toContain(`${name} ${hash.digest('hex')}`);
  }
  const times = new Map<string, number>();
  for (const target of origin.asked) times.set(target, (times.get(target) ?? 0) + 1);
  const tooOften = [...times].filter(([target, n]) => {
    const walks = /openapi|^\/api\/(index\.json)?$/.test(target) ? 1 : 2;
    return n > walks + (mayComeAgain.get(target) ?? 0);
  });
  expect(tooOften, `seed ${seed}`).toEqual([]);
  // In all, no more was in vain than could be under way.
  const fresh = await Origin.start(lists);
  const whole = start(fresh.url, newStore());
  expect(await once(whole, 'exit')).toEqual([0, null]);
  expect(origin.asked.length - fresh.asked.length, `seed ${seed}`).toBeLessThanOrEqual(
    AT_ONCE * KILLS,
  );
}, 180_000);
