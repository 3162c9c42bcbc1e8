// A store that speaks S3's protocol: every checksum and condition is held against what was sent; signatures are
// Ceph's to check (night/gateway.test.ts). It fails, cuts connections and takes its time when told to.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'AKIDSTRICT',
  AWS_SECRET_ACCESS_KEY: 'a/secret+of/mine',
};

interface Kept {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
}

/** What happens to a request instead of an answer; `late`: it is done, and the answer never arrives. */
export type Fault = 'busy' | 'cut' | 'late' | 'denied' | 'unable' | undefined;

export interface StrictStore {
  readonly url: string;
  readonly objects: Map<string, Kept>;
  /** What was asked, such as `PUT api/index.json`. */
  readonly asked: string[];
  /** What was wrong with requests; none is expected. */
  readonly complaints: string[];
  /** Decides what happens to the n-th request. */
  fault: (n: number, what: string) => Fault;
  /** Milliseconds that each request takes. */
  delay: number;
  heedsConditions: boolean;
  onChange: () => void;
  /** Milliseconds by which its clock is ahead. */
  ahead: number;
  readonly most: () => number;
  readonly close: () => Promise<void>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly why = 'no',
  ) {
    super(code);
  }
}

export async function startStrictStore(bucket = 'portal'): Promise<StrictStore> {
  let count = 0;
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++open);
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof Refusal)) store.complaints.push(String((error as Error).stack));
      const { status, code, why } =
        error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      send(response, status, `<Error><Code>${code}</Code><Message>${why}</Message></Error>`);
    } finally {
      open--;
    }
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const blocks: Buffer[] = [];
    for await (const block of request) blocks.push(block as Buffer);
    const body = Buffer.concat(blocks);
    const { method = '' } = request;
    const url = new URL(request.url ?? '', 'http://x');
    const [, named, key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(url.pathname)) ?? [];
    const what = `${method}${request.headers['x-amz-copy-source'] ? ' copy' : ''} ${key}`;
    const fault = store.fault(++count, what);
    if (store.delay > 0) await sleep(store.delay);
    if (fault === 'busy') throw new Refusal(503, 'ServiceUnavailable');
    if (fault === 'unable') {
      const key = CREDENTIALS.AWS_SECRET_ACCESS_KEY;
      throw new Refusal(501, 'NotImplemented', `a checksum of this kind is not implemented ${key}`);
    }
    if (fault === 'denied') throw new Refusal(403, 'AccessDenied');
    if (fault === 'cut') return void request.socket.destroy();
    const sum = String(request.headers['x-amz-content-sha256']);
    if (sum !== hash('sha256', body, 'hex')) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    if (named !== bucket) throw new Refusal(404, 'NoSuchBucket');
    store.asked.push(what);
    const reply = act(method, key, url.searchParams, request.headers as Headers, body);
    if (fault === 'late') return void request.socket.destroy();
    send(response, reply.status ?? 200, reply.body ?? '', reply.headers);
  }

  function send(
    response: ServerResponse,
    status: number,
    body: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const date = new Date(Date.now() + store.ahead).toUTCString();
    response.writeHead(status, { date, 'content-type': 'application/xml', ...headers });
    response.end(body);
  }

  type Headers = Readonly<Record<string, string | undefined>>;
  interface Reply {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
  }

  function act(
    method: string,
    key: string,
    query: URLSearchParams,
    headers: Headers,
    body: Buffer,
  ): Reply {
    if (method === 'GET' && key === '') return list(query);
    if (method === 'GET') {
      const there = store.objects.get(key);
      if (!there) throw new Refusal(404, 'NoSuchKey');
      const modified = new Date(there.at + store.ahead).toUTCString();
      return {
        body: there.bytes,
        headers: { etag: there.etag, 'last-modified': modified, ...there.headers },
      };
    }
    if (method === 'DELETE') {
      if (store.objects.delete(key)) store.onChange();
      return { status: 204 };
    }
    if (method !== 'PUT') throw new Refusal(405, 'MethodNotAllowed');
    const source = headers['x-amz-copy-source'];
    if (source !== undefined) {
      const from = store.objects.get(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''));
      if (!from) throw new Refusal(404, 'NoSuchKey');
      const wanted = headers['x-amz-copy-source-if-match'];
      if (wanted !== undefined && wanted !== from.etag)
        throw new Refusal(412, 'PreconditionFailed');
      if (headers['x-amz-metadata-directive'] !== 'REPLACE')
        store.complaints.push('a copy without headers');
      return {
        body: `<CopyObjectResult><ETag>${put(key, from.bytes, headers)}</ETag></CopyObjectResult>`,
      };
    }
    const md5 = headers['content-md5'];
    if (md5 !== hash('md5', body, 'base64'))
      throw new Refusal(400, md5 ? 'BadDigest' : 'MissingContentMD5');
    const sum = headers['x-amz-checksum-sha256'];
    if (sum !== hash('sha256', body, 'base64'))
      throw new Refusal(400, sum ? 'BadDigest' : 'MissingChecksum');
    if (store.heedsConditions) {
      const there = store.objects.get(key);
      if (headers['if-none-match'] === '*' && there) throw new Refusal(412, 'PreconditionFailed');
      const match = headers['if-match'];
      if (match !== undefined && !there) throw new Refusal(404, 'NoSuchKey');
      if (match !== undefined && match.replaceAll('"', '') !== there?.etag.replaceAll('"', '')) {
        throw new Refusal(412, 'PreconditionFailed');
      }
    }
    return { headers: { etag: put(key, body, headers) } };
  }

  function put(key: string, bytes: Buffer, headers: Headers): string {
    const etag = `"${hash('md5', bytes, 'hex')}"`;
    const kept = ['content-type', 'cache-control'].flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    store.objects.set(key, { bytes, etag, headers: Object.fromEntries(kept), at: Date.now() });
    store.onChange();
    return etag;
  }

  function list(query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const names = [...store.objects.keys()].filter(
      (name) => name.startsWith(prefix) && name > after,
    );
    const some = names.sort().slice(0, 10);
    const isCut = names.length > some.length;
    const isEncoded = query.get('encoding-type') === 'url';
    if (!isEncoded) store.complaints.push('a list whose names are not encoded');
    const contents = some.map((name) => {
      const shown = encodeURIComponent(name).replaceAll('%20', '+');
      const { etag, bytes, at } = store.objects.get(name)!;
      const said = `<Size>${bytes.length}</Size><LastModified>${new Date(at).toISOString()}</LastModified>`;
      return `<Contents><Key>${shown}</Key><ETag>${etag}</ETag>${said}</Contents>`;
    });
    const next = isCut ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : '';
    return {
      body: `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    };
  }

  const store: StrictStore = {
    url: '',
    objects: new Map(),
    asked: [],
    complaints: [],
    fault: () => undefined,
    delay: 0,
    heedsConditions: true,
    onChange: () => {},
    ahead: 0,
    most: () => most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(store, { url: `http://127.0.0.1:${port}` });
}
