// CloudFront: paths are invalidated in one batch, and waited for. It is asked by AWS' own client.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Invalidation.html
import { randomUUID } from 'node:crypto';
import { awsFailure, loadAws } from '../targets/aws.js';
import { type OpenPurge, PurgeFailure } from './ask.js';

/** The most paths that may be in progress at once; one with a star counts as one of fifteen. */
const MOST_PATHS = 3000;
/** Seconds until it has to be done: it mostly takes less than one minute. */
const LONGEST = 600;

export const openCloudfront: OpenPurge = async (distribution, env) => {
  const { CloudFrontClient, CreateInvalidationCommand, waitUntilInvalidationCompleted } =
    await loadAws(
      '@aws-sdk/client-cloudfront',
      '--purge cloudfront',
      () => import('@aws-sdk/client-cloudfront'),
    );
  return async (addresses, base, signal) => {
    const client = new CloudFrontClient({
      region: env['AWS_REGION'] || 'us-east-1',
      maxAttempts: 5,
    });
    const abort = signal && { abortSignal: signal };
    try {
      const paths = pathsOf(addresses, base);
      const { Invalidation } = await client.send(
        new CreateInvalidationCommand({
          DistributionId: distribution,
          InvalidationBatch: {
            CallerReference: `portal-snapshot-${randomUUID()}`,
            Paths: { Quantity: paths.length, Items: paths },
          },
        }),
        abort,
      );
      await waitUntilInvalidationCompleted(
        { client, maxWaitTime: LONGEST, minDelay: 2, maxDelay: 10, ...abort },
        { DistributionId: distribution, Id: Invalidation?.Id },
      );
    } catch (error) {
      throw new PurgeFailure(`CloudFront did not take the purge: ${awsFailure(error)}`);
    } finally {
      client.destroy();
    }
  };
};

/** Paths without queries, on which the distribution of `build --host cloudfront` does not depend. */
export function pathsOf(addresses: readonly string[], base: string): string[] {
  const paths = [...new Set(addresses.map((address) => new URL(address).pathname))];
  return paths.length <= MOST_PATHS ? paths : [`${new URL(base).pathname.replace(/\/$/, '')}/*`];
}
