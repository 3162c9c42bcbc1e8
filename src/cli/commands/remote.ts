// `--store s3://bucket/prefix`: opens the bucket; environment variables may give the address of its server.
import { UsageError } from '../../problems/problem.js';
import type { BuildOptions } from '../../snapshot/settings/types.js';

/** The bucket that flags name. `onUnusable`: called with the reason if it fails. Throws a {@link UsageError}. */
export async function remoteOf(
  { store, storeReadOnly: isReadOnly = false }: Pick<BuildOptions, 'store' | 'storeReadOnly'>,
  onUnusable: (reason: string) => void,
): Promise<Pick<BuildOptions, 'remote'>> {
  if (!store?.startsWith('s3://')) {
    if (!isReadOnly) return {};
    throw new UsageError(
      '--store-read-only is for a bucket: the rights of a folder say who may write there',
    );
  }
  const { bucketStore } = await import('../../delivery/store/bucket.js');
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3: endpoint = AWS_ENDPOINT_URL } = process.env;
  return {
    remote: bucketStore(store, { isReadOnly, onUnusable, ...(endpoint && { endpoint }) }),
  };
}
