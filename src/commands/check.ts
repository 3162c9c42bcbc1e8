// `check`: the checks of a build, and nothing written.
import type { Command } from 'commander';
import { addOptions, type Flags, report } from './report.js';

interface CheckFlags extends Flags {
  readonly since?: string;
}

export function define(command: Command): (flags: CheckFlags) => Promise<number> {
  addOptions(command);
  command.option('--since <ref>', 'only problems in, or caused by, what changed since a git ref');
  return async ({ since, ...flags }) => {
    if (since !== undefined) {
      const { checkSince } = await import('../changes/since.js');
      return report('check', (options) => checkSince(since, options), flags);
    }
    const { check } = await import('../build.js');
    return report('check', check, flags);
  };
}
