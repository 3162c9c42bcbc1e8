// A stand-in for S3: a bucket of s3rver, configured by the real command line and filled by `publish` with what
// `build` wrote, and its website, with what s3rver does otherwise than S3 put right.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { baseUrlOf } from '../../../src/delivery/http/base-url.js';
import { atOnce } from '../../../src/files/at-once.js';
import { publish, Store } from '../../publish/memory.js';
import { ask } from '../ask.js';
import type { Published } from '../published.js';
import { type Reply, type Request, serveReplies } from '../replies.js';
import { type Service, startBucket, toolEnvironment } from '../services.js';
import { packaged, program, type Running } from '../tools.js';

const aws = program('aws');

/** What a bucket takes. */
export const bucketTools = [packaged('s3rver', 'bin/s3rver.js'), aws];

/** A bucket that is named `portal`; its objects are at `<url>/portal`. */
export interface Bucket extends Running {
  /** Runs a program for which `aws` is the real command line, on this bucket. */
  readonly run: (
    program: string,
    args: readonly string[],
    more?: NodeJS.ProcessEnv,
  ) => Promise<void>;
  /** What was asked of `aws`, one a line. */
  readonly commands: () => readonly string[];
}

export const s3Website: Service = {
  name: 's3rver, a stand-in',
  tools: bucketTools,
  start: async (published, port) => {
    const bucket = await openBucket(published.folder, async (bucket) => {
      await makeWebsite(bucket, published);
      await upload(bucket, published);
    });
    return serveWebsite(bucket, port);
  },
};

/** Opens a bucket, and fills it; its data are kept in a folder. */
export async function openBucket(
  folder: string,
  fill: (bucket: Bucket) => Promise<void>,
): Promise<Bucket> {
  const running = await startBucket(folder);
  const [bin, log] = [join(folder, 'bin'), join(folder, 'log')];
  mkdirSync(bin);
  // Before the real command line stands one that names the server and keeps a record.
  const script = `#!/bin/sh
printf '%s\\n' "$*" >> '${log}'
exec '${aws.file}' --endpoint-url '${running.url}' "$@"
`;
  writeFileSync(join(bin, 'aws'), script, { mode: 0o755 });
  const own = toolEnvironment(folder);
  const env = {
    ...own,
    PATH: `${bin}${delimiter}${own['PATH']}`,
    BUCKET: 'portal',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    // s3rver knows none of the newer checksums.
    AWS_REQUEST_CHECKSUM_CALCULATION: 'when_required',
    AWS_RESPONSE_CHECKSUM_VALIDATION: 'when_required',
  };
  const bucket: Bucket = {
    ...running,
    run: async (program, args, more) => {
      await promisify(execFile)(program, args, { env: { ...env, ...more } });
    },
    commands: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
  };
  try {
    await fill(bucket);
  } catch (error) {
    await bucket.stop();
    throw error;
  }
  return bucket;
}

type Operated = Pick<Published, 'operated'>;

/** Makes a bucket a website, as the script tells to do by hand. */
export async function makeWebsite({ run }: Bucket, { operated }: Operated): Promise<void> {
  for (const [kind, flag] of [
    ['website', '--website-configuration'],
    ['cors', '--cors-configuration'],
  ] as const) {
    const file = `file://${join(operated, `${kind}.json`)}`;
    await run('aws', ['s3api', `put-bucket-${kind}`, '--bucket', 'portal', flag, file]);
  }
}

/**
 * Brings a snapshot into the bucket, as `publish` left it in another one: s3rver heeds no conditions, so that `publish`
 * refuses it.
 */
export async function upload({ url }: Bucket, { out }: Pick<Published, 'out'>): Promise<void> {
  const root: unknown = JSON.parse(readFileSync(join(out, 'api/index.json'), 'utf8'));
  const prefix = new URL(baseUrlOf(root) ?? '').pathname.replace(/^\/|\/$/g, '');
  const store = new Store();
  const { ok } = await publish(store, out);
  if (!ok) throw new Error('it was not published');
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const how = { endpoint: url, forcePathStyle: true, region: 'us-east-1', credentials };
  const client = new S3Client({ ...how, requestChecksumCalculation: 'WHEN_REQUIRED' });
  await atOnce(store.below('live/'), async (name) => {
    const { bytes: Body, headers } = store.objects.get(`live/${name}`)!;
    const [ContentType, CacheControl] = headers
      .split('\n')
      .map((line) => line.replace(/^.*?: /, ''));
    const Key = join(prefix, name);
    const object = { Bucket: 'portal', Key, Body, ContentType, CacheControl };
    await client.send(new PutObjectCommand(object));
  });
  client.destroy();
}

/** Serves the website of a bucket; the bucket is stopped with it. */
export async function serveWebsite(bucket: Bucket, port?: number): Promise<Running> {
  const website = await serveReplies(port, (request) => websiteReply(bucket, request));
  return { ...website, stop: () => stopAll([website, bucket]) };
}

export async function stopAll(servers: readonly Pick<Running, 'stop'>[]): Promise<void> {
  for (const { stop } of servers) await stop();
}

function websiteReply(bucket: Bucket, request: Request): Reply | Promise<Reply> {
  // s3rver takes anybody's PUT here: an empty one would stand in the place of a list from then on.
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteEndpoints.html#WebsiteRestEndpointDiff
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return notAllowed;
  return readObject(bucket, 's3-website', request);
}

// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList
const notAllowed: Reply = {
  status: 405,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: Buffer.from('<h1>405 Method Not Allowed</h1>'),
};

/**
 * Asks s3rver, by one of the names of a bucket's servers as DNS would have it, and puts right what it does
 * otherwise than S3 with conditions and with ranges.
 */
export async function readObject(
  { url }: Bucket,
  server: 's3' | 's3-website',
  request: Request,
): Promise<Reply> {
  const { range, 'if-modified-since': since, ...others } = request.headers;
  // It answers 304 to an ETag that differs if the date fits. With both headers, the ETag decides:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html#API_GetObject_RequestSyntax
  const isDated = since !== undefined && others['if-none-match'] === undefined;
  const sent = { ...others, ...(isDated && { 'if-modified-since': since }) };
  const host = `portal.${server}-us-east-1.amazonaws.com`;
  const whole = await askServer(url, { ...request, headers: { ...sent, host } });
  if (whole.status === 304) {
    // It leaves out the ETag: https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5
    const { headers: known } = await askServer(url, {
      ...request,
      method: 'HEAD',
      headers: { host },
    });
    const kept = ['etag', 'cache-control', 'vary'].filter((name) => known[name] !== undefined);
    const more = Object.fromEntries(kept.map((name) => [name, known[name] ?? '']));
    return { ...whole, headers: { ...more, ...whole.headers } };
  }
  const isAsked = request.method === 'GET' && range !== undefined && whole.status === 200;
  return isAsked ? partOf(whole, range) : whole;
}

/**
 * It takes the last five bytes for the first six, and on a website what is beyond the end for an object
 * that is not there. https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2; one range at a time:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html#API_GetObject_RequestSyntax
 */
function partOf(whole: Reply, range: string): Reply {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const { length } = whole.body;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  const isRange = first === '' ? last !== '' : last === '' || Number(last) >= from;
  if (!isRange) return whole;
  const open = Object.entries(whole.headers).filter(([name]) =>
    /^(access-control-|vary$)/.test(name),
  );
  if (from >= length) {
    return { status: 416, headers: Object.fromEntries(open), body: Buffer.alloc(0) };
  }
  const body = whole.body.subarray(from, to + 1);
  const about = {
    'content-range': `bytes ${from}-${to}/${length}`,
    'content-length': String(body.length),
  };
  return { status: 206, headers: { ...whole.headers, ...about }, body };
}

/** Headers of the connection are for its ends alone. */
const OF_CONNECTION = /^(?:connection|keep-alive|transfer-encoding)$/;

async function askServer(url: string, { path, method, headers }: Request): Promise<Reply> {
  const answer = await ask(url, path, { method, headers });
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.test(name));
  const texts = kept.map(([name, value]) => [name, String(value)]);
  return { ...answer, headers: Object.fromEntries(texts) };
}
