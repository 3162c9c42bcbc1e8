// `build`: its flags and output. What it does is in snapshot/build.ts and, for one of several machines, in
// snapshot/share.ts.
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import type { SettingFlags } from '../../../snapshot/settings/types.js';
import type { Share } from '../../../snapshot/share.js';
import { addFlags, addOwnFlags, type Define, type OwnFlags } from '../flags.js';
import { report, warnings, withProgress } from '../report.js';
import { DONE } from '../status.js';

const FLAGS: OwnFlags = {
  '--shard <share>': {
    en: 'only compile a share of the data, such as 2/4, into the folder that --cache names',
  },
};

interface ShareFlags {
  readonly shard?: string | undefined;
}

export const define: Define<[SettingFlags & ShareFlags]> = (command, lang) => {
  addFlags(command, 'build', lang);
  addOwnFlags(command, FLAGS);
  return async ({ shard, ...flags }) => {
    if (flags.hosts?.includes('list')) return listHosts();
    if (shard !== undefined) return compile(shareOf(shard), flags);
    const [{ portal }, { build }] = await Promise.all([
      import('../../../portal/index.js'),
      import('../../../snapshot/build.js'),
    ]);
    return report('build', (options) => build(portal, options), flags);
  };
};

/** `--host list`: prints the names of the hosts, and builds nothing. */
async function listHosts(): Promise<number> {
  const { hosts } = await import('../../../hosts/index.js');
  process.stdout.write(hosts.map(({ name }) => `${name}\n`).join(''));
  return DONE;
}

/** The share that `I/N` names. Throws a {@link UsageError}. */
function shareOf(text: string): Share {
  const [, number, of] = (/^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number <= of) return { number, of };
  throw new UsageError(`--shard wants I/N with I from 1 to N, such as 2/4, not ${quote(text)}`);
}

/** Compiles a share of the data, and prints in a line what was done. */
async function compile(share: Share, flags: SettingFlags): Promise<number> {
  const { reporter = 'pretty', lang, verbose = false, all: _, cache, ...options } = flags;
  if (typeof cache !== 'string') {
    throw new UsageError('--shard wants --cache DIR: a folder that all machines see');
  }
  const [{ portal }, { compileShare }] = await Promise.all([
    import('../../../portal/index.js'),
    import('../../../snapshot/share.js'),
  ]);
  const { on, tell } = warnings(lang);
  const { shards, bytes } = await withProgress(
    reporter,
    lang,
    (onProgress) => compileShare(portal, { ...options, ...on, cache, onProgress }, share),
    verbose,
  ).finally(tell);
  process.stdout.write(
    reporter === 'json'
      ? `${JSON.stringify({ ok: true, share, shards, bytes })}\n`
      : `share ${share.number} of ${share.of}: ${shards} shards, ${bytes} bytes\n`,
  );
  return DONE;
}
