// Verifies a deployment: reads snapshot.json, requests the files and compares their SHA-256, sends other requests, and
// reports a result for each rule. rules.ts lists the rules.
import type { KeyObject } from 'node:crypto';
import type { Host } from '../../hosts/host.js';
import type { Portal } from '../../model/endpoint.js';
import { nearest } from '../../problems/nearest.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { Answer, AskFor } from '../http/answer.js';
import { deadline } from '../http/deadline.js';
import { openTarget, snapshotAt, type VerifyTarget } from '../http/target.js';
import { checkAbsent, checkLeftovers, checkQueries, checkSpellings } from './addresses.js';
import { checkAnswer } from './answers.js';
import { checkFiles, chosenFiles } from './files.js';
import { checkFolder } from './folder.js';
import { checkAgainst, checkBase, checkSignature } from './identity.js';
import { isFault, type RuleResult, type VerifyReport } from './report.js';
import { checkRequests } from './requests.js';
import { ruleNames, rules, type VerifyRule, type VerifyRuleName } from './rules.js';
import { readSite, samplesOf, type VerifiedSite } from './site.js';
import { type Check, Verdict } from './verdict.js';

/** What is checked. */
export interface ExamineOptions {
  /** If hosts are given, abilities that none of them has are not required. */
  readonly hosts?: readonly Pick<Host, 'name' | 'can'>[] | undefined;
  /** The folder with the snapshot that the deployment should have. */
  readonly against?: string | undefined;
  /** One of these keys must have signed the snapshot. */
  readonly keys?: readonly KeyObject[];
  /** Whether to send POST, PUT, PATCH and DELETE to pages, too. */
  readonly writeMethods?: boolean | undefined;
  /** Whether to request each file, even if there are more than 20,000, and each in every way, instead of a sample. */
  readonly all?: boolean | undefined;
  /** Names of rules. `only`: check these and no others; `skip`: do not check these. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Called during the work. A total of 0 means that the total is not known. */
  readonly onProgress?: (phase: 'checking', done: number, total: number) => void;
  /** The most seconds for the whole run; 600 by default. Rules that are not finished by then count as failed. */
  readonly deadline?: number;
  /** Ends the run early. Rules that are not finished by then count as failed. */
  readonly signal?: AbortSignal;
}

export interface VerifyOptions extends ExamineOptions {
  /** A base URL, with or without `/api/`, or a folder. */
  readonly target: string;
  /** If the deployment is a mirror: the base URL of its origin, with which its links begin. */
  readonly mirrorOf?: string;
  readonly concurrency?: number;
  /** The most seconds for one complete answer; 30 by default. */
  readonly timeout?: number;
  /** About how many milliseconds to wait before the second attempt; 250 by default. Further waits are longer. */
  readonly backoff?: number;
}

const DEADLINE = 600;

/**
 * Verifies a deployment. Throws a {@link UsageError} for an unknown rule, if no rule is left, or if there is no
 * snapshot.json.
 */
export async function verify(portal: Portal, options: VerifyOptions): Promise<VerifyReport> {
  chooseRules(options);
  const against = options.against === undefined ? undefined : snapshotAt(options.against);
  const signal = deadline(options.deadline ?? DEADLINE, options.signal);
  const target = await openTarget(options.target, {
    mirrorOf: options.mirrorOf,
    userAgent: 'portal-snapshot-verify',
    concurrency: options.concurrency ?? 4,
    timeout: (options.timeout ?? 30) * 1000,
    backoff: options.backoff,
    signal,
  });
  try {
    return await examine(portal, target, { ...options, against, signal });
  } finally {
    target.close();
  }
}

/** Verifies a deployment that has been opened. */
export async function examine(
  portal: Portal,
  target: VerifyTarget,
  options: ExamineOptions = {},
): Promise<VerifyReport> {
  const {
    hosts = [],
    keys = [],
    deadline = DEADLINE,
    signal = new AbortController().signal,
  } = options;
  const chosen = chooseRules(options);
  const run = new VerifyRun(target, chosen, signal);
  const deployment = { ...target, ask: run.ask };
  let site: VerifiedSite | undefined;
  await run.step(ruleNames, async (check) => {
    const read = await readSite(portal, deployment);
    if ('files' in read) site = read;
    else check('digests').expect(false, read.url, 'the digest of every file', read.found);
    if (keys.length === 0) return;
    if ('files' in read) checkSignature(read, check, keys);
    else check('signature').expect(false, read.url, 'a signature by the key', read.found);
  });
  const files = site ? chosenFiles(site, options.all === true || 'folder' in target.over) : [];
  if (site) await checkSite(site, run, files, options);
  const results = chosen.map((name) => run.resultOf(name, hosts));
  return {
    ok: results.some(({ checks }) => checks > 0) && !results.some(isFault),
    target: target.name,
    snapshot: site?.id ?? null,
    hosts: hosts.map(({ name }) => name),
    deadline,
    rules: results,
    summary: {
      files: site?.files.size ?? 0,
      requested: files.length,
      sampled: site && 'http' in site.over ? samplesOf(site, options.all === true).length : 0,
      ...target.meter,
    },
  };
}

/** Makes the checks that the chosen rules need. */
async function checkSite(
  site: VerifiedSite,
  run: VerifyRun,
  files: readonly string[],
  { against, all = false, writeMethods = false, onProgress = () => {} }: ExamineOptions,
): Promise<void> {
  const onFile = (done: number) => onProgress('checking', done, files.length);
  await run.step(['root-index'], async (check) => checkBase(site, check));
  if (against !== undefined) {
    await run.step(['same-bytes'], async (check) => checkAgainst(site, check, against));
  }
  await run.step(FILES, (check) => checkFiles(site, check, files, onFile));
  onProgress('checking', 0, 0);
  const { over } = site;
  if ('folder' in over) {
    await run.step(['leftovers', 'not-found', 'encodings'], (check) =>
      checkFolder(site, over.folder, check),
    );
    return;
  }
  await run.step(['leftovers'], (check) => checkLeftovers(site, check, all));
  await run.step(['directories', 'slash', 'other-parameters', 'cors'], (check) =>
    checkSpellings(site, check),
  );
  await run.step(['pages-by-query'], (check) => checkQueries(site, check, files, all));
  await run.step(['page-unknown', 'not-found', 'cache-control', 'cors'], (check) =>
    checkAbsent(site, check),
  );
  await run.step(REQUESTS, (check) => checkRequests(site, check, { all, writeMethods }));
}

/** The rules that are checked with each file. `REQUESTS` has those that are checked with a sample of files. */
const FILES: readonly VerifyRuleName[] = [
  ...(['digests', 'content-type', 'media-types', 'unwanted-headers', 'vary-accept'] as const),
  ...(['allow', 'cors', 'cache-control', 'etag', 'encodings', 'vary-encoding'] as const),
];
const REQUESTS: readonly VerifyRuleName[] = [
  ...(['unwanted-headers', 'same-for-all', 'cors', 'preflight', 'if-none-match'] as const),
  ...(['if-modified-since', 'ranges', 'head', 'options', 'methods'] as const),
  ...(['compression', 'encodings', 'vary-encoding'] as const),
];

/** The names of the chosen rules, in the order of the report. Throws a {@link UsageError} for an unknown name. */
function chooseRules({
  only = [],
  skip = [],
}: Pick<ExamineOptions, 'only' | 'skip'>): VerifyRuleName[] {
  const names: readonly string[] = ruleNames;
  for (const name of [...only, ...skip]) {
    if (names.includes(name)) continue;
    const close = nearest(name, names);
    throw new UsageError(`no rule ${quote(name)}${close ? `; did you mean ${close}?` : ''}`);
  }
  const chosen = ruleNames.filter(
    (name) => (only.length === 0 || only.includes(name)) && !skip.includes(name),
  );
  if (chosen.length === 0) throw new UsageError('no rule is left to check');
  return chosen;
}

/** The most failed requests of a step that are kept. */
const MAX_UNANSWERED = 100;

/** The results of the rules so far, and which of them are complete. */
class VerifyRun {
  readonly #verdicts: ReadonlyMap<VerifyRuleName, Verdict>;
  readonly #late = new Set<VerifyRuleName>();
  #unanswered: Answer[] = [];

  constructor(
    private readonly target: Pick<VerifyTarget, 'ask' | 'over'>,
    private readonly chosen: readonly VerifyRuleName[],
    private readonly signal: AbortSignal,
  ) {
    this.#verdicts = new Map(ruleNames.map((name) => [name, new Verdict(signal)]));
  }

  readonly ask: AskFor = async (url, asked = {}) => {
    const { ask, over } = this.target;
    const answer = await ask(url, asked);
    if ('http' in over && answer.status > 0) checkAnswer(this.#check, answer, asked);
    const isKept = answer.failure !== undefined && this.#unanswered.length < MAX_UNANSWERED;
    if (isKept) this.#unanswered.push(answer);
    return answer;
  };

  readonly #check: Check = (rule) => this.#verdicts.get(rule)!;

  /** Runs `work` if at least one of these rules was chosen, and the signal is not aborted. */
  async step(
    names: readonly VerifyRuleName[],
    work: (check: Check) => Promise<void>,
  ): Promise<void> {
    const wanted = names.filter((name) => this.chosen.includes(name));
    if (wanted.length === 0) return;
    this.#unanswered = [];
    if (!this.signal.aborted) await work(this.#check);
    if (this.signal.aborted) for (const name of wanted) this.#late.add(name);
    // Some rules compare two answers. If neither answer arrives, both look equal, and the rule would pass. So if no
    // check failed, a request without an answer counts as a failure of each rule.
    const hasFailed = wanted.some((name) => this.#check(name).failed > 0);
    for (const { url, failure } of hasFailed ? [] : this.#unanswered) {
      for (const name of wanted) this.#check(name).expect(false, url, 'an answer', failure!);
    }
  }

  resultOf(name: VerifyRuleName, hosts: NonNullable<ExamineOptions['hosts']>): RuleResult {
    const rule: VerifyRule = rules[name];
    const { wants, ability, hint = null } = rule;
    const { checks, failed, failures } = this.#check(name);
    const isDeclared =
      ability === undefined || hosts.length === 0 || hosts.some(({ can }) => can.includes(ability));
    const isLate = this.#late.has(name) && failed === 0;
    const found = failed > 0 ? 'fail' : checks > 0 ? 'pass' : 'not-applicable';
    const result = isLate ? 'unfinished' : isDeclared ? found : 'not-declared';
    const shown = isLate ? { checks: 0, failed: 0, failures: [] } : { checks, failed, failures };
    const advice = result === 'fail' ? hint : null;
    return { name, wants, ability: ability ?? null, result, hint: advice, ...shown };
  }
}
