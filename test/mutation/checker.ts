// A plugin for Stryker: a change that stands in accepted/ is not tried, since it would wait for all tests of its room.
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { reasonFor } from './names.js';

function check(mutants: readonly Mutant[]): Promise<Record<string, CheckResult>> {
  const reasons = mutants.map((mutant) => {
    const { start, end } = mutant.location;
    // Plugins get lines and columns from 0, results have them from 1.
    const location = {
      start: { line: start.line + 1, column: start.column + 1 },
      end: { line: end.line + 1, column: end.column + 1 },
    };
    return reasonFor({ ...mutant, location });
  });
  const times = new Map<string, number>();
  for (const { key } of reasons) times.set(key, (times.get(key) ?? 0) + 1);
  const results = mutants.map(({ id }, i): [string, CheckResult] => {
    const { key, reason } = reasons[i]!;
    // A change that is called as another one of its file is tried: the reason may be that of the other.
    return reason === undefined || times.get(key)! > 1
      ? [id, { status: CheckStatus.Passed }]
      : [id, { status: CheckStatus.CompileError, reason }];
  });
  return Promise.resolve(Object.fromEntries(results));
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Checker, 'accepted', {
    init: () => Promise.resolve(),
    group: (mutants: readonly Mutant[]) => Promise.resolve([mutants.map(({ id }) => id)]),
    check,
  }),
];
