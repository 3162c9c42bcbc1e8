// A bucket in which machines that build have their store in common: `--store s3://bucket/prefix`. A build goes on without it where it
// may not be read or written, which is told once. What is kept is beside what `publish` keeps, where no reader of an API comes.
import { statSync } from 'node:fs';
import type { Remote } from '../../engine/shard/store.js';
import { hashFile } from '../../files/source/data-file.js';
import { UsageError } from '../../problems/problem.js';
import { openBucket } from '../publish/targets/s3.js';
import {
  type Key,
  type PublishTarget,
  TargetFailure,
  type TargetOptions,
} from '../publish/targets/target.js';

/** How a bucket is used. */
interface BucketOptions extends TargetOptions {
  /** Whether nothing is written. */
  readonly isReadOnly: boolean;
  /** Is told why the bucket is not used, or not written, from here on; what it throws ends the build. */
  readonly onUnusable: (reason: string) => void;
}

/** A bucket as a store; it is opened when it is first asked. Throws a {@link UsageError} for a wrong address. */
export function bucketStore(
  address: string,
  { isReadOnly, onUnusable, ...options }: BucketOptions,
): Remote {
  let target: Promise<PublishTarget> | undefined;
  const can = { read: true, write: !isReadOnly };
  /** Does something with the bucket, unless that failed before. */
  const attempt = async <T>(
    way: keyof typeof can,
    work: (target: PublishTarget) => Promise<T>,
  ): Promise<T | undefined> => {
    if (!can[way]) return undefined;
    try {
      target ??= openBucket(address, options);
      return await work(await target);
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof TargetFailure)) throw error;
      if (can[way]) {
        can[way] = false;
        onUnusable(error.message);
      }
      return undefined;
    }
  };
  return {
    read: (name, most) =>
      attempt('read', async (target) => (await target.read(keyOf(name), most))?.bytes),
    async write(name, path, most) {
      await attempt('write', async (target) => {
        const { size } = statSync(path);
        if (size > most) return;
        const file = { path, size, hash: await hashFile(path) };
        await target.write(keyOf(name), file, 'Content-Type: application/octet-stream');
      });
    },
    close() {
      target?.then((opened) => opened.close()).catch(() => {});
      target = undefined;
    },
  };
}

const keyOf = (name: string): Key => `kept/store/${name}`;
