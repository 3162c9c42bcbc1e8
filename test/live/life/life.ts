// The life of a portal, day by day: editors change it by commands and by hand, it is built and published, another portal is imported
// from it, and a mirror follows it; some of these commands are killed. What is left each evening is held against what may be there.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Choices } from '../../oracle/random.js';
import { CREDENTIALS, type StrictStore, startStrictStore } from '../../publish/strict-store.js';
import { type Ended, type Running, runCommand, startCommand } from '../../support/command.js';
import { memory } from '../../support/memory.js';
import {
  directory,
  experts,
  forum,
  vacancies,
  writeData,
  writeFile,
} from '../../support/portal.js';
import { projectFolder } from '../../support/project.js';
import { serveReplies } from '../../support/replies.js';
import { freePort } from '../../support/tools.js';
import { recordsIn } from './data.js';
import { Evening } from './evening.js';

/** How a life went. */
export interface Lived {
  readonly commands: number;
  readonly kills: number;
  /** Milliseconds of each run of a command, by its name and the day. */
  readonly times: ReadonlyMap<string, readonly (readonly [day: number, ms: number])[]>;
  /** Bytes and files of each folder, and of the preview, each evening. */
  readonly sizes: readonly Readonly<Record<string, number>>[];
}

/** One in so many commands is killed before it is run to its end. */
const KILLED = 8;
/** How many records of a kind there are, in the long run. */
const KEPT = { vacancies: 20, comments: 36 };
/** Those that `import` asks for, and some that grow with the portal. */
const EXTRAS = [
  ...['/api/city/', '/api/blog/', '/api/post/', '/api/post-comment/post/{id}/', '/api/user/{id}/'],
  ...['/api/job/vacancy/{id}/', '/api/event/all.ndjson', '/api/job/vacancy/feed.atom'],
];

/**
 * Lives for so many days. Throws when a command fails, or when something is left that has no place. `isEnough` is asked each
 * evening by who wants to know how times change: they are told in builds of a portal in which nothing happens.
 */
export async function live(
  days: number,
  seed: number,
  isEnough?: (day: number) => boolean,
): Promise<Lived> {
  const root = mkdtempSync(join(memory ?? tmpdir(), 'portal-life-'));
  const life = new Life(root, new Choices(seed), isEnough !== undefined);
  try {
    await life.begin();
    for (let day = 1; day <= days; day++) {
      await life.day(day);
      if (isEnough?.(day)) break;
    }
    return life.lived();
  } finally {
    await life.end();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

class Life {
  readonly #ours: string;
  readonly #theirs: string;
  /** A portal in which nothing happens: how long its builds take tells how fast the machine is on a day. */
  readonly #still: string;
  readonly #evening: Evening;
  readonly #times = new Map<string, [number, number][]>();
  readonly #sizes: Record<string, number>[] = [];
  #commands = 0;
  #kills = 0;
  #day = 0;
  /** How many days the clock is ahead. */
  #ahead = 0;
  #preview: Running | undefined;
  #previewed = '';
  #url = '';
  #stop = async (): Promise<void> => {};
  /** The bucket that ours is published to, and that readers get. */
  #store!: StrictStore;

  constructor(
    private readonly root: string,
    private readonly at: Choices,
    private readonly isTimed: boolean,
  ) {
    [this.#ours, this.#theirs] = [join(root, 'ours'), join(root, 'theirs')];
    this.#still = join(root, 'still');
    for (const name of ['tmp', 'tmp-preview']) mkdirSync(join(root, name));
    appendFileSync(join(root, 'clock'), '0 0\n');
    this.#evening = new Evening(root);
  }

  async begin(): Promise<void> {
    this.#store = await startStrictStore();
    const { objects } = this.#store;
    const server = await serveReplies(undefined, ({ path }) => {
      const name = new URL(path, 'http://localhost').pathname.slice(1);
      const found = objects.get(/\.\w+$/.test(name) ? name : join(name, 'index.json'));
      const headers = { 'content-type': 'application/json' };
      if (found) return { status: 200, headers, body: found.bytes };
      return { status: 404, headers, body: objects.get('404.json')!.bytes };
    });
    [this.#url, this.#stop] = [server.url, server.stop];
    for (const cwd of [this.#ours, this.#theirs, this.#still]) {
      writeFile(cwd, 'package.json', '{}');
      const settings = { baseUrl: this.#url, pageSize: 5, extras: EXTRAS };
      writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify(settings));
    }
    for (const cwd of [this.#ours, this.#still]) {
      writeData(join(cwd, 'data'), {
        ...{ ...directory(15), ...experts(11), ...vacancies(KEPT.vacancies) },
        ...forum({ posts: 8, replies: 4 }),
      });
    }
    await this.#startPreview();
  }

  async day(day: number): Promise<void> {
    this.#day = day;
    await this.#later(0.25);
    await this.#edit();
    if (this.at.once(10)) await this.#mistake();
    await this.#build(this.#ours);
    if (this.isTimed) await this.#ending('still', this.#still, ['build', '--no-cache']);
    await this.#publish('--keep', '5', ...(day % 7 === 0 ? ['--audit'] : []));
    if (day % 4 === 1) await this.#import();
    await this.#later(0.25);
    if (day % 2 === 0) {
      await this.#run(this.root, 'mirror', this.#url, 'copy');
      await this.#build(this.#ours); // of what is built already
    }
    if (day % 30 === 0) await this.#rollBack();
    if (day % 45 === 0) await this.#publish('--forget');
    const answer = await fetch(`${this.#previewed}api/event/`);
    if (answer.status !== 200) throw new Error(`the preview answers ${answer.status}`);
    this.#sizes.push(
      this.#evening.look(this.#now(), this.#preview!.child.pid!, this.#store.objects),
    );
    await this.#later(0.5);
  }

  lived(): Lived {
    const [commands, kills, times, sizes] = [this.#commands, this.#kills, this.#times, this.#sizes];
    return { commands, kills, times, sizes };
  }

  async end(): Promise<void> {
    this.#preview?.child.kill('SIGTERM');
    await this.#preview?.ended;
    await this.#stop();
    await this.#store?.close();
  }

  #now = () => Date.now() + this.#ahead * 24 * 60 * 60_000;

  /** Lets the clock jump. Times of files lag a few milliseconds behind it, so nothing may happen just before or after. */
  async #later(days: number): Promise<void> {
    await sleep(25);
    this.#ahead += days;
    appendFileSync(join(this.root, 'clock'), `${Date.now()} ${this.#ahead}\n`);
    await sleep(25);
  }

  /** What editors do on a day: in the long run as much goes as comes. */
  async #edit(): Promise<void> {
    const { at } = this;
    const cwd = this.#ours;
    const has = recordsIn(join(cwd, 'data'));
    const one = (name: string) => String(at.of(has(name))['id']);
    const text = `<p>День ${this.#day}: ${'котлы '.repeat(1 + at.below(40))}</p>`;
    if (at.once(2)) {
      const of = ['--post', one('posts'), '--user', one('users')];
      await this.#run(cwd, 'new', 'comment', ...of, '--text', text);
    } else {
      const of = [
        '--category',
        String(1 + at.below(3)),
        '--work_salary',
        String(at.below(9) * 100),
      ];
      await this.#run(cwd, 'new', 'vacancy', ...of, '--text', text);
    }
    if (at.once(3)) {
      const position = ['--work_position', `№ ${this.#day}`];
      await this.#run(cwd, 'change', 'vacancy', one('vacancies'), ...position);
    }
    if (at.once(8)) await this.#run(cwd, 'undo');
    for (const [name, most] of Object.entries(KEPT)) {
      const oldest = oldestOf(recordsIn(join(cwd, 'data'))(name), most);
      if (oldest !== undefined) await this.#run(cwd, 'remove', name, oldest, '--cascade');
    }
    if (this.#day % 7 === 0) await this.#run(cwd, 'fmt');
  }

  /** A file that somebody spoils by hand, and puts right again. */
  async #mistake(): Promise<void> {
    const path = 'data/regions.json';
    const right = readFileSync(join(this.#ours, path), 'utf8');
    writeFile(this.#ours, path, right.slice(0, this.at.below(right.length)));
    await this.#expect(1, this.#ours, 'check');
    await this.#expect(1, this.#ours, 'build');
    writeFile(this.#ours, path, right);
  }

  async #build(cwd: string): Promise<void> {
    await this.#run(cwd, 'build');
  }

  /** Publishes with these flags; one that was killed before still has the lock. */
  async #publish(...flags: string[]): Promise<void> {
    const more = ['--endpoint', this.#store.url, '--break-lock', ...flags];
    await this.#run(this.#ours, 'publish', 's3://portal', ...more);
  }

  async #rollBack(): Promise<void> {
    await this.#publish('--rollback');
    await this.#publish('--keep', '5');
  }

  /** Brings the other portal in step, and builds it. */
  async #import(): Promise<void> {
    await this.#run(this.#theirs, 'import', this.#url, '--stubs', '--allow-removals');
    await this.#build(this.#theirs);
  }

  /** Runs a command; some are killed before, and run again. */
  async #run(cwd: string, ...args: string[]): Promise<void> {
    const { at } = this;
    if (at.once(KILLED)) {
      this.#kills++;
      const running = startCommand(args, { cwd, env: this.#env() });
      const signal = at.once(4) ? 'SIGINT' : 'SIGKILL';
      const killer = setTimeout(() => running.child.kill(signal), 50 + at.below(900));
      await running.ended;
      clearTimeout(killer);
      // What is gone already cannot be removed again.
      if (args[0] === 'remove' || args[0] === 'undo') {
        await this.#ending(args[0], cwd, args);
        return;
      }
    }
    await this.#expect(0, cwd, ...args);
  }

  async #expect(status: number, cwd: string, ...args: string[]): Promise<void> {
    const ended = await this.#ending(args[0]!, cwd, args);
    if (ended.status === status) return;
    const said = `${ended.stdout}${ended.stderr}`;
    throw new Error(`day ${this.#day}: ${args.join(' ')} ends with ${ended.status}: ${said}`);
  }

  async #ending(name: string, cwd: string, args: readonly string[]): Promise<Ended> {
    this.#commands++;
    const start = performance.now();
    const ended = await runCommand(args, { cwd, env: this.#env() });
    const times = this.#times.get(name) ?? [];
    this.#times.set(name, times);
    times.push([this.#day, performance.now() - start]);
    return ended;
  }

  #env(tmp = 'tmp'): Record<string, string> {
    return {
      ...CREDENTIALS,
      CLOCK: join(this.root, 'clock'),
      NODE_OPTIONS: `--import ${pathToFileURL(join(projectFolder, 'test/live/life/clock.mjs'))}`,
      TMPDIR: join(this.root, tmp),
    };
  }

  /** A preview that runs all the time. */
  async #startPreview(): Promise<void> {
    const port = String(await freePort());
    const args = ['preview', '--port', port];
    this.#preview = startCommand(args, { cwd: this.#ours, env: this.#env('tmp-preview') });
    this.#previewed = `http://127.0.0.1:${port}/`;
    for (let left = 100; left > 0; left--) {
      if (await fetch(this.#previewed).catch(() => undefined)) return;
      await sleep(200);
    }
    throw new Error('the preview does not begin to serve');
  }
}

/** The id of the oldest record that is no root of a tree, where there are more than so many. */
function oldestOf(records: readonly Record<string, unknown>[], most: number): string | undefined {
  const ids = records.filter(({ user, text }) => user !== undefined || text !== undefined);
  if (ids.length <= most) return undefined;
  return String(Math.min(...ids.map(({ id }) => id as number)));
}
