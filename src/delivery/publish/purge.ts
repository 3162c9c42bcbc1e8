// Purges caches of CloudFront.
import { randomUUID } from 'node:crypto';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { awsFailure, loadAws } from './aws.js';

/** The most seconds to wait until a purge is done. Most take less than a minute. */
const LONGEST = 600;

/** Purges all addresses, and waits until that is done. Returns an error message; undefined if it succeeded. */
export type Purge = (signal?: AbortSignal) => Promise<string | undefined>;

/**
 * Returns the function that purges what `--purge cloudfront:ID` names. Throws a {@link UsageError} for any other name.
 */
export async function openPurge(named: string): Promise<Purge> {
  const [, DistributionId] = /^cloudfront:([A-Za-z0-9_-]+)$/.exec(named) ?? [];
  if (DistributionId === undefined) {
    throw new UsageError(
      `--purge takes cloudfront:ID, not ${quote(named)}; run the command line of another CDN after publish`,
    );
  }
  const sdk = await loadAws(
    '@aws-sdk/client-cloudfront',
    '--purge cloudfront',
    () => import('@aws-sdk/client-cloudfront'),
  );
  return async (signal) => {
    const client = new sdk.CloudFrontClient({
      region: process.env['AWS_REGION'] || 'us-east-1',
      maxAttempts: 5,
    });
    const abort = signal && { abortSignal: signal };
    const InvalidationBatch = {
      CallerReference: `portal-snapshot-${randomUUID()}`,
      Paths: { Quantity: 1, Items: ['/*'] },
    };
    try {
      const { Invalidation } = await client.send(
        new sdk.CreateInvalidationCommand({ DistributionId, InvalidationBatch }),
        abort,
      );
      await sdk.waitUntilInvalidationCompleted(
        { client, maxWaitTime: LONGEST, minDelay: 2, maxDelay: 10, ...abort },
        { DistributionId, Id: Invalidation?.Id },
      );
      return undefined;
    } catch (error) {
      return `CloudFront did not take the purge: ${awsFailure(error)}`;
    } finally {
      client.destroy();
    }
  };
}
