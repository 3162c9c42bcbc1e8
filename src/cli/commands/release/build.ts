// `build`: its flags and output; what it does is in ../build.ts.
import type { FlagsOf } from '../../../snapshot/settings/types.js';
import { addFlags, type Define } from '../flags.js';
import { report } from '../report.js';
import { DONE } from '../status.js';

export const define: Define<[FlagsOf<'build'>]> = (command, lang) => {
  addFlags(command, 'build', lang);
  return async (flags) => {
    if (flags.hosts?.includes('list')) return listHosts(flags.verbose);
    const { build } = await import('../../../snapshot/build.js');
    const { portal } = await import('../../../portal/index.js');
    return report('build', (options) => build(portal, options), flags);
  };
};

/** `--host list`: prints the known hosts, and builds nothing. */
async function listHosts(verbose = false): Promise<number> {
  const [{ hosts }, { hostNotes, hostTable }] = await Promise.all([
    import('../../../hosts/index.js'),
    import('../../../hosts/table.js'),
  ]);
  const more = verbose ? hostNotes(hosts) : '--verbose tells the limits and notes of each host.\n';
  process.stdout.write(`${hostTable(hosts)}\n${more}`);
  return DONE;
}
