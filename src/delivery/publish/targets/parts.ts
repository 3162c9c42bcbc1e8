// Objects of a bucket that are too large for one request: they are sent, or copied within the store, in parts.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
import { createHash, hash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { blocksOf, changedMeanwhile } from '../local.js';
import type { LocalFile } from './target.js';

export type Sdk = typeof import('@aws-sdk/client-s3');

/** A file that is larger is sent in parts of this many bytes. */
export const PART = 8 * 1024 * 1024;

/** An object that is being written, as parameters of the client. */
interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Sends the parts of an object in their order, and yields the etag of each. */
type SendParts = (upload: Upload) => AsyncIterable<string | undefined>;

/** Writes an object in parts, all of them or none. `about`: its headers. Returns its etag. */
export async function writeInParts(
  sdk: Sdk,
  client: S3Client,
  at: Pick<Upload, 'Bucket' | 'Key'>,
  about: object,
  send: SendParts,
): Promise<string | undefined> {
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...at, ...about }));
  const upload = { ...at, UploadId };
  const Parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
  try {
    for await (const ETag of send(upload)) Parts.push({ ETag, PartNumber: Parts.length + 1 });
    const { ETag } = await client.send(
      new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
    );
    return ETag;
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

/** Sends the parts of a file. `onSent` is given the size of each. Throws a {@link UsageError} if the file has changed. */
export function partsOfFile(
  sdk: Sdk,
  client: S3Client,
  file: LocalFile,
  onSent: (bytes: number) => void,
): SendParts {
  return async function* (upload) {
    const whole = createHash('sha256');
    let PartNumber = 0;
    for (const Body of blocksOf(file.path, PART)) {
      whole.update(Body);
      const ContentMD5 = hash('md5', Body, 'base64');
      const { ETag } = await client.send(
        new sdk.UploadPartCommand({ ...upload, PartNumber: ++PartNumber, Body, ContentMD5 }),
      );
      onSent(Body.length);
      yield ETag;
    }
    if (whole.digest('hex') !== file.hash) throw changedMeanwhile(file);
  };
}

/** Copies the parts of another object of so many bytes, each of at most `most`. */
export function partsOfObject(
  sdk: Sdk,
  client: S3Client,
  source: { readonly CopySource: string; readonly CopySourceIfMatch: string },
  bytes: number,
  most: number,
): SendParts {
  return async function* (upload) {
    for (let at = 0, PartNumber = 1; at < bytes; at += most, PartNumber++) {
      const CopySourceRange = `bytes=${at}-${Math.min(at + most, bytes) - 1}`;
      const { CopyPartResult } = await client.send(
        new sdk.UploadPartCopyCommand({ ...upload, ...source, PartNumber, CopySourceRange }),
      );
      yield CopyPartResult?.ETag;
    }
  };
}
