// `build`: see build.ts of the engine for what it does.
import type { Command } from 'commander';
import { addOptions, type Flags, report } from './report.js';

export function define(command: Command): (flags: Flags) => Promise<number> {
  addOptions(command);
  return async (flags) => {
    const { build } = await import('../build.js');
    return report('build', build, flags);
  };
}
