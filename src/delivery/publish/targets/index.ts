// The targets by the scheme of their address. Each is loaded when it is asked for.
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import type { Target, TargetOptions } from './target.js';

type Open = (address: string, options: TargetOptions) => Promise<Target>;

const targets: Readonly<Record<string, () => Promise<Open>>> = {
  s3: async () => (await import('./s3.js')).openBucket,
  file: async () => (await import('./file.js')).openFolder,
};

/** Opens the target that an address names. Throws a {@link UsageError}. */
export async function openTarget(address: string, options: TargetOptions): Promise<Target> {
  const [, scheme = ''] = /^([a-z][a-z0-9]*):\/\//.exec(address) ?? [];
  const load = Object.hasOwn(targets, scheme) ? targets[scheme] : undefined;
  if (!load) {
    const known = Object.keys(targets).map((name) => `${name}://`);
    throw new UsageError(`a target begins with ${known.join(' or ')}, not ${quote(address)}`);
  }
  return (await load())(address, options);
}
