// A working folder in which a sequence happens. After each step what is there is held against the oracle, and against
// a build that knows nothing of earlier ones: it is right, or the tool said by name what is wrong.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { build, check, type Options, type Report, UsageError } from '../../src/index.js';
import { portal as declared } from '../../src/portal/index.js';
import { refusalOf } from '../../src/problems/problem.js';
import { compileShare } from '../../src/snapshot/share.js';
import { edited } from '../cache/edit.js';
import { Choices } from '../oracle/random.js';
import type { Portal } from '../oracle/types.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { startCommand } from '../support/command.js';
import { SETTLED } from '../support/folders.js';
import { memory } from '../support/memory.js';
import type { Tree } from '../support/tree.js';
import { harm, treeOf } from './damage.js';
import { DataFolder } from './data.js';
import { attempt, Fault, mustBeNone, wrong } from './fault.js';
import { againstOracle } from './right.js';
import type { FuzzSettings, Place, Sequence, Step, Turn } from './sequence.js';

/** How often each thing happened. */
export class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }
}

/** Another way to the same snapshot. */
type OtherBuild = (options: Options & { readonly cwd: string }) => Promise<Report>;

/** What a build with a cache is held against, each in a folder of its own. */
const OTHERS: Readonly<Record<string, OtherBuild>> = {
  clean: (options) => build({ ...options, cache: false }),
  sharded: (options) =>
    inShares(options).catch((error) => {
      // A damaged store that cannot be written is made anew.
      if (!refusalOf(error, 'disk')) throw error;
      rmSync(join(options.cwd, 'store'), { recursive: true, force: true });
      return inShares(options);
    }),
};

/** A build by several machines, whose cache folder is that of the builds before. */
async function inShares(options: Options & { readonly cwd: string }): Promise<Report> {
  const shared = { ...options, cache: join(options.cwd, 'store') };
  for (const number of [2, 1]) await compileShare(declared, shared, { number, of: 2 });
  return build(shared);
}

/** Lives through a sequence; throws a {@link Fault}. `told`: is called before each step. */
export async function live(
  sequence: Sequence,
  counts: Counts,
  told: (step: Step) => void,
): Promise<void> {
  const cwd = mkdtempSync(join(memory ?? tmpdir(), 'portal-fuzz-'));
  try {
    const workplace = new Workplace(cwd, sequence, counts);
    await workplace.begin();
    for (const turn of sequence.turns) {
      told(turn.step);
      await workplace.take(turn);
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

class Workplace {
  readonly #data: DataFolder;
  /** Without errors. */
  #portal: Portal;
  #settings: FuzzSettings;
  /** What is in `dist` if nobody damages it. */
  #built: Tree = new Map();
  /** Files in `dist` that no build brought. */
  readonly #foreign = new Set<string>();
  /** Whether `dist` may be other than the last build left it. */
  #isDistHarmed = false;
  readonly #backedUp = new Map<Place, Tree>();

  constructor(
    private readonly cwd: string,
    { portal, layout, settings }: Sequence,
    private readonly counts: Counts,
  ) {
    this.#portal = portal;
    this.#settings = settings;
    this.#data = new DataFolder(join(cwd, 'data'), layout);
  }

  async begin(): Promise<void> {
    this.counts.add('portals');
    this.#set(this.#settings);
    this.#data.write(this.#portal);
    await this.#build(false);
  }

  async take({ step, isSettled }: Turn): Promise<void> {
    this.counts.add(`steps: ${step.do}`);
    switch (step.do) {
      case 'edit':
        return this.#edit(step.seed, step.times, isSettled);
      case 'lay out':
        this.#data.layout = step.layout;
        this.#data.write(this.#portal);
        return this.#build(isSettled);
      case 'set':
        this.#set(step.settings);
        return this.#build(isSettled);
      case 'damage':
        for (const one of step.harms) {
          const name = harm(join(this.cwd, step.where), one);
          if (name !== undefined) this.counts.add(`damage to ${step.where}: ${one.kind}`);
        }
        return this.#afterHarm(step.where, isSettled);
      case 'back up':
        return this.#backUp();
      case 'restore':
        return this.#restore(step.where, isSettled);
      case 'kill':
        return this.#kill(step.after, isSettled);
    }
  }

  #set(settings: FuzzSettings): void {
    this.#settings = settings;
    const file = join(this.cwd, 'portal-snapshot.config.json');
    writeFileSync(file, JSON.stringify({ frames: FRAME_HOSTS, ...settings }));
  }

  /** Changes records; a change that is an error is seen by the build, and taken back. */
  async #edit(seed: number, times: number, isSettled: boolean): Promise<void> {
    const at = new Choices(seed);
    let next = this.#portal;
    for (let left = times; left > 0; left--) next = edited(next, at);
    this.#data.write(next);
    if (await this.#buildOf(next, isSettled)) {
      this.#portal = next;
      return;
    }
    this.counts.add('edits that are errors');
    this.#data.write(this.#portal);
    await this.#build(false);
  }

  async #afterHarm(where: Place, isSettled: boolean): Promise<void> {
    switch (where) {
      case 'data':
        await this.#buildOf(undefined, isSettled);
        this.#data.writeAnew(this.#portal);
        return this.#build(false);
      case 'cache':
      case 'store':
        return this.#build(isSettled);
      case 'dist':
        this.#isDistHarmed = true;
        for (const path of treeOf(join(this.cwd, 'dist')).keys()) {
          if (!this.#built.has(path)) this.#foreign.add(path);
        }
        return isSettled ? this.#build(false) : undefined;
    }
  }

  #backUp(): void {
    for (const where of ['cache', 'dist'] as const) {
      const [from, to] = [join(this.cwd, where), join(this.cwd, 'backup', where)];
      rmSync(to, { recursive: true, force: true });
      this.#backedUp.delete(where);
      if (where === 'dist' && this.#isDistHarmed) continue;
      if (!existsSync(from)) continue;
      this.#backedUp.set(where, this.#built);
      copy(from, to);
    }
  }

  async #restore(where: Exclude<Place, 'data' | 'store'>, isSettled: boolean): Promise<void> {
    const built = this.#backedUp.get(where);
    if (!built) return;
    const [from, to] = [join(this.cwd, 'backup', where), join(this.cwd, where)];
    rmSync(to, { recursive: true, force: true });
    copy(from, to);
    if (where === 'dist') {
      this.#built = built;
      this.#isDistHarmed = false;
      if (isSettled) return this.#build(false);
    } else return this.#build(isSettled);
  }

  /** Builds what is right. */
  async #build(isSettled: boolean): Promise<void> {
    if (!(await this.#buildOf(this.#portal, isSettled))) throw new Fault('right data has errors');
  }

  /** Builds what is laid out, of which the portal may not be known; tells whether it has no error. */
  async #buildOf(portal: Portal | undefined, isSettled: boolean): Promise<boolean> {
    const { cwd, counts } = this;
    if (isSettled) await wait(SETTLED); // from now on stat signatures are trusted
    const dist = join(cwd, 'dist');
    const before = treeOf(dist);
    const options = { cwd, onUnwritableCache: () => {} };
    counts.add('builds');
    let found = await attempt('build', () => build({ ...options, cache: 'cache' }));
    if (found instanceof UsageError && this.#isDistHarmed && existsSync(join(cwd, 'data'))) {
      counts.add('refused: build');
      rmSync(dist, { recursive: true, force: true });
      found = await attempt('build', () => build({ ...options, cache: 'cache' }));
    }
    let isOk = false;
    for (const [name, other] of Object.entries(OTHERS)) {
      counts.add(`builds: ${name}`);
      rmSync(join(cwd, name), { recursive: true, force: true });
      const right = await attempt(name, () => other({ ...options, out: name }));
      isOk = this.#compare(name, found, right, before);
      if (isOk) againstOracle(this.#built, portal, this.#data, this.#settings);
    }
    if (portal === undefined) await this.#checkInRussian(found);
    return isOk;
  }

  /** Holds a build against another one; tells whether the data has no error. */
  #compare(
    name: string,
    found: Report | UsageError,
    right: Report | UsageError,
    before: Tree,
  ): boolean {
    const { cwd } = this;
    if (found instanceof UsageError || right instanceof UsageError) {
      if (String(found) === String(right)) return false;
      throw new Fault(`build: ${String(found)}; ${name}: ${String(right)}`);
    }
    const [is, must] = [found, right].map(comparable);
    if (!isDeepStrictEqual(is, must)) {
      throw new Fault(`build reports ${JSON.stringify(is)}\n${name}: ${JSON.stringify(must)}`);
    }
    const now = treeOf(join(cwd, 'dist'));
    if (!found.ok) {
      mustBeNone('a build with errors changed dist', wrong(now, before));
      return false;
    }
    this.#built = treeOf(join(cwd, name));
    this.#isDistHarmed = false;
    mustBeNone(`dist against ${name}`, wrong(now, this.#built));
    const spare = [...now.keys()].filter(
      (path) => !this.#built.has(path) && !this.#foreign.has(path),
    );
    mustBeNone('files that no snapshot has', spare);
    return true;
  }

  /** The other language has words for the same problems. */
  async #checkInRussian(found: Report | UsageError): Promise<void> {
    this.counts.add('checks');
    const { cwd } = this;
    const report = await attempt('check', () => check({ cwd, cache: 'cache', lang: 'ru' }));
    if (report instanceof UsageError || found instanceof UsageError) return;
    const places = ({ problems }: Report) =>
      problems
        .filter(({ code }) => code !== 'foreign-file')
        .map(({ code, file, line, column, path }) => [code, file, line, column, path].join(' '));
    if (!isDeepStrictEqual(places(report), places(found))) {
      throw new Fault(`check: ${places(report).join('; ')}\nbuild: ${places(found).join('; ')}`);
    }
    mustBeNone(
      'no words for',
      report.problems.filter(({ message }) => message === '').map(({ code }) => code),
    );
  }

  /** Kills a build, and builds again. */
  async #kill(after: number, isSettled: boolean): Promise<void> {
    const { cwd } = this;
    const before = treeOf(join(cwd, 'dist'));
    const at = new Choices(after);
    const next = edited(edited(this.#portal, at), at);
    this.#data.write(next);
    const running = startCommand(['build', '--cache', 'cache'], { cwd });
    const killer = setTimeout(() => running.child.kill('SIGKILL'), after);
    await running.ended;
    clearTimeout(killer);
    const left = treeOf(join(cwd, 'dist'));
    if (await this.#buildOf(next, isSettled)) this.#portal = next;
    const halves = [...left.keys()].filter((path) => {
      const is = left.get(path)!;
      return ![before, this.#built].some((tree) => tree.get(path)?.equals(is));
    });
    mustBeNone('a killed build left', halves);
    this.#data.write(this.#portal);
    await this.#build(false);
  }
}

/** Copies a folder as it is, with the pipes that damage made, which `cpSync` does not copy. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync('cp', ['-a', from, to]);
}

/** What reports of builds of the same data and settings have in common. */
function comparable({ ok, problems, summary }: Report): unknown {
  const { files, ...others } = summary;
  return {
    ok,
    problems: problems.filter(({ code }) => code !== 'foreign-file'),
    summary: { ...others, files: files.total },
  };
}
