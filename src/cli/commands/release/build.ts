// `build`: its flags and output. What it does is in snapshot/build.ts and, for one of several machines, in
// snapshot/shares.ts.
import { UsageError } from '../../../problems/problem.js';
import type { BuildOptions, FlagsOf } from '../../../snapshot/settings/types.js';
import { addFlags, addOwnFlags, type Define, type OwnFlags } from '../flags.js';
import { remoteOf } from '../remote.js';
import { report, warnings, withProgress } from '../report.js';
import { DONE } from '../status.js';

/** The flags of one of several machines that build together. */
interface ShareFlags {
  readonly shard?: string | undefined;
  readonly link?: boolean;
  readonly pages?: string | undefined;
}

const FLAGS: OwnFlags = {
  '--shard <share>': {
    en: 'with --store: only compile a share of the data, such as 2/4, or auto for a job of an array',
  },
  '--link': {
    en: 'with --store: only check all data, and leave there what pages are made of',
  },
  '--pages <share>': {
    en: 'with --store, after --link: only make a share of the pages, such as 2/4, or auto',
  },
};

export const define: Define<[FlagsOf<'build'> & ShareFlags]> = (command, lang) => {
  addFlags(command, 'build', lang);
  addOwnFlags(command, FLAGS);
  return async ({ shard, link, pages, ...flags }) => {
    if (flags.hosts?.includes('list')) return listHosts();
    const { portal } = await import('../../../portal/index.js');
    const asked = [shard, link, pages].filter((flag) => flag !== undefined);
    if (asked.length > 0) {
      const { store } = flags;
      if (store === undefined || flags.storeReadOnly || asked.length > 1) {
        throw new UsageError(
          '--shard, --link and --pages want a --store that is written, and one goes without the others',
        );
      }
      const shares = await import('../../../snapshot/shares.js');
      const linked = (options: BuildOptions) => shares.link(portal, { ...options, store });
      if (link) return report('check', linked, flags, refuse);
      return doShare({ shard, pages }, { ...flags, store });
    }
    const { build } = await import('../../../snapshot/build.js');
    return report('build', (options) => build(portal, options), flags);
  };
};

/** Does the work of `--shard` or `--pages`, and prints in a line what was done. */
async function doShare(
  { shard, pages }: ShareFlags,
  flags: FlagsOf<'build'> & { readonly store: string },
): Promise<number> {
  const [{ shareOf }, { compileShare, makePagesOf }, { portal }] = await Promise.all([
    import('./share.js'),
    import('../../../snapshot/shares.js'),
    import('../../../portal/index.js'),
  ]);
  const { reporter = 'pretty', lang, verbose = false, all: _, ...options } = flags;
  const share = shareOf(shard ?? pages ?? '', process.env);
  const { on, tell } = warnings(lang);
  const remote = await remoteOf(options, refuse);
  const done = await withProgress(
    reporter,
    lang,
    (onProgress) => {
      const how = { ...options, ...on, ...remote, onProgress };
      return shard === undefined
        ? makePagesOf(portal, how, share)
        : compileShare(portal, how, share);
    },
    verbose,
  ).finally(tell);
  const found = Object.entries(done).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(
    reporter === 'json'
      ? `${JSON.stringify({ ok: true, share, ...done })}\n`
      : `${shard === undefined ? 'Pages' : 'Shards'}, share ${share.number} of ${share.of}: ${found.join(', ')}\n`,
  );
  return DONE;
}

/** Ends a share whose store cannot be used, since what it makes is of use there alone. */
function refuse(reason: string): never {
  throw new UsageError(reason);
}

/** `--host list`: prints the known hosts, and builds nothing. */
async function listHosts(): Promise<number> {
  const [{ hosts }, { hostTable }] = await Promise.all([
    import('../../../hosts/index.js'),
    import('../../../hosts/table.js'),
  ]);
  process.stdout.write(
    `${hostTable(hosts)}\nLimits and notes of each: src/hosts/README.md of this package.\n`,
  );
  return DONE;
}
