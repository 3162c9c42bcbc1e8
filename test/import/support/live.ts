// A live portal: a snapshot, served without what snapshots tell besides; and `import` of it as whoever runs it calls it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { build } from '../../../src/index.js';
import { oncePerFile } from '../../support/at-end.js';
import { startCommand } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { type Portal, writeData, writeFile } from '../../support/portal.js';
import { type Request, serveReplies } from '../../support/replies.js';
import { runIn } from '../../support/run.js';

const cache = oncePerFile(temporaryFolder);

export class LivePortal {
  url = '';
  /** The requests since the last import began. */
  asked: Request[] = [];
  /** What it says in the place of what it has, until the test ends. */
  set said(said: (body: string, path: string) => string) {
    this.#said = said;
    onTestFinished(() => {
      this.#said = (body) => body;
    });
  }
  #said = (body: string, _path: string): string => body;
  stop = async (): Promise<void> => {};
  #dist = '';
  #first = '';

  static async start(records: Portal): Promise<LivePortal> {
    const live = new LivePortal();
    live.#first = live.#dist = await distOf(records);
    Object.assign(live, await serveReplies(undefined, (request) => live.#answer(request)));
    return live;
  }

  /** Has these records until the test ends. */
  async publish(records: Portal): Promise<void> {
    onTestFinished(() => {
      this.#dist = this.#first;
    });
    this.#dist = await distOf(records);
  }

  /** Imports it into a folder, signing in with `Token kolokol` where flags say so. */
  async imported(cwd: string, ...flags: string[]) {
    this.asked = [];
    const args = ['import', this.url, ...flags];
    vi.stubEnv('SECRET', SECRET.SECRET);
    const { status, stdout, stderr } = await runIn(cwd, ...args).finally(vi.unstubAllEnvs);
    const shown = stdout.replaceAll(this.url, 'ORIGIN').replace(/[\d.]+ s$/m, 'N s');
    return { status, stdout: shown, stderr };
  }

  /** Starts an import, which may be interrupted. */
  importing = (cwd: string, ...flags: string[]) =>
    startCommand(['import', this.url, ...flags], { cwd, env: SECRET });

  #answer(request: Request) {
    this.asked.push(request);
    const { pathname } = new URL(request.path, this.url);
    const file = join(this.#dist, pathname, 'index.json');
    const [status, from] = existsSync(file) ? [200, file] : [404, join(this.#dist, '404.json')];
    const body = Buffer.from(this.#said(readFileSync(from, 'utf8'), pathname));
    return { status, headers: { 'content-type': 'application/json' }, body };
  }
}

async function distOf(records: Portal): Promise<string> {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), records);
  const options = { cwd, cache: cache(), audience: 'all', personal: 'publish' } as const;
  const { ok } = await build(options);
  expect(ok).toBe(true);
  return join(cwd, 'dist');
}

const SECRET = { SECRET: 'Token kolokol' };

/** A folder in which nothing was imported yet. */
export function newPortal(config = {}): string {
  const cwd = temporaryFolder();
  writeFile(cwd, 'package.json', '{}');
  writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify(config));
  return cwd;
}
