// A bucket of S3, or of a store that speaks its protocol, as a target: `s3://bucket/prefix`. Every transfer carries
// checksums, by which the store checks its bytes. What publishing keeps is below `.portal-snapshot/` in the bucket,
// which the bucket's policy should let no reader access.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
import { createHash, hash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { UsageError } from '../../../problems/problem.js';
import { quote } from '../../../problems/quote.js';
import { FOLDERS } from '../../../site/kinds.js';
import { headerIn } from '../kinds.js';
import { blocksOf, bytesOf } from '../local.js';
import { awsFailure, loadAws, statusOf } from './aws.js';
import { PART, partsOfFile, partsOfObject, type Sdk, writeInParts } from './parts.js';
import {
  type Condition,
  type Key,
  type Listed,
  type LocalFile,
  type PublishTarget,
  type Stored,
  TargetFailure,
  type TargetMeter,
  type TargetOptions,
} from './target.js';

const KEPT = '.portal-snapshot/';
/**
 * A larger object is copied in parts of this many bytes: stores refuse more at once.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
 */
const MOST_COPIED = 5 * 1024 ** 3;
const ATTEMPTS = 6;
const TIMEOUT_MS = 60_000;
const AT_ONCE = 16;

/** Opens a bucket. Throws a {@link UsageError} for a wrong address, or if the client is not installed. */
export async function openBucket(address: string, options: TargetOptions): Promise<PublishTarget> {
  const { bucket, prefix } = partsOf(address);
  const sdk = await loadAws('@aws-sdk/client-s3', 's3://', () => import('@aws-sdk/client-s3'));
  const { mostCopied = MOST_COPIED } = options;
  return new BucketTarget(address, sdk, clientOf(sdk, options), bucket, prefix, mostCopied);
}

/** Returns the bucket and the prefix of an address; the prefix ends in a slash or is empty. */
export function partsOf(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ''] =
    /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
  const prefix = path.replace(/\/+$/, '');
  const isPlain = prefix.split('/').every((part) => /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]*$/.test(part));
  if (bucket === undefined || (prefix !== '' && !isPlain)) {
    throw new UsageError(`a bucket is named as s3://bucket/prefix, not ${quote(address)}`);
  }
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

function clientOf({ S3Client }: Sdk, { endpoint, timeout = TIMEOUT_MS }: TargetOptions): S3Client {
  const hasRegion = process.env['AWS_REGION'] || process.env['AWS_DEFAULT_REGION'];
  return new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // AWS' command line reads AWS_DEFAULT_REGION, this client does not. Other stores need no real region.
    ...(hasRegion && { region: hasRegion }),
    ...(!hasRegion && endpoint !== undefined && { region: 'us-east-1' }),
    maxAttempts: ATTEMPTS,
    // All requests of a kind pass the same middleware, so it is put together once.
    cacheMiddleware: true,
    // Checksums are computed here, since not every store accepts the client's own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(timeout, 10_000),
      requestTimeout: timeout,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: AT_ONCE + 4 },
      httpsAgent: { maxSockets: AT_ONCE + 4 },
    },
  });
}

/** The time that the last answer stated, and when it arrived, by `performance.now()`. */
interface Clock {
  readonly said: number;
  readonly at: number;
}

class BucketTarget implements PublishTarget {
  readonly meter: TargetMeter = { requests: 0, sent: 0, received: 0 };
  #clock: Clock | undefined;
  #hasAnswered = false;
  #keepsVersions = false;

  constructor(
    readonly name: string,
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly bucket: string,
    private readonly prefix: string,
    private readonly mostCopied: number,
  ) {
    client.middlewareStack.add(
      (next) => async (args) => {
        this.meter.requests++;
        const result = await next(args);
        this.#hasAnswered = true;
        const { headers } = result.response as { headers?: Readonly<Record<string, string>> };
        const said = Date.parse(headers?.['date'] ?? '');
        if (!Number.isNaN(said)) this.#clock = { said, at: performance.now() };
        return result;
      },
      { step: 'deserialize', priority: 'low', name: 'portalSnapshotMeter' },
    );
    client.middlewareStack.add(
      (next) => (args) => {
        // The signature covers this SHA-256 of the body: without the header, the client would compute it again.
        const { ChecksumSHA256: sum } = args.input as { readonly ChecksumSHA256?: string };
        const { headers } = args.request as { headers: Record<string, string> };
        if (sum !== undefined) {
          headers['x-amz-content-sha256'] = Buffer.from(sum, 'base64').toString('hex');
        }
        return next(args);
      },
      { step: 'build', name: 'portalSnapshotSum' },
    );
  }

  async read(key: Key, most = Number.POSITIVE_INFINITY): Promise<Stored | undefined> {
    try {
      const command = new this.sdk.GetObjectCommand(this.#at(key));
      const { Body, ETag = '', LastModified, VersionId } = await this.client.send(command);
      this.#seeVersion(VersionId);
      const blocks: Buffer[] = [];
      let size = 0;
      // A server need not state the size, nor keep to it. In Node, the body is a stream of Node's.
      for await (const block of (Body ?? []) as AsyncIterable<Buffer>) {
        size += block.length;
        if (size > most) return undefined;
        blocks.push(block);
      }
      const bytes = Buffer.concat(blocks);
      this.meter.received += bytes.length;
      return { bytes, etag: bare(ETag), age: this.now() - (LastModified?.getTime() ?? this.now()) };
    } catch (error) {
      return this.#unless(404, error);
    }
  }

  async write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined> {
    if (!Buffer.isBuffer(source) && source.size > PART) return this.#inParts(key, source, headers);
    const bytes = Buffer.isBuffer(source) ? source : bytesOf(source);
    const sum = Buffer.isBuffer(source) ? hash('sha256', bytes, 'hex') : source.hash;
    if (typeof condition !== 'object') {
      return this.#put(key, bytes, sum, headers, condition && { IfNoneMatch: '*' });
    }
    // Ceph accepts an etag only without quotes; other stores may accept it only with them.
    const { etag } = condition;
    const done = await this.#put(key, bytes, sum, headers, { IfMatch: etag });
    return done ?? this.#put(key, bytes, sum, headers, { IfMatch: `"${etag}"` });
  }

  async #put(
    key: Key,
    bytes: Buffer,
    /** SHA-256 in hexadecimal. */
    sum: string,
    headers: string,
    condition: { readonly IfNoneMatch: string } | { readonly IfMatch: string } | undefined,
  ): Promise<string | undefined> {
    try {
      const { ETag = '', VersionId } = await this.client.send(
        new this.sdk.PutObjectCommand({
          ...this.#at(key),
          ...aboutOf(headers),
          Body: bytes,
          ContentMD5: hash('md5', bytes, 'base64'),
          ChecksumSHA256: Buffer.from(sum, 'hex').toString('base64'),
          ...condition,
        }),
      );
      this.meter.sent += bytes.length;
      this.#seeVersion(VersionId);
      return bare(ETag);
    } catch (error) {
      // 412: the condition did not hold. 409: someone else is writing. 404: no object for If-Match, in some stores.
      const status = statusOf(error) ?? 0;
      return this.#unless(condition && [404, 409].includes(status) ? status : 412, error);
    }
  }

  async #inParts(key: Key, file: LocalFile, headers: string): Promise<string | undefined> {
    const { sdk, client } = this;
    const parts = partsOfFile(sdk, client, file, (bytes) => {
      this.meter.sent += bytes;
    });
    try {
      return bare(await writeInParts(sdk, client, this.#at(key), aboutOf(headers), parts));
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async copy(
    from: Key,
    to: Key,
    { etag, size }: { readonly etag: string; readonly size: number },
    headers: string,
  ): Promise<string | undefined> {
    const path = `${this.bucket}/${this.#keyOf(from)}`.split('/').map(encodeURIComponent).join('/');
    const { sdk, client } = this;
    const source = { CopySource: path, CopySourceIfMatch: `"${etag}"` };
    try {
      if (size > this.mostCopied) {
        const parts = partsOfObject(sdk, client, source, size, this.mostCopied);
        return bare(await writeInParts(sdk, client, this.#at(to), aboutOf(headers), parts));
      }
      const { CopyObjectResult } = await client.send(
        new sdk.CopyObjectCommand({
          ...this.#at(to),
          ...aboutOf(headers),
          ...source,
          MetadataDirective: 'REPLACE',
        }),
      );
      return bare(CopyObjectResult?.ETag);
    } catch (error) {
      return this.#unless(statusOf(error) === 404 ? 404 : 412, error);
    }
  }

  async remove(key: Key): Promise<void> {
    try {
      const { VersionId } = await this.client.send(new this.sdk.DeleteObjectCommand(this.#at(key)));
      this.#seeVersion(VersionId);
    } catch (error) {
      this.#unless(404, error);
    }
  }

  async *list(below: Key): AsyncGenerator<Listed> {
    const { sdk, client, bucket: Bucket } = this;
    const Prefix = this.#keyOf(below);
    try {
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (const { Key = '', Size = 0, ETag = '' } of page.Contents ?? []) {
          yield { name: Key.slice(Prefix.length), size: Size, etag: bare(ETag) };
        }
      }
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Aborts uploads of large files that broke off: their parts are invisible, and cost money. */
  async tidy(): Promise<void> {
    const { sdk, client, bucket: Bucket } = this;
    try {
      const folders: Key[] = [...FOLDERS.map((folder): Key => `live/${folder}/`), 'kept/objects/'];
      for (const folder of folders) {
        const Prefix = this.#keyOf(folder);
        const { Uploads } = await client.send(
          new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }),
        );
        for (const { Key, UploadId } of Uploads ?? []) {
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
      }
    } catch {
      // Not everyone may list them, and the rules of a bucket can end them as well.
    }
  }

  etagOf({ path, size }: LocalFile): string {
    if (size > PART) return '';
    const sum = createHash('md5');
    for (const block of blocksOf(path)) sum.update(block);
    return sum.digest('hex');
  }

  now(): number {
    if (!this.#clock) return Date.now();
    return this.#clock.said + (performance.now() - this.#clock.at);
  }

  warnings(): readonly string[] {
    return this.#keepsVersions
      ? ['the bucket keeps versions of its objects: what was removed is still among them']
      : [];
  }

  #seeVersion(id: string | undefined): void {
    this.#keepsVersions ||= id !== undefined && id !== 'null';
  }

  close(): void {
    this.client.destroy();
  }

  #keyOf(key: Key): string {
    const [area, name] = key.split(/\/(.*)/s, 2);
    return `${area === 'kept' ? KEPT : ''}${this.prefix}${name}`;
  }

  #at(key: Key): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.bucket, Key: this.#keyOf(key) };
  }

  /** Returns undefined for an error with this status; throws a readable error for any other. */
  #unless(status: number, error: unknown): undefined {
    if (statusOf(error) === status && (error as Error).name !== 'NoSuchBucket') return undefined;
    throw this.#failure(error);
  }

  /** Returns an error that explains another one to whoever publishes, without keys or signatures. */
  #failure(error: unknown): Error {
    if (error instanceof UsageError) return error;
    const { name, message, code } = error as NodeJS.ErrnoException;
    const [where, why] = [this.name, awsFailure(error)];
    if (name === 'NoSuchBucket') return new UsageError(`${where}: there is no such bucket`);
    if (/credentials/i.test(name) || /credential/i.test(message)) {
      return new UsageError(
        `${where} wants credentials, and there are none that can be used: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role`,
      );
    }
    if (/region is missing/i.test(message))
      return new UsageError(`${where}: AWS_REGION is not set`);
    const status = statusOf(error) ?? 0;
    if (status === 401 || status === 403) {
      return new UsageError(`${where} refuses these credentials (${why})`);
    }
    if (status === 301 || status === 400 || status === 405 || status === 501) {
      return new UsageError(`${where} cannot be used (${why})`);
    }
    if (!this.#hasAnswered) {
      return new UsageError(`${where} cannot be reached (${code ?? why})`);
    }
    return new TargetFailure(`${where} failed (${why})`);
  }
}

/** Returns an etag without quotes, since stores do not agree on which answers have them. */
const bare = (etag = ''): string => etag.replaceAll('"', '');

/** Returns the headers of an object as parameters of the client. */
function aboutOf(headers: string) {
  const encoding = headerIn(headers, 'Content-Encoding');
  return {
    ContentType: headerIn(headers, 'Content-Type'),
    CacheControl: headerIn(headers, 'Cache-Control'),
    ...(encoding !== undefined && { ContentEncoding: encoding }),
  };
}
