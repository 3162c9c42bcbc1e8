// One publication, from the record of what is live to the proof: what `publish` does while it has the lock.
import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Portal } from '../model/endpoint.js';
import { writing } from '../problems/failure.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';
import { publicHalf, signaturesIn } from '../signature.js';
import { SIGNATURE } from '../site/address.js';
import { readSnapshot } from './local.js';
import { asRecorded, look } from './look.js';
import type { PublishOptions } from './options.js';
import { makePlan, type Plan, type Wanted } from './plan.js';
import { type Proof, proofOf } from './proof.js';
import { addressesOf, baseUrlOf } from './purge/addresses.js';
import { type Purge, PurgeFailure } from './purge/ask.js';
import { Records } from './records.js';
import type { PublishReport } from './report.js';
import { signatureEntry, signaturesFor } from './signed.js';
import { type Earlier, EMPTY, filesOf, type State } from './state.js';
import { type LocalFile, type Target, TargetFailure } from './targets/target.js';
import { ChangedByOthers, carryOut, changesNothing, keptKey, type Origin } from './transaction.js';

type Settings = PublishOptions & { readonly grace: number; readonly keep: number };

/** A snapshot that is to be live, and where its bytes are. */
interface Coming extends Wanted {
  readonly sources: ReadonlyMap<string, LocalFile>;
  /** Its own; undefined if it is not signed, or its signature stays as it is. */
  readonly signature?: string | undefined;
  /** What is published of it. */
  readonly signatures?: Buffer;
}

/** How long pages wait, and how many snapshots are kept. */
type Terms = Pick<Settings, 'grace' | 'keep'>;
const NOTHING_KEPT: Terms = { grace: 0, keep: 0 };

export class Publication {
  readonly #records: Records;
  readonly warnings: string[] = [];
  #go: () => void = () => {};
  #state: State = EMPTY;
  /** Whether the record cannot be relied on. */
  #mustLook = false;
  #before: string | null = null;
  #plans: Plan[] = [];
  #purged = 0;
  #proof: Proof | null = null;
  #rolledBack = false;
  #problem: string | null = null;

  constructor(
    private readonly portal: Portal,
    private readonly target: Target,
    private readonly purges: readonly Purge[],
    private readonly settings: Settings,
    /** Signs what is published. */
    private readonly key: KeyObject | undefined,
  ) {
    this.#records = new Records(target, settings.lock !== false);
  }

  /** `check` throws when the lock is lost. */
  async run(check: () => void): Promise<void> {
    const { settings } = this;
    this.#go = () => {
      settings.signal?.throwIfAborted();
      check();
    };
    const { state, worth } = await this.#records.read();
    this.#state = state;
    this.#before = state.live?.id ?? null;
    this.#mustLook = settings.audit === true || worth !== 'good' || state.pending !== undefined;
    if (worth === 'damaged') {
      this.warnings.push(
        'the record of what is live is damaged: all files are sent again, and no earlier snapshot can be brought back',
      );
    }
    const coming = await this.#coming();
    const isNew = coming.id !== state.live?.id;
    const { forget, verify, dryRun } = settings;
    // What may have to be brought back must not be forgotten yet.
    const isForgotten = forget === true && verify === undefined;
    await this.#bring(coming, isForgotten ? NOTHING_KEPT : settings);
    if (dryRun) return;
    await this.#purge();
    if (verify !== undefined && !(await this.#isProved(verify))) {
      if (isNew && settings.rollback === undefined) await this.#bringBack();
      return;
    }
    if (forget && !isForgotten) {
      await this.#bring(asLive(this.#state), NOTHING_KEPT);
      await this.#purge();
    }
    if (forget) this.warnings.push(...this.target.warnings());
  }

  /** The local snapshot, or the earlier one that is asked for. */
  async #coming(): Promise<Coming> {
    const { out, rollback } = this.settings;
    const known = this.#state.live?.files ?? new Map();
    if (rollback === undefined) return readSnapshot(out, known, this.key);
    const earlier = earlierOf(this.#state, rollback, this.target.name);
    return this.#again(earlier);
  }

  async #again({ id, number, at, changes }: Earlier): Promise<Coming> {
    const files = filesOf(this.#state.live?.files ?? new Map(), { changes });
    const kept = changes.get(SIGNATURE) ?? undefined;
    // Where it does not differ, the signature is the one that is live.
    const bytes = kept && (await this.target.read(keptKey(kept.hash)))?.bytes;
    const signature = bytes && signaturesIn(bytes)[0];
    return { id, number, at, files, sources: new Map(), signature };
  }

  /** With what is published of its signature. */
  async #signed(coming: Coming): Promise<Coming> {
    const { signature } = coming;
    if (signature === undefined) return coming;
    const stored = await this.target.read(`live/${SIGNATURE}`);
    const isWhole = !this.#mustLook && this.#state.pending === undefined;
    const there = stored ? signaturesIn(stored.bytes) : [];
    const signatures = signaturesFor(signature, there, isWhole);
    const files = new Map(coming.files).set(SIGNATURE, signatureEntry(signatures));
    return { ...coming, files, signatures };
  }

  /** Makes a snapshot the one that is live. */
  async #bring(wanted: Coming, terms: Terms): Promise<void> {
    const { target, settings } = this;
    for (;;) {
      const coming = await this.#signed(wanted);
      const hasLooked = this.#mustLook;
      const found = hasLooked
        ? await look(target, this.#state, coming.files, coming.sources)
        : asRecorded(this.#state);
      if (settings.audit && found.strange.length > 0 && this.#plans.length === 0) {
        this.warnings.push(
          `${found.strange.length} files are not as they were published, such as ${found.strange[0]}`,
        );
      }
      const state = { ...this.#state, kept: found.kept };
      const plan = makePlan(state, found.there, coming, { now: target.now(), ...terms });
      for (const { id } of plan.lost) {
        this.warnings.push(`${id} cannot be brought back any more: someone else changed its pages`);
      }
      const origins = originsOf(plan, coming, state, target.name);
      this.#plans.push(plan);
      if (settings.dryRun) return;
      if (hasLooked) await target.tidy();
      if (changesNothing(state, plan)) return;
      try {
        await this.#carryOut(state, plan, origins);
        this.#mustLook = false;
        return;
      } catch (error) {
        if (!(error instanceof ChangedByOthers)) throw error;
        if (hasLooked) {
          throw new TargetFailure(
            `someone else is changing ${error.message} at ${target.name}; publish again when they are done`,
          );
        }
        this.#plans.pop();
        this.#mustLook = true;
        this.warnings.push(`someone else changed ${error.message}: the whole target was looked at`);
        this.#state = { ...this.#state, pending: this.#state.pending ?? plan.pending };
      }
    }
  }

  async #carryOut(state: State, plan: Plan, origins: ReadonlyMap<string, Origin>): Promise<void> {
    const { target, settings } = this;
    const isPurged = this.purges.length > 0 || settings.purgeFile !== undefined;
    const owed = isPurged ? [...new Set([...plan.purge, ...state.owed])] : state.owed;
    this.#state = await carryOut({ ...state, owed }, plan, {
      target,
      origin: (name) => origins.get(name)!,
      record: (recorded) => this.#record(recorded),
      go: this.#go,
      onProgress: settings.onProgress ?? (() => {}),
    });
  }

  async #record(state: State): Promise<void> {
    await this.#records.write(state);
    this.#state = state;
  }

  /** Has caches forget what changed. */
  async #purge(): Promise<void> {
    const { purgeFile } = this.settings;
    if (this.purges.length === 0 && purgeFile === undefined) return;
    const { owed } = this.#state;
    let addresses: string[] = [];
    try {
      const root = await this.target.read('live/api/index.json');
      const base = baseUrlOf(root && JSON.parse(root.bytes.toString()));
      if (base === undefined) throw new PurgeFailure('the root index does not say the base URL');
      addresses = addressesOf(owed, base, this.portal.endpoints);
      if (purgeFile !== undefined) {
        const text = addresses.map((address) => `${address}\n`).join('');
        writing(purgeFile, () => writeFileSync(purgeFile, text));
      }
      if (addresses.length === 0) return;
      for (const purge of this.purges) await purge(addresses, base);
    } catch (error) {
      if (!(error instanceof PurgeFailure)) throw error;
      this.#problem = `it is published, but caches may show what was before: ${error.message}; publish again with the same flags to purge again`;
      return;
    }
    this.#purged += addresses.length;
    await this.#record({ ...this.#state, owed: [] });
  }

  async #isProved(url: string): Promise<boolean> {
    const { rollback, out, hosts = [], pauses } = this.settings;
    const against = rollback === undefined ? out : undefined;
    const keys = this.key && [publicHalf(this.key)];
    this.#proof = await proofOf(this.portal, url, { against, hosts, pauses, keys });
    if (!this.#proof.ok) this.#problem = `${url} is not what was published`;
    return this.#proof.ok;
  }

  /** Brings back the snapshot before the one that failed its proof. */
  async #bringBack(): Promise<void> {
    const earlier = before(this.#state);
    if (!earlier) {
      this.warnings.push('there is no snapshot before it that could be brought back: it stays');
      return;
    }
    const withdrawn = this.#plans.flatMap((plan) => plan.withdrawn).length;
    if (withdrawn > 0) {
      this.warnings.push(
        `${withdrawn} files show records again that were withdrawn: publish without --verify to take them away`,
      );
    }
    await this.#bring(await this.#again(earlier), this.settings);
    this.#rolledBack = true;
    await this.#purge();
  }

  /** What was done. `problem`: why it ended early. */
  report(problem: string | null, ms: number): PublishReport {
    const { target, settings } = this;
    const [plan] = this.#plans;
    const live = settings.dryRun ? plan?.next.live : this.#state.live;
    const puts = [...(plan?.puts.values() ?? [])].flat();
    const added = plan?.added ?? 0;
    const reason = problem ?? this.#problem;
    return {
      ok: reason === null,
      target: target.name,
      dryRun: settings.dryRun ?? false,
      snapshot: live?.id ?? null,
      before: this.#before,
      files: {
        added,
        changed: puts.length - added,
        removed: this.#plans.reduce((sum, { doomed }) => sum + doomed.size, 0),
        waiting: (this.#plans.at(-1)?.next.retired ?? this.#state.retired).size,
        total: live?.files.size ?? 0,
      },
      withdrawn: plan?.withdrawn.length ?? 0,
      history: (this.#plans.at(-1)?.next ?? this.#state).history.map(({ id, at }) => ({ id, at })),
      purged: this.#purged,
      proof: this.#proof,
      rolledBack: this.#rolledBack,
      requests: target.meter.requests,
      sent: target.meter.sent,
      received: target.meter.received,
      ms,
      problem: reason,
      warnings: this.warnings,
    };
  }
}

/** The snapshot that was published before the one that is live. */
const before = ({ live, history }: State): Earlier | undefined =>
  history.find(({ number }) => number < (live?.number ?? 0));

function earlierOf(state: State, wanted: string | true, target: string): Earlier {
  const known = state.history.map(({ id, at }) => `${id.slice(0, 12)}, published ${at}`);
  if (wanted === true) {
    const earlier = before(state);
    if (earlier) return earlier;
    throw new UsageError(`no snapshot of ${target} is kept that was before the live one`, known);
  }
  const found = state.history.filter(({ id }) => id.startsWith(wanted));
  if (found.length === 1) return found[0]!;
  throw new UsageError(
    state.live?.id.startsWith(wanted)
      ? `${quote(wanted)} is the snapshot that is live at ${target}`
      : `${found.length === 0 ? 'no' : 'more than one'} snapshot ${quote(wanted)} is kept at ${target}; there are:`,
    known,
  );
}

/** What is live, as a snapshot that is wanted. */
function asLive({ live }: State): Coming {
  return { id: live?.id ?? '', files: live?.files ?? new Map(), sources: new Map() };
}

/**
 * Where the bytes of all that is sent come from. Throws for an earlier snapshot of which some are gone: a
 * publication that was to forget it has begun.
 */
function originsOf(
  { pending }: Plan,
  { id, sources, signatures }: Coming,
  { kept }: State,
  target: string,
): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const [name, { hash, size }] of pending) {
    const tag = kept.get(hash);
    const origin =
      (name === SIGNATURE && signatures) ||
      sources.get(name) ||
      (tag !== undefined && { from: keptKey(hash), tag, size });
    if (!origin) {
      throw new UsageError(
        `only a part of ${id} is kept at ${target}: ${name} went when a publication that broke off began to forget it; publish a snapshot instead`,
      );
    }
    origins.set(name, origin);
  }
  return origins;
}
