// `check`: the checks of a build, and nothing written.
import type { Command } from 'commander';
import { addOptions, type Flags, report } from './report.js';

export function define(command: Command): (flags: Flags) => Promise<number> {
  addOptions(command);
  return async (flags) => {
    const { check } = await import('../build.js');
    return report('check', check, flags);
  };
}
