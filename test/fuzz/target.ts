// The folder to which a sequence publishes: what readers find there is held against what was published, whatever became of
// the folder, and of what is kept beside it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { publish } from '../../src/delivery/publish/index.js';
import type { PublishOptions } from '../../src/delivery/publish/options.js';
import type { PublishReport } from '../../src/delivery/publish/report.js';
import { UsageError } from '../../src/index.js';
import { portal } from '../../src/portal/index.js';
import { startCommand } from '../support/command.js';
import { asBuilt, differences, type Tree } from '../support/tree.js';
import { treeOf } from './damage.js';
import { attempt, Fault, mustBeNone, wrong } from './fault.js';
import type { Publishing } from './sequence.js';
import type { Counts } from './workplace.js';

/** How many earlier snapshots can be brought back. */
const KEEP = 3;

export class Target {
  readonly #address: string;
  readonly #www: string;
  readonly #kept: string;
  /** What was published, by the ids of snapshots. */
  readonly #published = new Map<string, Tree>();
  /** Files there that no publication brought, or that are not as one left them. */
  readonly #foreign = new Set<string>();
  #live: Tree = new Map();
  #history: readonly string[] = [];
  /** Whether others may have changed what a publication does not look at without `audit`. */
  #isHarmed = false;

  constructor(
    private readonly cwd: string,
    private readonly counts: Counts,
  ) {
    this.#www = join(cwd, 'www');
    this.#kept = join(cwd, '.www.published');
    this.#address = pathToFileURL(this.#www).href;
  }

  /** Someone else changed something there. */
  harmed(): void {
    this.#isHarmed = true;
    mustBeNoted(this.#foreign, wrongIn(this.#here(), this.#live));
  }

  /** Publishes `dist`; `built` is what it holds if nobody damaged it. */
  async publish(how: Publishing, built: Tree, isDistHarmed: boolean): Promise<void> {
    this.counts.add('publications');
    built = this.#withUndescribed(asRead(built));
    let report = await this.#publish(how);
    if (failed(report)) {
      const why = reasonOf(report);
      if (!isDistHarmed && !this.#isHarmed) throw new Fault(`publish refuses: ${why}`);
      this.counts.add('refused: publish');
      report = await this.#publish({ ...how, audit: true, breakLock: true });
    }
    if (failed(report)) {
      if (isDistHarmed) return;
      // As its own words have it: without its files beside, or what is in the way, all is sent again.
      for (const folder of [this.#www, this.#kept]) {
        rmSync(folder, { recursive: true, force: true });
      }
      this.#isHarmed = false;
      report = await this.#publish(how);
      if (failed(report)) throw new Fault(`publish refuses an empty folder: ${reasonOf(report)}`);
    }
    this.#isLive(report, built, how.audit);
  }

  async rollBack({ by, ...how }: Publishing & { readonly by: number }): Promise<void> {
    const id = this.#history[by - 1];
    if (id === undefined) return;
    this.counts.add('publications: rollback');
    const report = await this.#publish({ ...how, rollback: id });
    if (!failed(report)) return this.#isLive(report, this.#published.get(id)!, how.audit);
    if (!this.#isHarmed) throw new Fault(`rollback refuses: ${reasonOf(report)}`);
    this.counts.add('refused: rollback');
  }

  /** Kills a publication; what it left is whole files, and the next one finishes it. */
  async killed(after: number, built: Tree): Promise<void> {
    this.counts.add('kills: publish');
    const args = ['publish', this.#address, '--accept-change', '--keep', String(KEEP)];
    const running = startCommand(args, { cwd: this.cwd });
    const killer = setTimeout(() => running.child.kill('SIGKILL'), after);
    const ended = await running.ended;
    clearTimeout(killer);
    if (!this.#isHarmed && ended.signal === null && ended.status !== 0) {
      throw new Fault(`publish: ${ended.stderr}`);
    }
    if (!this.#isHarmed) {
      const trees = [this.#withUndescribed(asRead(built)), ...this.#published.values()];
      const halves = [...this.#here()].filter(
        ([path, bytes]) =>
          !this.#foreign.has(path) && !trees.some((tree) => tree.get(path)?.equals(bytes)),
      );
      mustBeNone(
        'a killed publication left',
        halves.map(([path]) => path),
      );
    }
    await this.publish({ audit: false, grace: 0 }, built, false);
  }

  async #publish(more: Partial<PublishOptions>): Promise<PublishReport | UsageError> {
    const out = join(this.cwd, 'dist');
    const options = { target: this.#address, out, keep: KEEP, acceptChange: true, ...more };
    return attempt('publish', () => publish(portal, options));
  }

  /** Expects what readers find to be a snapshot. */
  #isLive(report: PublishReport, tree: Tree, isAudited: boolean): void {
    this.#live = tree;
    this.#history = report.history.map(({ id }) => id);
    const before = this.#published.get(report.snapshot!);
    if (before) mustBeNone('two snapshots with one id', differences(tree, before));
    this.#published.set(report.snapshot!, tree);
    if (this.#isHarmed && !isAudited) return;
    this.#isHarmed = false;
    const here = this.#here();
    mustBeNone('live', wrong(here, tree));
    const earlier = [...this.#published.values()];
    const spare = [...here].filter(
      ([path, bytes]) =>
        !tree.has(path) &&
        !this.#foreign.has(path) &&
        !earlier.some((published) => published.get(path)?.equals(bytes)),
    );
    mustBeNone(
      'live are also',
      spare.map(([path]) => path),
    );
  }

  /** With what `publish` takes as it stands in `dist`, since snapshot.json has no digest of it: 404.json, and files of others. */
  #withUndescribed(built: Tree): Tree {
    const is404 = ([path]: [string, Buffer]) => /^404\.json(?:\.br|\.gz)?$/.test(path);
    const isOfOthers = ([path]: [string, Buffer]) =>
      /^api\/.+\.json$/.test(path) && !built.has(path);
    const inDist = [...treeOf(join(this.cwd, 'dist'))];
    return new Map([
      ...[...built].filter((file) => !is404(file)),
      ...inDist.filter((file) => is404(file) || isOfOthers(file)),
    ]);
  }

  #here(): Tree {
    return asRead(treeOf(this.#www));
  }
}

/** A snapshot without what `publish` adds to its snapshot.json, which it then packs anew. */
const asRead = (tree: Tree): Tree =>
  new Map(
    [...tree].map(([path, bytes]) => [
      path,
      path.startsWith('api/snapshot.json') ? asBuilt(unpacked(path, bytes)) : bytes,
    ]),
  );

/** What is in a compressed sibling that nobody damaged. */
function unpacked(path: string, bytes: Buffer): Buffer {
  const unpack = { '.br': brotliDecompressSync, '.gz': gunzipSync }[path.slice(-3)];
  try {
    return unpack?.(bytes) ?? bytes;
  } catch {
    return bytes;
  }
}

type Failed = UsageError | (PublishReport & { readonly problem: string });

const failed = (report: PublishReport | UsageError): report is Failed =>
  report instanceof UsageError || report.problem !== null;

const reasonOf = (report: Failed): string =>
  report instanceof UsageError ? report.message : report.problem;

/** Files that are not as they should be, or should not be. */
const wrongIn = (here: Tree, right: Tree): string[] =>
  [...here.keys()].filter((path) => !right.get(path)?.equals(here.get(path)!));

const mustBeNoted = (all: Set<string>, paths: readonly string[]): void => {
  for (const path of paths) all.add(path);
};
