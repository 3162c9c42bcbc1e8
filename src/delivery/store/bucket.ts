// A bucket as the store that several building machines share: `--store s3://bucket/prefix`. If it cannot be read or
// written, the build is given the reason, and may go on without it. Its objects are beside those that `publish` keeps,
// out of readers' reach.
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
  /** Called with the reason when the bucket can no longer be read or written; if it throws, the build ends. */
  readonly onUnusable: (reason: string) => void;
}

/** Returns a bucket as a store. It is opened when it is first read or written; only then is `address` checked. */
export function bucketStore(
  address: string,
  { isReadOnly, onUnusable, ...options }: BucketOptions,
): Remote {
  let target: Promise<PublishTarget> | undefined;
  const can = { read: true, write: !isReadOnly };
  /** Reads from the bucket or writes to it, unless that failed before. */
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
    has: (name) =>
      attempt('read', async (target) => {
        // Its files of bytes are listed with it.
        for await (const { name: rest } of target.list(keyOf(name))) if (rest === '') return true;
        return false;
      }),
    async write(name, path, most) {
      await attempt('write', async (target) => {
        const { size } = statSync(path);
        if (size > most) return;
        const file = { path, size, hash: await hashFile(path) };
        await target.write(keyOf(name), file, 'Content-Type: application/octet-stream');
      });
    },
    get isReadOnly() {
      return !can.write;
    },
    close() {
      target?.then((opened) => opened.close()).catch(() => {});
      target = undefined;
    },
  };
}

const keyOf = (name: string): Key => `kept/store/${name}`;
