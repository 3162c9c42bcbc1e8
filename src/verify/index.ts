// Verifies a deployment: open → survey (walk every list) → check each rule → report. What is wanted
// comes from the portal's declarations; the rules are in rules/, one line each.
import type { Host } from '../hosts/host.js';
import { portal } from '../portal/index.js';
import { quote } from '../problems/messages.js';
import { nearest } from '../problems/nearest.js';
import { UsageError } from '../problems/problem.js';
import type { Answer, AskFor } from './answer.js';
import type { Result, RuleResult, VerifyReport, VerifySummary } from './report.js';
import { rules } from './rules/index.js';
import type { Rule } from './rules/rule.js';
import { type Survey, survey } from './survey.js';
import { openTarget, snapshotAt, type Target } from './target.js';
import { Verdict } from './verdict.js';

export interface VerifyOptions {
  /** A base URL, with or without `/api/`, or a folder. */
  readonly target: string;
  /** The folder of a local snapshot, to compare every byte with. */
  readonly against?: string;
  /** Only what one of these declares is wanted; without any, everything is. */
  readonly hosts?: readonly Pick<Host, 'name' | 'can'>[];
  /** The most requests at once; 4 by default. */
  readonly concurrency?: number;
  /** The most pages of one list; 10,000 by default. */
  readonly maxPages?: number;
  /** Seconds for one whole answer; 30 by default. */
  readonly timeout?: number;
  /** Names of rules: check these only, or all but these. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Milliseconds before the first retry; 250 by default. */
  readonly backoff?: number;
  /** Is told how far the work is; a total of 0 is not known. */
  readonly onProgress?: (phase: 'walking' | 'checking', done: number, total: number) => void;
}

export interface ExamineOptions extends Pick<VerifyOptions, 'hosts' | 'maxPages' | 'onProgress'> {
  readonly against: string | undefined;
}

/**
 * Verifies a deployment. Throws a {@link UsageError} for an unknown rule, or none, a folder that is
 * not there, and an address that cannot be reached at all.
 */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const chosen = chooseRules(options.only ?? [], options.skip ?? []);
  const against = options.against === undefined ? undefined : snapshotAt(options.against);
  const target = await openTarget(options.target, portal, {
    concurrency: options.concurrency ?? 4,
    timeout: (options.timeout ?? 30) * 1000,
    backoff: options.backoff,
  });
  try {
    return await examine(target, chosen, { ...options, against });
  } finally {
    target.close();
  }
}

/** Verifies a deployment that is open already. */
export async function examine(
  target: Target,
  chosen: readonly Rule[],
  options: ExamineOptions,
): Promise<VerifyReport> {
  const { hosts = [], onProgress = () => {} } = options;
  const surveyed = await survey(portal, target, {
    maxPages: options.maxPages ?? 10_000,
    against: options.against,
    onPages: (pages) => onProgress('walking', pages, 0),
  });
  const results: RuleResult[] = [];
  for (const rule of chosen) {
    onProgress('checking', results.length, chosen.length);
    results.push(await checkRule(rule, surveyed, hosts));
  }
  return {
    ok:
      results.some(({ checks }) => checks > 0) && results.every(({ result }) => result !== 'fail'),
    target: target.name,
    hosts: hosts.map(({ name }) => name),
    rules: results,
    summary: summaryOf(target, surveyed),
  };
}

function chooseRules(only: readonly string[], skip: readonly string[]): readonly Rule[] {
  const names = rules.map(({ name }) => name);
  for (const name of [...only, ...skip]) {
    if (names.includes(name)) continue;
    const close = nearest(name, names);
    throw new UsageError(`no rule ${quote(name)}${close ? `; did you mean ${close}?` : ''}`);
  }
  const chosen = rules.filter(
    ({ name }) => (only.length === 0 || only.includes(name)) && !skip.includes(name),
  );
  if (chosen.length === 0) throw new UsageError('no rule is left to check');
  return chosen;
}

async function checkRule(
  rule: Rule,
  surveyed: Survey,
  hosts: readonly Pick<Host, 'can'>[],
): Promise<RuleResult> {
  const { name, wants, ability } = rule;
  const start = performance.now();
  const verdict = new Verdict();
  const unanswered: Answer[] = [];
  const ask: AskFor = async (url, asked) => {
    const answer = await surveyed.ask(url, asked);
    if (answer.failure !== undefined) unanswered.push(answer);
    return answer;
  };
  if ('bareHead' in surveyed.over || rule.files) await rule.check({ ...surveyed, ask }, verdict);
  // Two answers that did not come are alike, and say nothing: that must not pass.
  if (verdict.failed === 0) {
    for (const { url, failure } of unanswered) verdict.expect(false, url, 'an answer', failure!);
  }
  const isDeclared =
    ability === undefined || hosts.length === 0 || hosts.some(({ can }) => can.includes(ability));
  const { checks, failed, failures, notes } = verdict;
  return {
    name,
    wants,
    ability: ability ?? null,
    result: isDeclared ? resultOf(verdict) : 'not-declared',
    holds: isDeclared || checks === 0 ? null : failed === 0,
    checks,
    failed,
    failures,
    notes,
    ms: Math.round(performance.now() - start),
  };
}

function resultOf({ checks, failed }: Verdict): Result {
  if (checks === 0) return 'not-applicable';
  return failed === 0 ? 'pass' : 'fail';
}

function summaryOf({ meter }: Target, { lists }: Survey): VerifySummary {
  return {
    lists: Object.fromEntries(
      lists.map(({ endpoint, forward: { pages } }) => {
        const records = pages.reduce((sum, { rows }) => sum + rows.length, 0);
        return [endpoint.name, { pages: pages.length, records }];
      }),
    ),
    requests: meter?.requests ?? 0,
    retries: meter?.retries ?? 0,
    bytes: meter?.bytes ?? 0,
    times: meter?.times ?? null,
    sizes: meter?.sizes ?? null,
    protocol: meter?.protocol ?? null,
    server: meter?.server ?? null,
  };
}
