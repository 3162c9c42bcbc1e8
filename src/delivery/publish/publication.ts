// One publication, from reading the record of what is live to the proof: what `publish` does while it has the lock.

import { hash, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Portal } from '../../model/endpoint.js';
import { explain, writing } from '../../problems/failure.js';
import { UsageError } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { ownFilesOf } from '../../site/kinds.js';
import { publicHalf, signaturesIn } from '../../site/signature.js';
import { baseUrlOf } from '../http/base-url.js';
import { differencesInKind } from './checks/another-kind.js';
import { mustBeAsBuilt } from './checks/as-built.js';
import { type Proof, proofOf } from './checks/proof.js';
import { asLive, type Coming, earlierOf, originsOf } from './coming.js';
import { isBuiltAgain, readSnapshot } from './local.js';
import { Held } from './lock.js';
import { asRecorded, look, type TargetContents } from './look.js';
import type { PublishOptions } from './options.js';
import { makePlan, type PublishPlan, withdrawalsFrom } from './plan.js';
import { madeEntry, withPrevious } from './previous.js';
import { addressesOf } from './purge/addresses.js';
import { type Purge, PurgeFailure } from './purge/cdns.js';
import { dueOf, owedAfter } from './purge/owed.js';
import { PublishRecord } from './records.js';
import type { PublishReport } from './report.js';
import { signaturesFor } from './signed.js';
import { type Earlier, EMPTY, filesOf, type TargetState } from './state.js';
import type { LocalFile, PublishTarget } from './targets/target.js';
import {
  type BytesFrom,
  ChangedByOthers,
  carryOut,
  changesNothing,
  keptKey,
} from './transaction.js';

type PublicationSettings = PublishOptions & { readonly grace: number; readonly keep: number };

/** How long pages stay that are given up, and how many earlier snapshots are kept. */
type Terms = Pick<PublicationSettings, 'grace' | 'keep'>;
const NOTHING_KEPT: Terms = { grace: 0, keep: 0 };

export class Publication {
  readonly #records: PublishRecord;
  readonly warnings: string[] = [];
  #checkpoint: () => Promise<void> = async () => {};
  #state: TargetState = EMPTY;
  /** Whether the record cannot be relied on, so that the target has to be listed. */
  #mustLook = false;
  /** Whether the previous publication was killed, or failed. */
  #brokeOff = false;
  #before: string | null = null;
  #plans: PublishPlan[] = [];
  #purged = 0;
  /** The local snapshot.json, by which a build during the proof is noticed. */
  #description: LocalFile | undefined;
  #proof: Proof | null = null;
  #rolledBack = false;
  readonly #problems: string[] = [];

  constructor(
    private readonly portal: Portal,
    private readonly target: PublishTarget,
    private readonly purges: readonly Purge[],
    private readonly settings: PublicationSettings,
    /** Signs what is published. */
    private readonly key: KeyObject | undefined,
  ) {
    this.#records = new PublishRecord(target, settings.lock !== false);
  }

  /** Runs the publication. `check` is called before each change, and throws if the lock is lost. */
  async run(check: () => Promise<void>): Promise<void> {
    const { settings } = this;
    this.#checkpoint = async () => {
      await check();
      settings.signal?.throwIfAborted();
    };
    const { state, worth } = await this.#records.read();
    this.#state = state;
    this.#before = state.live?.id ?? null;
    this.#brokeOff = state.pending !== undefined;
    this.#mustLook = settings.audit === true || worth !== 'good' || this.#brokeOff;
    if (worth === 'damaged') {
      this.warnings.push(
        'the record of what is live is damaged: all files are sent again, and no earlier snapshot can be brought back',
      );
    }
    const { forget, verify, dryRun } = settings;
    const coming = await this.#coming();
    await this.#bring(coming, forget ? NOTHING_KEPT : settings);
    if (dryRun) return;
    await this.#purge();
    if (forget) this.warnings.push(...this.target.warnings());
    if (verify !== undefined) await this.#prove(verify);
  }

  /** Returns what is to be live: the local snapshot, the one to bring back, or for `forget` the one that is live. */
  async #coming(): Promise<Coming> {
    const { out, rollback, forget, verify } = this.settings;
    if (forget) return asLive(this.#state, this.target.name);
    if (rollback !== undefined) {
      return this.#again(earlierOf(this.#state, rollback, this.target.name));
    }
    const live = this.#state.live?.files ?? new Map();
    const coming = await readSnapshot(this.portal, out, live, this.key);
    await mustBeAsBuilt(this.portal, out, coming, live);
    await this.#refuseAnotherKind(coming);
    this.#description = coming.sources.get(SNAPSHOT);
    const there = (await this.target.read(`live/${SNAPSHOT}`))?.bytes;
    const { live: before } = this.#state;
    // What an unproved snapshot replaced was accepted before, and needs no proof to stay.
    const isAccepted = before?.unproved && before.replaced === coming.id;
    const unproved = verify !== undefined && !isAccepted;
    // What no proof held for is not what a failed proof brings back.
    const replaced = unproved && before?.unproved ? before.replaced : before?.id;
    return { ...withPrevious(coming, there, this.key), replaced, unproved };
  }

  /** Throws a {@link UsageError} for a snapshot that differs in kind from the one that is live. */
  async #refuseAnotherKind({ files, sources, signature }: Coming): Promise<void> {
    const { target, key, settings } = this;
    const { live } = this.#state;
    if (!live || settings.acceptChange) return;
    const differences = await differencesInKind(
      {
        files: live.files,
        // With a key, a new signature is meant, and no difference in kind.
        isSigned: live.files.has(SIGNATURE) || key !== undefined,
        read: async (name) => (await target.read(`live/${name}`))?.bytes,
      },
      {
        files,
        isSigned: signature !== undefined,
        read: async (name) => readFileSync(sources.get(name)!.path),
      },
    );
    if (differences.length === 0) return;
    throw new UsageError(
      `the snapshot in ${settings.out} differs in kind from the one that is live at ${target.name}; if that is meant, publish with --accept-change:`,
      differences,
    );
  }

  async #again({ id, number, at, replaced, changes }: Earlier): Promise<Coming> {
    const files = filesOf(this.#state.live?.files ?? new Map(), { changes });
    const coming = { id, number, at, replaced, files, sources: new Map() };
    const signed = files.get(SIGNATURE);
    if (!signed) return coming;
    for (const key of [`live/${SIGNATURE}`, keptKey(signed.hash)] as const) {
      const bytes = (await this.target.read(key))?.bytes;
      if (bytes && hash('sha256', bytes, 'hex') === signed.hash) {
        return { ...coming, signature: signaturesIn(bytes)[0] };
      }
    }
    return coming;
  }

  /** Adds the file of published signatures (signed.ts) to a snapshot that is signed. */
  async #signed(coming: Coming): Promise<Coming> {
    const { signature } = coming;
    if (signature === undefined) return coming;
    const stored = await this.target.read(`live/${SIGNATURE}`);
    const isWhole = !this.#mustLook && this.#state.pending === undefined;
    const there = stored ? signaturesIn(stored.bytes) : [];
    const signatures = signaturesFor(signature, there, isWhole);
    const files = new Map(coming.files).set(SIGNATURE, madeEntry(SIGNATURE, signatures));
    return { ...coming, files, made: new Map(coming.made).set(SIGNATURE, signatures) };
  }

  /** Makes a snapshot the one that is live. */
  async #bring(wanted: Coming, terms: Terms): Promise<void> {
    const { target, settings } = this;
    for (;;) {
      const coming = await this.#signed(wanted);
      const hasLooked = this.#mustLook;
      const found = hasLooked
        ? await look(target, this.#state, coming.files, coming.sources, ownFilesOf(this.portal))
        : asRecorded(this.#state);
      this.#leave(found);
      if (settings.audit && found.drifted.length > 0 && this.#plans.length === 0) {
        this.warnings.push(
          `${found.drifted.length} files are not as they were published, such as ${found.drifted[0]}`,
        );
      }
      const state = { ...this.#state, kept: found.kept };
      const plan = makePlan(state, found.there, coming, { now: target.now(), ...terms });
      for (const { id } of plan.lost) {
        const why = this.#brokeOff
          ? 'a publication that broke off replaced some of its pages for good'
          : 'someone else changed its pages';
        this.warnings.push(`${id} cannot be brought back any more: ${why}`);
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
          throw new Held(
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

  /** Warns of someone else's files. Throws a {@link UsageError} where the snapshot would replace one of them. */
  #leave({ foreign, inTheWay }: TargetContents): void {
    const { target, settings } = this;
    if (inTheWay.length > 0 && !settings.acceptChange) {
      throw new UsageError(
        `no publication brought what is at ${target.name} in place of ${inTheWay.join(', ')}: remove it, or publish with --accept-change to replace it`,
      );
    }
    if (foreign.length === 0 || this.#plans.length > 0) return;
    this.warnings.push(
      `${target.name} also has ${foreign.length} files that are not of this API, such as ${foreign[0]}; they stay`,
    );
  }

  async #carryOut(
    state: TargetState,
    plan: PublishPlan,
    origins: ReadonlyMap<string, BytesFrom>,
  ): Promise<void> {
    const { target, settings } = this;
    const pendingPurges = owedAfter(state.pendingPurges, plan.purge, settings);
    this.#state = await carryOut({ ...state, pendingPurges }, plan, {
      target,
      origin: (name) => origins.get(name)!,
      record: (recorded) => this.#record(recorded),
      checkpoint: this.#checkpoint,
      onProgress: settings.onProgress ?? (() => {}),
    });
  }

  async #record(state: TargetState): Promise<void> {
    await this.#checkpoint();
    await this.#records.write(state);
    this.#state = state;
  }

  /** Purges what changed from caches. */
  async #purge(): Promise<void> {
    const { purgeFile } = this.settings;
    if (this.purges.length === 0 && purgeFile === undefined) return;
    const { files, rest } = dueOf(this.#state.pendingPurges, this.settings);
    let addresses: string[] = [];
    try {
      const root = await this.target.read('live/api/index.json');
      const base = baseUrlOf(root && JSON.parse(root.bytes.toString()));
      if (base === undefined) throw new PurgeFailure('the root index does not say the base URL');
      addresses = addressesOf(files, base, this.portal);
      if (purgeFile !== undefined) writeLines(purgeFile, addresses);
      if (addresses.length === 0) return;
      for (const purge of this.purges) await purge(addresses, base, this.settings.signal);
    } catch (error) {
      if (!(error instanceof PurgeFailure)) throw error;
      this.#problems.push(
        `it is published, but caches may show what was before: ${error.message}; publish again with the same flags to purge again`,
      );
      return;
    }
    this.#purged += addresses.length;
    await this.#record({ ...this.#state, pendingPurges: rest });
  }

  /** Verifies that readers get what is live. If they do not, and never did, brings the previous snapshot back. */
  async #prove(url: string): Promise<void> {
    const { rollback, out, hosts = [], pauses, signal } = this.settings;
    let proof = await proofOf(this.portal, url, {
      live: this.#state.live?.files ?? new Map(),
      hosts,
      pauses,
      ...(rollback === undefined && { against: out }),
      keys: this.key ? [publicHalf(this.key)] : [],
      waiting: new Set(this.#state.expiring.keys()),
      ...(signal && { signal }),
    });
    const isFault = typeof proof !== 'string' && !proof.ok;
    if (isFault && this.#description && isBuiltAgain(out, this.#description)) {
      proof = `${out} was built again meanwhile: ${url} was not proved`;
    }
    if (typeof proof === 'string') {
      this.#problems.push(`${proof}; what is live stays`);
      return;
    }
    this.#proof = proof;
    const { live } = this.#state;
    if (!proof.ok) this.#problems.push(`${url} is not what was published`);
    if (!live?.unproved) return;
    if (proof.ok) await this.#record({ ...this.#state, live: { ...live, unproved: false } });
    else if (rollback === undefined) await this.#bringBack();
  }

  /** Brings back the snapshot that was live before the one that failed its proof. */
  async #bringBack(): Promise<void> {
    const { live, history } = this.#state;
    // If that one is not kept, an older one does not do: no proof may have held for it.
    const earlier = history.find(({ id }) => id === live?.replaced);
    if (!live || !earlier) {
      this.warnings.push('there is no snapshot before it that could be brought back: it stays');
      return;
    }
    const files = filesOf(live.files, earlier);
    const withdrawn = [...files.keys()].filter(withdrawalsFrom(files, live.files)).length;
    if (withdrawn > 0) {
      this.warnings.push(
        `${withdrawn} files show records again that were withdrawn: publish without --verify to take them away`,
      );
    }
    await this.#bring(await this.#again(earlier), this.settings);
    this.#rolledBack = true;
    await this.#purge();
  }

  /** Returns what was done. `problem`: why the publication ended early. */
  report(problem: string | null, ms: number): PublishReport {
    const { target, settings } = this;
    const [plan] = this.#plans;
    const live = settings.dryRun ? plan?.next.live : this.#state.live;
    const puts = [...(plan?.puts.values() ?? [])].flat();
    const added = plan?.added ?? 0;
    const reasons = problem === null ? this.#problems : [problem];
    return {
      ok: reasons.length === 0,
      target: target.name,
      dryRun: settings.dryRun ?? false,
      snapshot: live?.id ?? null,
      before: this.#before,
      files: {
        added,
        changed: puts.length - added,
        removed: this.#plans.reduce((sum, { deletions }) => sum + deletions.size, 0),
        waiting: (this.#plans.at(-1)?.next.expiring ?? this.#state.expiring).size,
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
      problem: reasons.join('; ') || null,
      warnings: this.warnings,
    };
  }
}

/** Writes addresses to a file, a line each. Throws {@link PurgeFailure}. */
function writeLines(path: string, addresses: readonly string[]): void {
  try {
    writing(path, () => writeFileSync(path, addresses.map((line) => `${line}\n`).join('')));
  } catch (error) {
    throw new PurgeFailure(explain(error).join('; '));
  }
}
