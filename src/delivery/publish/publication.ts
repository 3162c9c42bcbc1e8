// One publication. It repairs what an interrupted run left, sends missing files, makes the snapshot live, and removes
// old snapshots from the history. A rollback makes a snapshot of the history live.
import { join } from 'node:path';
import { atOnce } from '../../files/at-once.js';
import { jsonOf } from '../../files/source/foreign-json.js';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { pageFile } from '../../site/address.js';
import type { ReadSnapshot } from '../../site/snapshot-reader.js';
import {
  changes,
  copiedFiles,
  lost,
  type PublishSteps,
  remove,
  replace,
  stepsTo,
} from './bring.js';
import { type Bucket, NotLive } from './bucket.js';
import { type Contents, compareBucket, differences, wrongOf } from './comparison.js';
import { mustBeAlike } from './guard.js';
import { PRIVATE } from './headers.js';
import {
  entryName,
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
import { type LocalSnapshot, localSnapshot, readBuilt } from './local.js';
import type { Found } from './lock.js';
import { placeOf, rollbackTo, withoutRepeated } from './places.js';
import type { PublishReport } from './report.js';
import type { Place, Watch } from './watch.js';

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
  /** Whether to read all files in the bucket, and restore what somebody else has changed. */
  readonly audit?: boolean;
  readonly dryRun?: boolean;
  readonly breakLock?: boolean;
  /** Stops the publication between two changes, and the purging of caches at once. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
}

const KEEP = 10;
/** How often the bucket is compared and mended at the end, while another run may still change it. */
const MOST_LOOKS = 5;

/** A snapshot of the history, with its files. */
interface KeptSnapshot extends Snapshot {
  readonly kept: Kept;
}

/** What is to be live, and the snapshot that a rollback then goes back to. */
interface Goal extends KeptSnapshot {
  readonly from: Kept | undefined;
}

export class Publication {
  readonly warnings: string[] = [];
  /** Whether readers may get files of two snapshots at present. */
  isBetween = false;
  /** Whether another run may still be working, although this run has the lock. */
  hasRival = false;
  place: Place = {};
  #live: string | null = null;
  #before: string | null = null;
  #history: Kept[] = [];
  #files: PublishReport['files'] = { added: 0, changed: 0, removed: 0, total: 0 };
  #names: Pick<PublishReport, 'removed' | 'foreign'> = { removed: [], foreign: [] };
  /** Hashes of the kept files that this run has sent, or has read and compared. */
  readonly #right = new Set<string>();

  constructor(
    private readonly portal: Portal,
    private readonly bucket: Bucket,
    private readonly options: PublishOptions,
    private readonly watch: Watch,
  ) {}

  /** `found`: what the lock said before this run. */
  async run(found: Found): Promise<void> {
    const { bucket, options } = this;
    this.place = found;
    const description = await liveDescription(bucket);
    this.#live = this.#before = description?.id ?? null;
    this.#history = await historyOf(bucket);
    const place = placeOf(found, this.#history, description?.id);
    // If no lock is there although something was published, somebody removed it, perhaps from a run that still works.
    this.hasRival = found.state === 'held' || (found.state === 'none' && place !== undefined);
    // Anybody may have replaced snapshot.json.
    const isUnsure = found.state !== 'free' || description?.id !== place?.id;
    this.isBetween = isUnsure;
    const live = await this.#liveAt(place);
    const goal = await this.#goal(found, place, live, description);
    const isKnown = live && !isUnsure && !options.audit && !options.forget;
    const { there, objects } = isKnown
      ? { there: live.files, objects: hashesOf(live.files) }
      : await this.#compare(goal, live, isUnsure);
    const steps = stepsTo(goal.files, there, live?.files);
    this.#count(goal, steps, there);
    if (options.dryRun) {
      this.#live = goal.id;
      return;
    }
    let after = there;
    if (isUnsure && live && goal.kept !== live.kept) after = await this.#restore(live, there);
    await this.#bring(goal, live, { there: after, objects, isUnsure });
    this.isBetween = false;
    this.place = { live: entryName(goal.kept) };
    if (this.hasRival) {
      this.warnings.push(
        'another publish may still be working, although its lock is broken or gone: all files were compared at the end, and the next publish compares them once more',
      );
    }
    // The lists tell which files that other run may leave.
    if (options.forget || (options.rollback === undefined && !this.hasRival)) {
      await this.#forget(goal.kept);
    }
  }

  /** The list of the live snapshot; undefined if there is none, or it is damaged. */
  async #liveAt(place: Kept | undefined): Promise<KeptSnapshot | undefined> {
    const snapshot = place && (await keptSnapshot(this.bucket, place));
    if (snapshot) return { ...snapshot, kept: place };
    if (!place) return undefined;
    if (this.options.forget) {
      throw new UsageError(
        `the list of the files that are live at ${this.bucket.name} is damaged: publish the snapshot in dist/ again, then use --forget`,
      );
    }
    this.warnings.push('the list of the live files is damaged: all files are compared');
    return undefined;
  }

  async #goal(
    found: Found,
    place: Kept | undefined,
    live: KeptSnapshot | undefined,
    description: ReadSnapshot | undefined,
  ): Promise<Goal> {
    const { bucket, options } = this;
    if (options.forget) {
      if (live) return { ...live, from: live.kept };
      throw new UsageError(`--forget keeps what is live at ${bucket.name}, and nothing is`);
    }
    if (options.rollback !== undefined) {
      const back = rollbackTo(options.rollback, found, this.#history, place, bucket.name);
      const snapshot = await keptSnapshot(bucket, back.kept);
      if (snapshot) return { ...snapshot, ...back };
      throw new UsageError(`what is kept of ${back.kept.id} at ${bucket.name} is damaged`);
    }
    const wanted = await localSnapshot(this.portal, options.out);
    if (description && !options.acceptChange) {
      await this.#refuseAnotherKind(description, live, wanted);
    }
    const number = (place ?? this.#history[0])?.number ?? 0;
    const added: Kept = { id: wanted.id, number: number + 1, at: undefined };
    return { ...wanted, kept: place?.id === wanted.id ? place : added, from: place };
  }

  async #refuseAnotherKind(
    description: ReadSnapshot,
    live: Snapshot | undefined,
    wanted: LocalSnapshot,
  ): Promise<void> {
    const { bucket, options } = this;
    const root = pageFile('');
    const own = readBuilt(join(options.out, root));
    const isSame = live?.files.get(root)?.hash === wanted.files.get(root)?.hash;
    const there = isSame ? own : (await bucket.read(`live/${root}`))?.bytes;
    if (!there) return;
    const { lists } = wanted;
    mustBeAlike(
      { root: jsonOf(there), lists: description.lists },
      { root: jsonOf(own), lists },
      bucket.name,
    );
  }

  /** Compares the bucket with the history, and tells what is not as `publish` left it. */
  async #compare(goal: Goal, live: KeptSnapshot | undefined, isUnsure: boolean): Promise<Contents> {
    const { bucket, options, watch } = this;
    const lists = await this.#lists(live);
    const isAudit = options.audit === true;
    const contents = await compareBucket(bucket, { wanted: goal.files, lists, isAudit }, watch);
    if (isAudit) for (const hash of contents.objects) this.#right.add(hash);
    this.#names = { ...this.#names, foreign: contents.foreign };
    const expected = isUnsure ? undefined : live?.files;
    this.warnings.push(...differences(bucket.name, contents, { lists, isAudit, expected }));
    return contents;
  }

  /** The lists of the history, first that of the live snapshot. */
  async #lists(first: KeptSnapshot | undefined): Promise<Files[]> {
    const lists = first ? [first.files] : [];
    const others = this.#history.filter((kept) => kept !== first?.kept);
    await atOnce(others, async (kept) => {
      const snapshot = await keptSnapshot(this.bucket, kept);
      if (snapshot) lists.push(snapshot.files);
    });
    return lists;
  }

  /**
   * After an interrupted run, copies what it changed of the live snapshot. From then on, no link of readers leads to the
   * files that it added. These stay for now: if the run is still working, it may yet make a link to them. Returns what
   * is then there.
   */
  async #restore(live: KeptSnapshot, there: Files): Promise<Files> {
    const steps = stepsTo(live.files, there, live.files);
    const wrong = await this.#wrongOf(hashesOf(live.files, copiedFiles(steps)));
    if (wrong.size > 0) return there;
    await replace(this.bucket, live.files, steps, this.watch);
    return new Map([...there, ...live.files]);
  }

  /** Makes a snapshot live. */
  async #bring(goal: Goal, live: KeptSnapshot | undefined, { there, objects, isUnsure }: Before) {
    const { bucket, watch } = this;
    const steps = stepsTo(goal.files, there, live?.files);
    await this.#provide(goal, steps, objects);
    this.place = { live: goal.from && entryName(goal.from), next: entryName(goal.kept) };
    await watch.aim(this.place);
    const isNew = !this.#history.includes(goal.kept);
    if (isNew) {
      await keep(bucket, goal, goal.kept.number);
      const others = this.#history.filter((kept) => entryName(kept) !== entryName(goal.kept));
      this.#history = [goal.kept, ...others];
    }
    this.isBetween = true;
    await replace(bucket, goal.files, steps, watch);
    this.#live = goal.id;
    await remove(bucket, steps, watch);
    if (isUnsure) await this.#settle(goal);
    // If the snapshot has the id of the live one, only headers, error pages and the signature can differ. Then the list
    // in the history is replaced last. So if this run is interrupted before, the next run copies the files again.
    const isOther = !live || changes(stepsTo(goal.files, live.files));
    if (this.#isLocal && !isNew && isOther) await keep(bucket, goal, goal.kept.number);
  }

  /**
   * Compares the bucket once more, and mends what a run did that no longer has the lock: its last requests may have
   * arrived while this run was working.
   */
  async #settle(goal: Goal): Promise<void> {
    const { bucket, watch } = this;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      this.#history = await historyOf(bucket);
      const lists = [goal.files, ...(await this.#lists(undefined))];
      const comparison = { wanted: goal.files, lists, isAudit: false };
      const { there, objects } = await compareBucket(bucket, comparison, watch);
      const steps = stepsTo(goal.files, there);
      if (!changes(steps) && [...hashesOf(goal.files)].every((hash) => objects.has(hash))) return;
      await this.#provide(goal, steps, objects);
      await replace(bucket, goal.files, steps, watch);
      await remove(bucket, steps, watch);
    }
    throw new NotLive(
      `${bucket.name} changes while it is compared: another publish or somebody else writes there; publish again when that has ended`,
    );
  }

  get #isLocal(): boolean {
    return this.options.rollback === undefined && this.options.forget !== true;
  }

  /**
   * Makes sure that the bytes of all files are kept: sends those that the bucket lacks, and compares the others that are
   * to be copied. If a local file does not have its SHA-256, this throws before any file is live.
   */
  async #provide({ files }: Snapshot, steps: PublishSteps, objects: ReadonlySet<string>) {
    const { bucket, options, watch } = this;
    const names = new Map([...files].map(([name, { hash }]) => [hash, name]));
    const copied = [...hashesOf(files, copiedFiles(steps))];
    const isLocal = this.#isLocal;
    const wrong = await this.#wrongOf(copied.filter((hash) => !isLocal || objects.has(hash)));
    if (!isLocal) {
      for (const hash of wrong) throw lost(bucket, names.get(hash)!);
      return;
    }
    const missing = [...names].filter(([hash]) => !objects.has(hash) || wrong.has(hash));
    let done = 0;
    await atOnce(missing, async ([hash, name]) => {
      await watch.mayChange();
      await bucket.write(objectKey(hash), { path: join(options.out, name), hash }, PRIVATE);
      this.#right.add(hash);
      watch.onProgress('sending', ++done, missing.length);
    });
  }

  /** Of these kept files, the hashes of those that are missing or damaged. */
  async #wrongOf(hashes: Iterable<string>): Promise<ReadonlySet<string>> {
    const unknown = [...hashes].filter((hash) => !this.#right.has(hash));
    const wrong = await wrongOf(this.bucket, unknown, this.watch);
    for (const hash of unknown) if (!wrong.has(hash)) this.#right.add(hash);
    return wrong;
  }

  /**
   * Removes the snapshots from the history that are too old, those from which a rollback went back, and those that an
   * interrupted run added.
   */
  async #forget(live: Kept): Promise<void> {
    const { bucket, options, watch } = this;
    const most = options.forget ? 0 : (options.keep ?? KEEP);
    const others = this.#history.filter((kept) => entryName(kept) !== entryName(live));
    const older = others.filter(({ number }) => number < live.number);
    const gone = [...others.filter(({ number }) => number >= live.number), ...older.slice(most)];
    await forget(bucket, gone, watch);
    this.#history = this.#history.filter((one) => !gone.includes(one));
    // Unneeded objects are not removed each time, because finding them needs the lists of all snapshots.
    const isDue = gone.length > 0 && live.number % Math.max(most, 1) === 0;
    if (options.forget || isDue) await sweep(bucket, watch);
    if (options.forget && bucket.keepsVersions) {
      this.warnings.push(
        'the bucket keeps versions of its objects: what was removed is still among them',
      );
    }
  }

  #count({ files }: Snapshot, steps: PublishSteps, there: Files): void {
    const sent = copiedFiles(steps);
    const added = sent.filter((name) => !there.has(name)).length;
    const changed = sent.length - added;
    this.#files = { added, changed, removed: steps.removed.length, total: files.size };
    this.#names = { ...this.#names, removed: [...steps.removed].sort() };
  }

  /** The parts of the report that this class knows, also after an error. */
  report(): Pick<
    PublishReport,
    'snapshot' | 'before' | 'files' | 'removed' | 'foreign' | 'history' | 'warnings'
  > {
    const others = withoutRepeated(this.#history).filter(({ id }) => id !== this.#live);
    return {
      snapshot: this.#live,
      before: this.#before,
      files: this.#files,
      ...this.#names,
      history: others.map(({ id, at }) => ({ id, at: at?.toISOString() ?? null })),
      warnings: this.warnings,
    };
  }
}

/** What a run knows of the bucket before it makes a snapshot live. */
interface Before {
  readonly there: Files;
  readonly objects: ReadonlySet<string>;
  /** Whether another run was interrupted, or may still be working. */
  readonly isUnsure: boolean;
}

/** The SHA-256 of files, of all by default. */
const hashesOf = (files: Files, names: Iterable<string> = files.keys()): Set<string> =>
  new Set([...names].flatMap((name) => files.get(name)?.hash ?? []));
