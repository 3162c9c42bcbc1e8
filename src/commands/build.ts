// `build`: see build.ts of the engine for what it does.
import type { Command } from 'commander';
import { addOptions, type Flags, report } from './report.js';
import { DONE } from './status.js';

export function define(command: Command): (flags: Flags) => Promise<number> {
  addOptions(command);
  command.option(
    '--break-lock',
    'write although another build seems to be at it: it is gone for certain',
  );
  return async (flags) => {
    if (flags.host?.includes('list')) return listHosts();
    const { build } = await import('../build.js');
    return report('build', build, flags);
  };
}

/** `--host list`: the table of hosts, and nothing is built. */
async function listHosts(): Promise<number> {
  const [{ hosts }, { hostTable }] = await Promise.all([
    import('../hosts/index.js'),
    import('../hosts/table.js'),
  ]);
  process.stdout.write(`${hostTable(hosts)}\n`);
  return DONE;
}
