// Verifies a deployment: open → survey (walk every list) → check each rule → report. What is wanted
// comes from the portal's declarations; rules/index.ts lists the rules.
import type { Portal } from '../../model/endpoint.js';
import { nearest } from '../../problems/nearest.js';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { Answer, AskFor } from '../http/answer.js';
import { Deadline } from '../http/deadline.js';
import { openTarget, snapshotAt, type VerifyTarget } from '../http/target.js';
import { hintFor, type NamedHosts } from './hints.js';
import { isFault, type RuleResult, type VerifyReport } from './report.js';
import { rules } from './rules/index.js';
import type { VerifyRule } from './rules/rule.js';
import { Verdict } from './verdict.js';
import { recordsOn } from './walk/page.js';
import { type DeploymentSurvey, type SurveyOptions, survey } from './walk/survey.js';

export interface VerifyOptions extends SurveyOptions {
  /** A base URL, with or without `/api/`, or a folder. */
  readonly target: string;
  /** Of a mirror only: the base URL of its origin, with which the mirror's links begin. */
  readonly mirrorOf?: string;
  /** Only abilities that one of these hosts declares are wanted; if no host is given, all abilities are. */
  readonly hosts?: NamedHosts;
  /** The most requests at once; 4 by default, at most 64. */
  readonly concurrency?: number;
  /** Seconds for one whole answer; 30 by default. */
  readonly timeout?: number;
  /** The most bytes of a body, also when unpacked; 4 GiB by default. */
  readonly maxBody?: number;
  /** Seconds for the whole run; 600 by default. Rules that are not done by then fail. */
  readonly deadline?: number;
  /** Names of rules: check these only, or all but these. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Ends the run early: rules that are not done by then fail. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait before the second attempt; each further wait is twice as long. 250 by default. */
  readonly backoff?: number;
  /** Called as the work goes on; a total of 0 means that it is not known yet. */
  readonly onProgress?: (phase: 'walking' | 'checking', done: number, total: number) => void;
}

export interface ExamineOptions extends SurveyOptions, Pick<VerifyOptions, 'hosts' | 'onProgress'> {
  readonly deadline?: Deadline;
}

const DEADLINE = 600;

/**
 * Verifies a deployment. Throws a {@link UsageError} if a rule is unknown or none is left, a folder is
 * missing, or an address cannot be reached at all.
 */
export async function verify(portal: Portal, options: VerifyOptions): Promise<VerifyReport> {
  const chosen = chooseRules(options.only ?? [], options.skip ?? []);
  const against = options.against === undefined ? undefined : snapshotAt(options.against);
  const { concurrency = 4 } = options;
  const deadline = new Deadline(options.deadline ?? DEADLINE, options.signal);
  const target = await openTarget(options.target, {
    mirrorOf: options.mirrorOf,
    userAgent: 'portal-snapshot-verify',
    concurrency,
    timeout: (options.timeout ?? 30) * 1000,
    backoff: options.backoff,
    ...(options.maxBody !== undefined && { maxBody: options.maxBody }),
    signal: deadline.signal,
  });
  try {
    return await examine(portal, target, chosen, { ...options, against, deadline });
  } finally {
    target.close();
  }
}

/** Verifies a deployment that is open already. */
export async function examine(
  portal: Portal,
  target: VerifyTarget,
  chosen: readonly VerifyRule[],
  options: ExamineOptions,
): Promise<VerifyReport> {
  const { hosts = [], onProgress = () => {}, deadline = new Deadline(DEADLINE) } = options;
  const surveyed = await deadline.within(() =>
    survey(portal, target, options, (pages) => onProgress('walking', pages, 0)),
  );
  const results: RuleResult[] = [];
  for (const rule of chosen) {
    onProgress('checking', results.length, chosen.length);
    const done = surveyed && (await deadline.within(() => checkRule(rule, surveyed, hosts)));
    results.push(done ?? unfinished(rule));
  }
  return {
    ok: results.some(({ checks }) => checks > 0) && !results.some(isFault),
    target: target.name,
    hosts: hosts.map(({ name }) => name),
    deadline: deadline.seconds,
    rules: results,
    summary: { lists: listed(surveyed?.lists ?? []), ...target.meter },
  };
}

function chooseRules(only: readonly string[], skip: readonly string[]): readonly VerifyRule[] {
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
  rule: VerifyRule,
  surveyed: DeploymentSurvey,
  hosts: NamedHosts,
): Promise<RuleResult> {
  const { name, wants, ability } = rule;
  const start = performance.now();
  const verdict = new Verdict();
  const unanswered: Answer[] = [];
  const ask: AskFor = async (url, asked) => {
    const answer = await surveyed.ask(url, asked);
    if (answer.failure !== undefined && unanswered.length < MAX_UNANSWERED) unanswered.push(answer);
    return answer;
  };
  if ('http' in surveyed.over || rule.files) await rule.check({ ...surveyed, ask }, verdict);
  // A rule that compares two answers may pass although both requests failed: failed requests look alike.
  if (verdict.failed === 0) {
    for (const { url, failure } of unanswered) verdict.expect(false, url, 'an answer', failure!);
  }
  const isDeclared =
    ability === undefined || hosts.length === 0 || hosts.some(({ can }) => can.includes(ability));
  const { checks, failed } = verdict;
  const { base, mirror = base } = surveyed;
  const failures = verdict.failures.map(({ address, ...failure }) => ({
    address: address.replace(base, () => mirror),
    ...failure,
  }));
  const found = checks === 0 ? 'not-applicable' : failed === 0 ? 'pass' : 'fail';
  const result = isDeclared ? found : 'not-declared';
  return {
    name,
    wants,
    ability: ability ?? null,
    result,
    holds: isDeclared || checks === 0 ? null : failed === 0,
    checks,
    failed,
    failures,
    hint: result === 'fail' ? hintFor(rule, surveyed, hosts) : null,
    ms: Math.round(performance.now() - start),
  };
}

/** The most unanswered requests that are kept; there may be one for each page. */
const MAX_UNANSWERED = 1000;

/** The result of a rule for which no time was left. */
function unfinished({ name, wants, ability }: VerifyRule): RuleResult {
  const nothing = { holds: null, checks: 0, failed: 0, failures: [], hint: null, ms: 0 };
  return { name, wants, ability: ability ?? null, result: 'unfinished', ...nothing };
}

/** The numbers of pages and records of each list; lookups are left out, since their records are in a list. */
const listed = (lists: DeploymentSurvey['lists']): VerifyReport['summary']['lists'] =>
  Object.fromEntries(
    lists
      .filter(({ endpoint }) => !('lookup' in endpoint))
      .map(({ endpoint, pages }) => [
        endpoint.name,
        { pages: pages.length, records: recordsOn(pages) },
      ]),
  );
