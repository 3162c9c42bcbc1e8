// `build`: makes the snapshot (snapshot/build.ts). With `--shard`, it only compiles a part of the data
// (snapshot/share.ts).

import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { build as buildSnapshot } from '../../../snapshot/build.js';
import type { Share } from '../../../snapshot/share.js';
import type { Frame, Result, Run } from '../../command.js';
import { reported } from '../reported.js';

export const build: Run<{ shard?: string }> = async ({ shard }, frame) => {
  const { portal, options } = frame;
  if (options.hosts?.includes('list')) {
    const { hosts } = await import('../../../hosts/index.js');
    return { ok: true, output: hosts.map(({ name }) => name) };
  }
  if (shard !== undefined) return compile(shareOf(shard), frame);
  return reported('build', await buildSnapshot(portal, options), frame);
};

/** Parses a share such as `2/4`. Throws a {@link UsageError} for other texts. */
function shareOf(text: string): Share {
  const [, number, of] = (/^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number <= of) return { number, of };
  throw new UsageError(`--shard wants I/N with I from 1 to N, such as 2/4, not ${quote(text)}`);
}

/** Compiles a share of the data, and reports it in one line. */
async function compile(share: Share, { portal, options, reporter }: Frame): Promise<Result> {
  const { cache } = options;
  if (typeof cache !== 'string')
    throw new UsageError('--shard wants --cache DIR: a folder that all machines see');
  const { compileShare } = await import('../../../snapshot/share.js');
  const { shards, bytes } = await compileShare(portal, { ...options, cache }, share);
  const line =
    reporter === 'json'
      ? JSON.stringify({ ok: true, share, shards, bytes })
      : `share ${share.number} of ${share.of}: ${shards} shards, ${bytes} bytes`;
  return { ok: true, output: [line] };
}
