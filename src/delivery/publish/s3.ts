// A bucket of S3, or of a store with the same protocol: `s3://bucket/prefix`. The store checks the bytes of each write
// by the checksums in the request. The history is below `.portal-snapshot/`, which the bucket's policy should hide from
// readers. https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
import { hash } from 'node:crypto';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { awsFailure, loadAws, statusOf } from './aws.js';
import {
  type Bucket,
  type Condition,
  type Key,
  type Listed,
  type LocalFile,
  NotLive,
  type Stored,
} from './bucket.js';
import { headerIn, headers as headersOf } from './headers.js';
import { readBuilt } from './local.js';

type Sdk = typeof import('@aws-sdk/client-s3');

export interface BucketOptions {
  /** The address of a store other than AWS that has the protocol of S3. */
  readonly endpoint?: string;
  /** The most milliseconds to wait for one answer. */
  readonly timeout?: number;
}

const KEPT = '.portal-snapshot/';
const ATTEMPTS = 6;
const TIMEOUT_MS = 60_000;
const AT_ONCE = 16;

/** Opens a bucket. Throws a {@link UsageError} for a wrong address, or if the client is not installed. */
export async function openBucket(address: string, options: BucketOptions = {}): Promise<Bucket> {
  const { bucket, prefix } = partsOf(address);
  const sdk = await loadAws('@aws-sdk/client-s3', 's3://', () => import('@aws-sdk/client-s3'));
  return new S3Bucket(address, sdk, clientOf(sdk, options), bucket, prefix);
}

/** Returns the bucket and the prefix in an address. The prefix ends in a slash or is empty. */
function partsOf(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ''] =
    /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
  const prefix = path.replace(/\/+$/, '');
  const isPlain = prefix.split('/').every((part) => /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]*$/.test(part));
  if (bucket === undefined || (prefix !== '' && !isPlain)) {
    throw new UsageError(`a bucket is named as s3://bucket/prefix, not ${quote(address)}`);
  }
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

function clientOf({ S3Client }: Sdk, { endpoint, timeout = TIMEOUT_MS }: BucketOptions): S3Client {
  // Unlike AWS' command line, the client does not read AWS_DEFAULT_REGION itself. Other stores accept any region.
  const region = process.env['AWS_REGION'] || process.env['AWS_DEFAULT_REGION'];
  return new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...((region || endpoint !== undefined) && { region: region || 'us-east-1' }),
    maxAttempts: ATTEMPTS,
    // Makes the client faster. It is safe because all requests of a kind are made in the same way.
    cacheMiddleware: true,
    // Checksums are computed in `#put`, because not every store accepts those of the client.
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

class S3Bucket implements Bucket {
  readonly meter = { requests: 0, sent: 0 };
  keepsVersions = false;
  /** The time in the store's last answer. */
  #now: number | undefined;
  #hasAnswered = false;

  constructor(
    readonly name: string,
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly bucket: string,
    private readonly prefix: string,
  ) {
    client.middlewareStack.add(
      (next) => async (args) => {
        this.meter.requests++;
        const result = await next(args);
        this.#hasAnswered = true;
        const { headers } = result.response as { headers?: Readonly<Record<string, string>> };
        const said = Date.parse(headers?.['date'] ?? '');
        if (!Number.isNaN(said)) this.#now = said;
        const version = headers?.['x-amz-version-id'];
        this.keepsVersions ||= version !== undefined && version !== 'null';
        return result;
      },
      { step: 'deserialize', priority: 'low', name: 'portalSnapshotMeter' },
    );
    client.middlewareStack.add(
      (next) => (args) => {
        // Uses the known SHA-256 for the signature of the request. Otherwise the client would compute it again.
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

  read(key: Key): Promise<Stored | undefined> {
    return this.#ask([404], async () => {
      const command = new this.sdk.GetObjectCommand(this.#at(key));
      const answer = await this.client.send(command);
      const { Body, ETag, LastModified } = answer;
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      // The clock of this machine may be wrong, so the time in the store's answer counts.
      const now = this.#now ?? Date.now();
      const age = now - (LastModified?.getTime() ?? now);
      return { bytes, etag: bare(ETag), headers: headersIn(answer), age };
    });
  }

  async write(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition?: Condition,
  ): Promise<string | undefined> {
    if (typeof condition !== 'object') {
      return this.#put(key, source, headers, condition && { IfNoneMatch: '*' });
    }
    // Ceph accepts an etag only without quotes; other stores may need the quotes.
    const { etag } = condition;
    const done = await this.#put(key, source, headers, { IfMatch: etag });
    return done ?? this.#put(key, source, headers, { IfMatch: `"${etag}"` });
  }

  #put(
    key: Key,
    source: Buffer | LocalFile,
    headers: string,
    condition: { readonly IfNoneMatch: string } | { readonly IfMatch: string } | undefined,
  ): Promise<string | undefined> {
    // 412: the condition is not met. 409: somebody else is writing. 404: what some stores answer to If-Match if there
    // is no object.
    const refusals = condition ? [404, 409, 412] : [];
    return this.#ask(refusals, async () => {
      const bytes = Buffer.isBuffer(source) ? source : readBuilt(source.path, source.hash);
      const command = new this.sdk.PutObjectCommand({
        ...this.#at(key),
        ...aboutOf(headers),
        Body: bytes,
        ContentMD5: hash('md5', bytes, 'base64'),
        ChecksumSHA256: hash('sha256', bytes, 'base64'),
        ...condition,
      });
      const { ETag } = await this.client.send(command);
      this.meter.sent += bytes.length;
      return bare(ETag);
    });
  }

  async copy(from: Key, to: Key, headers: string): Promise<boolean> {
    const path = `${this.bucket}/${this.#at(from).Key}`;
    const done = await this.#ask([404], async () => {
      const command = new this.sdk.CopyObjectCommand({
        ...this.#at(to),
        ...aboutOf(headers),
        CopySource: path.split('/').map(encodeURIComponent).join('/'),
        MetadataDirective: 'REPLACE',
      });
      await this.client.send(command);
      return true;
    });
    return done === true;
  }

  async remove(key: Key): Promise<void> {
    const command = new this.sdk.DeleteObjectCommand(this.#at(key));
    await this.#ask([404], () => this.client.send(command));
  }

  async *list(below: Key): AsyncGenerator<Listed> {
    const { sdk, client } = this;
    const { Bucket, Key: Prefix } = this.#at(below);
    for (let ContinuationToken: string | undefined, isMore = true; isMore; ) {
      // XML cannot have every character of a name that somebody else chose. Some stores ignore this encoding.
      const EncodingType = 'url';
      const command = new sdk.ListObjectsV2Command({
        ...{ Bucket, Prefix, ContinuationToken, EncodingType },
      });
      const page = await this.#ask([], () => client.send(command));
      const isEncoded = page?.EncodingType === EncodingType;
      for (const { Key = '', ETag, LastModified } of page?.Contents ?? []) {
        const key = isEncoded ? decodeURIComponent(Key.replaceAll('+', ' ')) : Key;
        yield { name: key.slice(Prefix.length), etag: bare(ETag), at: LastModified };
      }
      ContinuationToken = page?.NextContinuationToken;
      isMore = page?.IsTruncated === true;
    }
  }

  close(): void {
    this.client.destroy();
  }

  #at(key: Key): { readonly Bucket: string; readonly Key: string } {
    const [area, name] = key.split(/\/(.*)/s, 2);
    return { Bucket: this.bucket, Key: `${area === 'kept' ? KEPT : ''}${this.prefix}${name}` };
  }

  /**
   * Makes a request. Returns undefined for an error with one of these statuses, unless the bucket does not exist. Any
   * other error is thrown in words for the user.
   */
  async #ask<T>(statuses: readonly number[], send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send();
    } catch (error) {
      const isExpected = statuses.includes(statusOf(error) ?? 0);
      if (isExpected && (error as Error).name !== 'NoSuchBucket') return undefined;
      throw this.#failure(error);
    }
  }

  /** Describes an error for the user, without keys and signatures. */
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
    return new NotLive(
      `${where} failed (${why}); what readers see is whole, and publishing again goes on from there`,
    );
  }
}

/** Removes the quotes of an etag, because some stores answer with quotes and some without. */
const bare = (etag = ''): string => etag.replaceAll('"', '');

/**
 * The headers that readers get with an object, including those that `publish` never sets, so that they are noticed.
 */
const headersIn = (answer: GetObjectCommandOutput): string =>
  headersOf({
    'Content-Type': answer.ContentType,
    'Cache-Control': answer.CacheControl,
    'Content-Encoding': answer.ContentEncoding,
    'Content-Language': answer.ContentLanguage,
    'Content-Disposition': answer.ContentDisposition,
    Expires: answer.ExpiresString,
    'x-amz-website-redirect-location': answer.WebsiteRedirectLocation,
  });

/** The headers of a file as parameters of the client. */
const aboutOf = (headers: string) => ({
  ContentType: headerIn(headers, 'Content-Type'),
  CacheControl: headerIn(headers, 'Cache-Control'),
});
