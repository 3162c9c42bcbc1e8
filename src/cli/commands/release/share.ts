// Which share of a build this machine does: `2/4`, or a share read from the variables that number the jobs of an array.
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import type { Share } from '../../../snapshot/shares.js';

/** Variables in which job systems number jobs. `first`: the first index, or its variable; `of`: that of the total. */
const systems: readonly {
  readonly index: string;
  readonly first: string | number;
  readonly of?: string;
}[] = [
  // https://slurm.schedmd.com/job_array.html
  { index: 'SLURM_ARRAY_TASK_ID', first: 'SLURM_ARRAY_TASK_MIN', of: 'SLURM_ARRAY_TASK_COUNT' },
  // https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode
  { index: 'JOB_COMPLETION_INDEX', first: 0 },
  // https://docs.gitlab.com/ci/variables/predefined_variables/
  { index: 'CI_NODE_INDEX', first: 1, of: 'CI_NODE_TOTAL' },
];

/** The share that `I/N`, `auto` or `auto/N` names. Throws a {@link UsageError}. */
export function shareOf(text: string, env: NodeJS.ProcessEnv): Share {
  const [, given = '', total] = /^([1-9]\d{0,5}|auto)(?:\/([1-9]\d{0,5}))?$/.exec(text) ?? [];
  const system = given === 'auto' ? systems.find(({ index }) => env[index]) : undefined;
  if (given === 'auto' && !system) {
    throw new UsageError(
      `${quote(text)} wants a job that is told its place: none of ${systems.map(({ index }) => index).join(', ')} is set`,
    );
  }
  const first = Number(system && (env[system.first] ?? system.first));
  const number = system ? Number(env[system.index]) - first + 1 : Number(given);
  const of = Number(total ?? (system?.of === undefined ? undefined : env[system.of]));
  if (Number.isInteger(number) && Number.isInteger(of) && number >= 1 && number <= of) {
    return { number, of };
  }
  const found = system ? ` (${system.index} is ${quote(env[system.index] ?? '')})` : '';
  throw new UsageError(
    `a share is I/N with I from 1 to N, auto/N, or auto where the system says N, not ${quote(text)}${found}`,
  );
}
