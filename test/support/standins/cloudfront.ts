// A stand-in for CloudFront in front of a bucket: what its documentation says that a distribution does with
// the function, the policy and the error responses that `build` wrote. The function runs on njs, of which
// CloudFront's own runtime is made; the bucket is that of s3.ts, through its REST address. Nothing is kept,
// since caches show in times alone, and nothing is compressed, since CloudFront may always leave that out:
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Reply, type Request, serveReplies } from '../replies.js';
import type { Service } from '../services.js';
import { program } from '../tools.js';
import { type Bucket, bucketTools, openBucket, readObject, stopAll, upload } from './s3.js';

export const njs = program('njs');

export const distribution: Service = {
  name: 'njs and s3rver, a stand-in',
  tools: [njs, ...bucketTools],
  start: async ({ folder, out, operated }, port) => {
    const read = (name: string) => readFileSync(join(operated, name), 'utf8');
    const policy: Policy = JSON.parse(read('response-headers-policy.json'));
    const errors: ErrorResponses = JSON.parse(read('error-responses.json'));
    const bucket = await openBucket(folder, (bucket) => upload(bucket, { out }));
    const viewerRequest = startFunction(read('function.js'), folder);
    const server = await serveReplies(port, async (request) => {
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesAllowedHTTPMethods
      if (!METHODS.includes(request.method)) return forbidden;
      const outcome = await viewerRequest.call(eventOf(request));
      if ('statusCode' in outcome) return madeReply(outcome);
      const reply = await originReply(bucket, errors, { ...request, path: outcome.uri });
      return { ...reply, headers: { ...reply.headers, ...addedBy(policy, request) } };
    });
    return { ...server, stop: () => stopAll([server, viewerRequest, bucket]) };
  },
};

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'];

const forbidden: Reply = {
  status: 403,
  headers: { 'Content-Type': 'text/html' },
  body: Buffer.from('<h1>403 ERROR</h1>'),
};

interface Values {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
interface Event {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly querystring: Readonly<Record<string, Values>>;
    readonly headers: Readonly<Record<string, Values>>;
    readonly cookies: Readonly<Record<string, Values>>;
  };
}

/** The answer that a function made, or the request that goes on to the origin. */
type Outcome =
  | {
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, Values>>;
      readonly body?: { readonly encoding: 'text'; readonly data: string };
    }
  | Event['request'];

/** A request as a function is told of it: names and values as they were sent. */
export function eventOf({ method, path, headers }: Request): Event {
  const [uri = '', query = ''] = path.split(/\?(.*)/s);
  const sent = Object.entries(headers).map(([name, value = '']) => [name, { value }]);
  const request = { method, uri, headers: Object.fromEntries(sent), cookies: {} };
  return { request: { ...request, querystring: querystringOf(query) } };
}

/** Repeated ones are in `multiValue`. */
function querystringOf(query: string): Record<string, Values> {
  const values = new Map<string, Values>();
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const before = values.get(name);
    const multiValue = before && [...(before.multiValue ?? [{ value: before.value }]), { value }];
    values.set(name, before && multiValue ? { ...before, multiValue } : { value });
  }
  return Object.fromEntries(values);
}

/** A function that runs on njs, for one event after the other: a process for each would take too long. */
interface RunningFunction {
  readonly call: (event: Event) => Promise<Outcome>;
  readonly stop: () => Promise<void>;
}

// An event a line, and an outcome a line; escaped, so that no character is cut in two.
const LOOP = `
var fs = require('fs');
var block = Buffer.alloc(65536);
var text = '';
for (;;) {
  var length = fs.readSync(0, block, 0, block.length, null);
  if (length === 0) break;
  text += block.slice(0, length).toString();
  for (var end = text.indexOf('\\n'); end >= 0; end = text.indexOf('\\n')) {
    var event = JSON.parse(decodeURIComponent(text.slice(0, end)));
    text = text.slice(end + 1);
    fs.writeSync(1, JSON.stringify(handler(event)) + '\\n');
  }
}
`;

/** Starts the text of a function; it is written into a folder. */
export function startFunction(text: string, folder: string): RunningFunction {
  const file = join(folder, 'viewer-request.js');
  writeFileSync(file, text + LOOP);
  const child = spawn(njs.file ?? '', [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting: { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    waiting.shift()?.resolve(JSON.parse(line));
  });
  child.once('exit', () => {
    for (const { reject } of waiting) reject(new Error('njs ended'));
  });
  return {
    call: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${encodeURIComponent(JSON.stringify(event))}\n`);
      }),
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/**
 * What a function answers goes to the viewer as it is: no error page stands for it, and the policy is for
 * what comes from the cache and the origin.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html#functions-event-structure-status-body
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/modifying-response-headers.html
 */
function madeReply({ statusCode, headers, body }: Exclude<Outcome, Event['request']>): Reply {
  const values = Object.entries(headers).map(([name, { value }]) => [capitalised(name), value]);
  const sent = Buffer.from(body?.data ?? '');
  return { status: statusCode, headers: Object.fromEntries(values), body: sent };
}

const capitalised = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CustomErrorResponses.html */
interface ErrorResponses {
  readonly Items: readonly {
    readonly ErrorCode: number;
    readonly ResponsePagePath: string;
    readonly ResponseCode: string;
  }[];
}

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html#HTTPStatusCodes-custom-error-pages
async function originReply(
  bucket: Bucket,
  errors: ErrorResponses,
  { method, path, headers }: Request,
): Promise<Reply> {
  const reply = await objectReply(bucket, { method, path, headers });
  const response = errors.Items.find(({ ErrorCode }) => ErrorCode === reply.status);
  if (!response) return reply;
  const page = await objectReply(bucket, { method, path: response.ResponsePagePath, headers: {} });
  return page.status === 200 ? { ...page, status: Number(response.ResponseCode) } : page;
}

// The only headers of a viewer that reach S3 when no policy forwards more, and mean something to it:
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html#request-custom-headers-behavior
const FORWARDED = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
];

async function objectReply(bucket: Bucket, { method, path, headers }: Request): Promise<Reply> {
  const forwarded = Object.entries(headers).filter(([name]) => FORWARDED.includes(name));
  const asked = { method, path, headers: Object.fromEntries(forwarded) };
  const reply = await readObject(bucket, 's3', asked);
  // The bucket is private, and who may not list it is not told what is missing.
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  return reply.status === 404 ? { ...reply, status: 403 } : reply;
}

/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ResponseHeadersPolicyConfig.html */
interface Policy {
  readonly CorsConfig: {
    readonly AccessControlAllowOrigins: List<string>;
    readonly AccessControlExposeHeaders: List<string>;
  };
  readonly SecurityHeadersConfig: { readonly ContentTypeOptions: object };
  readonly CustomHeadersConfig: List<{ readonly Header: string; readonly Value: string }>;
}

interface List<T> {
  readonly Items: readonly T[];
}

/**
 * What the policy adds; all of it overrides. Headers of CORS are for requests of other sites, and those of
 * preflights are not here, since the function answers OPTIONS.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
 */
function addedBy(policy: Policy, { headers }: Request): Record<string, string> {
  const { AccessControlAllowOrigins, AccessControlExposeHeaders } = policy.CorsConfig;
  const cors = {
    'access-control-allow-origin': AccessControlAllowOrigins.Items.join(),
    'access-control-expose-headers': AccessControlExposeHeaders.Items.join(', '),
  };
  const custom = policy.CustomHeadersConfig.Items;
  return {
    ...(headers['origin'] !== undefined && cors),
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(custom.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  };
}
