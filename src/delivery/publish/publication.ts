// One publication. It repairs what an interrupted run left, sends missing files, makes the snapshot live, and removes
// old snapshots from the history. A rollback makes a snapshot of the history live.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atOnce } from '../../files/at-once.js';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { pageFile, SNAPSHOT } from '../../site/address.js';
import { snapshotFilesOf } from '../../site/kinds.js';
import { jsonOf } from '../http/json.js';
import { look, type PublishSteps, remove, replace, stepsTo, type Watch } from './bring.js';
import type { Bucket } from './bucket.js';
import { mustBeAlike } from './guard.js';
import {
  type Described,
  describedBy,
  type Files,
  forget,
  historyOf,
  type Kept,
  keep,
  keptSnapshot,
  liveDescription,
  objectKey,
  type Snapshot,
  sweep,
} from './history.js';
import { PRIVATE } from './kinds.js';
import { localSnapshot } from './local.js';
import type { PublishReport } from './report.js';

export interface PublishOptions {
  /** The snapshot's folder. Not read for `rollback` and `forget`. */
  readonly out: string;
  /** Makes an earlier snapshot live again: the previous one (true), or the one whose id begins with this text. */
  readonly rollback?: string | true;
  /** Whether to publish nothing, and to delete all snapshots from the history except the live one. */
  readonly forget?: boolean;
  /** How many earlier snapshots stay in the history; 10 by default. */
  readonly keep?: number;
  /** Whether to publish even a snapshot that is very different from the live one. */
  readonly acceptChange?: boolean;
  /** Whether to list the bucket, and restore what somebody else has changed. */
  readonly audit?: boolean;
  readonly dryRun?: boolean;
  readonly breakLock?: boolean;
  /** Stops the publication between two changes, and the purging of caches at once. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
}

const KEEP = 10;

export class Publication {
  readonly warnings: string[] = [];
  /** Whether readers may get files of two snapshots at present. */
  isBetween = false;
  #live: string | null = null;
  #before: string | null = null;
  #history: Kept[] = [];
  #files: PublishReport['files'] = { added: 0, changed: 0, removed: 0, total: 0 };

  constructor(
    private readonly portal: Portal,
    private readonly bucket: Bucket,
    private readonly options: PublishOptions,
    private readonly watch: Watch,
  ) {}

  /** `wasCutOff`: whether an earlier run was interrupted, so that the bucket may have files of two snapshots. */
  async run(wasCutOff: boolean): Promise<void> {
    const { bucket, options, watch } = this;
    const { dryRun = false } = options;
    this.isBetween = wasCutOff;
    const description = await liveDescription(bucket);
    this.#live = this.#before = description?.id ?? null;
    this.#history = await historyOf(bucket);
    const live = await this.#whatIsLive(wasCutOff);
    const { there, objects } = await this.#whatIsThere(live?.snapshot.files, wasCutOff);
    const wanted = await this.#wanted(live, description, wasCutOff);
    const steps = stepsTo(wanted.files, there);
    this.#count(wanted, steps, there);
    if (dryRun) {
      this.#live = wanted.id;
      return;
    }
    const isNew = live?.snapshot.id !== wanted.id;
    if (options.rollback === undefined && !options.forget) {
      await this.#send(wanted, objects, options.audit ? namesIn(steps) : []);
      if (isNew) await this.#keep(wanted, live?.number);
    }
    this.isBetween = true;
    await replace(bucket, wanted.files, steps, watch);
    this.#live = wanted.id;
    await remove(bucket, steps, watch);
    // If the snapshot has the id of the live one, only headers, error pages and the signature can differ. Then the list
    // in the history is replaced last. So if this run is interrupted before, the next run copies the files again.
    const isRemade = live && !isNew && changes(stepsTo(wanted.files, live.snapshot.files));
    if (isRemade) await keep(bucket, wanted, live.number);
    this.isBetween = false;
    if (options.rollback === undefined) await this.#forget(wanted.id);
  }

  /** Finds the live snapshot in the history; undefined if it is not there, or damaged. */
  async #whatIsLive(isUnsure: boolean): Promise<Live | undefined> {
    // If the first publication was interrupted, its snapshot is the newest in the history, and counts as the live one.
    const [newest] = isUnsure ? this.#history : [];
    const place = this.#history.find(({ id }) => id === this.#live) ?? newest;
    if (!place) return undefined;
    const snapshot = await keptSnapshot(this.bucket, place);
    if (snapshot) return { snapshot, number: place.number };
    this.warnings.push(
      'what is kept of the live snapshot is damaged: all its files are sent again',
    );
    return undefined;
  }

  /**
   * Finds the files that readers get, and hashes of kept files. After an interrupted run, restores the live snapshot if
   * all its files are kept (not in a dry run).
   */
  async #whatIsThere(
    live: Files | undefined,
    isUnsure: boolean,
  ): Promise<{ readonly there: Files; readonly objects: ReadonlySet<string> }> {
    const { bucket, options, watch } = this;
    const hashes = new Set([...(live?.values() ?? [])].map(({ hash }) => hash));
    const isKnown = live && !isUnsure && !options.audit && !options.forget;
    if (isKnown) return { there: live, objects: hashes };
    const isOurs = snapshotFilesOf(this.portal);
    const found = await look(bucket, (name) => name === '404.json' || isOurs(name), live);
    const { there, objects, foreign } = found;
    if (foreign.length > 0) {
      this.warnings.push(
        `${bucket.name} also has ${foreign.length} files that are not of this API, such as ${foreign[0]}; they stay`,
      );
    }
    if (!live) return { there, objects };
    const steps = stepsTo(live, there);
    if (isUnsure && !options.dryRun && [...hashes].every((hash) => objects.has(hash))) {
      await replace(bucket, live, steps, watch);
      await remove(bucket, steps, watch);
      this.isBetween = false;
      return { there: live, objects };
    }
    if (!isUnsure) this.#tellDrift(steps, there);
    return { there, objects };
  }

  #tellDrift(steps: PublishSteps, there: Files): void {
    const drifted = [...namesIn(steps), ...steps.removed];
    if (drifted.length === 0) return;
    const isKnown = [...there.values()].some(({ hash }) => hash !== '');
    this.warnings.push(
      isKnown
        ? `${drifted.length} files are not as they were published, such as ${drifted[0]}`
        : `${this.bucket.name} does not tell by its etags what is in files: all are copied again`,
    );
  }

  async #wanted(
    live: Live | undefined,
    description: Described | undefined,
    wasCutOff: boolean,
  ): Promise<Snapshot> {
    const { bucket, options } = this;
    const { out, rollback, acceptChange } = options;
    if (options.forget) {
      if (live) return live.snapshot;
      throw new UsageError(`--forget keeps what is live at ${bucket.name}, and nothing is`);
    }
    if (rollback !== undefined) {
      const kept = this.#earlier(rollback, live?.number ?? 0, wasCutOff);
      const snapshot = await keptSnapshot(bucket, kept);
      if (snapshot) return snapshot;
      throw new UsageError(`what is kept of ${kept.id} at ${bucket.name} is damaged`);
    }
    const wanted = await localSnapshot(this.portal, out);
    if (description && !acceptChange) await this.#refuseAnotherKind(description, live, wanted);
    return wanted;
  }

  async #refuseAnotherKind(
    description: Described,
    live: Live | undefined,
    wanted: Snapshot,
  ): Promise<void> {
    const { bucket, options } = this;
    const root = pageFile('');
    const own = readFileSync(join(options.out, root));
    const isSame = live?.snapshot.files.get(root)?.hash === wanted.files.get(root)?.hash;
    const there = isSame ? own : (await bucket.read(`live/${root}`))?.bytes;
    const coming = describedBy(readFileSync(join(options.out, SNAPSHOT)));
    if (!there || !coming) return;
    mustBeAlike(
      { root: jsonOf(there), description },
      { root: jsonOf(own), description: coming },
      bucket.name,
    );
  }

  #earlier(rollback: string | true, live: number, wasCutOff: boolean): Kept {
    const history = this.#history;
    let found: readonly Kept[];
    if (rollback === true) {
      // If an interrupted run did not get its snapshot live, a rollback goes back to the snapshot that is still live.
      const isLive = wasCutOff && (history[0]?.number ?? 0) > live;
      found = history.filter(({ number }) => (isLive ? number === live : number < live));
    } else found = withoutRepeated(history.filter(({ id }) => id.startsWith(rollback)));
    const [first, ...more] = found;
    if (first && (rollback === true || more.length === 0)) return first;
    throw new UsageError(
      rollback === true
        ? `no snapshot of ${this.bucket.name} is kept that was before the live one`
        : `${first ? 'more than one' : 'no'} snapshot ${quote(rollback)} is kept at ${this.bucket.name}; there are:`,
      history.map(({ id, at }) => `${id.slice(0, 12)}, published ${at?.toISOString()}`),
    );
  }

  /**
   * Sends the files that the bucket lacks, and again those that are `distrusted`. If a local file does not have its
   * SHA-256, this throws before any file is live.
   */
  async #send(
    { files }: Snapshot,
    objects: ReadonlySet<string>,
    distrusted: readonly string[],
  ): Promise<void> {
    const { bucket, options, watch } = this;
    const names = new Map([...files].map(([name, { hash }]) => [hash, name]));
    const again = new Set(distrusted.map((name) => files.get(name)?.hash));
    const missing = [...names].filter(([hash]) => !objects.has(hash) || again.has(hash));
    let done = 0;
    await atOnce(missing, async ([hash, name]) => {
      watch.check();
      await bucket.write(objectKey(hash), { path: join(options.out, name), hash }, PRIVATE);
      watch.onProgress('sending', ++done, missing.length);
    });
  }

  /**
   * Adds a snapshot to the history. After a rollback, also removes the snapshots that are newer than the live one.
   */
  async #keep(wanted: Snapshot, live = Number.POSITIVE_INFINITY): Promise<void> {
    const { bucket, watch } = this;
    await watch.step();
    const kept = { id: wanted.id, number: (this.#history[0]?.number ?? 0) + 1, at: undefined };
    await keep(bucket, wanted, kept.number);
    const left = this.#history.filter(({ number }) => number > live);
    await forget(bucket, left);
    this.#history = [kept, ...this.#history.filter((one) => !left.includes(one))];
  }

  async #forget(live: string): Promise<void> {
    const { bucket, options, watch } = this;
    const most = options.forget ? 0 : (options.keep ?? KEEP);
    const own = this.#history.find(({ id }) => id === live);
    const others = this.#history.filter((one) => one !== own);
    const gone = others.slice(most);
    if (gone.length > 0) await watch.step();
    await forget(bucket, gone);
    this.#history = this.#history.filter((one) => !gone.includes(one));
    // Unneeded objects are not removed each time, because finding them needs the lists of all snapshots.
    const isDue = gone.length > 0 && (own?.number ?? 0) % Math.max(most, 1) === 0;
    if (options.forget || isDue) await sweep(bucket, watch.check);
    if (options.forget && bucket.keepsVersions) {
      this.warnings.push(
        'the bucket keeps versions of its objects: what was removed is still among them',
      );
    }
  }

  #count({ files }: Snapshot, steps: PublishSteps, there: Files): void {
    const sent = namesIn(steps);
    const added = sent.filter((name) => !there.has(name)).length;
    const changed = sent.length - added;
    this.#files = { added, changed, removed: steps.removed.length, total: files.size };
  }

  /** The parts of the report that this class knows, also after an error. */
  report(): Pick<PublishReport, 'snapshot' | 'before' | 'files' | 'history' | 'warnings'> {
    const others = withoutRepeated(this.#history).filter(({ id }) => id !== this.#live);
    return {
      snapshot: this.#live,
      before: this.#before,
      files: this.#files,
      history: others.map(({ id, at }) => ({ id, at: at?.toISOString() ?? null })),
      warnings: this.warnings,
    };
  }
}

interface Live {
  readonly snapshot: Snapshot;
  readonly number: number;
}

const namesIn = ({ phases }: PublishSteps): string[] => phases.flatMap(({ files }) => files);

const changes = ({ phases, removed }: PublishSteps): boolean => phases.length + removed.length > 0;

/** If a snapshot was published several times, keeps only its newest entry. */
const withoutRepeated = (history: readonly Kept[]): Kept[] =>
  history.filter(({ id }, at) => history.findIndex((one) => one.id === id) === at);
