// The targets by the scheme of their address.
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { openFolder } from './file.js';
import { openBucket } from './s3.js';
import type { PublishTarget, TargetOptions } from './target.js';

/** Opens the target that an address names. Throws a {@link UsageError}. */
export async function openTarget(address: string, options: TargetOptions): Promise<PublishTarget> {
  if (address.startsWith('s3://')) return openBucket(address, options);
  if (address.startsWith('file://')) return openFolder(address);
  throw new UsageError(`a target begins with s3:// or file://, not ${quote(address)}`);
}
