// Requests as they go over the wire.
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it came, its body decoded. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Asks for a path exactly as it is written: nothing is normalised, no redirect is followed. */
export function ask(url: string, path: string, { body, ...more }: Asked = {}): Promise<Answer> {
  const { hostname, port, pathname } = new URL(url);
  const at = { hostname, port, path: pathname.replace(/\/$/, '') + path };
  return new Promise((resolve, reject) => {
    request({ ...at, ...more, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response)
        .then((body) => ({ status, headers, body: decoded(body, headers['content-encoding']) }))
        .then(resolve, reject);
    })
      .on('error', reject)
      .end(body);
  });
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
