// HEAD on a plain socket. An HTTP library skips a body after the headers of an answer to HEAD; here it
// is counted, because on a kept connection such a body is read as the next answer.
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** How many bytes followed the headers; undefined when there was no answer. */
export interface BareHead {
  readonly bodyBytes: number | undefined;
}

const END = '\r\n\r\n';
/** How long to wait for a body after the headers: a server may keep the connection open. */
const QUIET_MS = 500;

/** Asks HEAD on a connection of its own, and reads until it is closed or quiet, or `limit` is passed. */
export function bareHead(
  url: URL,
  userAgent: string,
  timeout: number,
  limit: number,
  signal?: AbortSignal,
): Promise<BareHead> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return new Promise((resolve) => {
    const socket = isSecure
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host, port });
    const stop = () => socket.destroy();
    const timer = setTimeout(stop, timeout);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    let text = '';
    const lines = [
      `HEAD ${url.pathname}${url.search} HTTP/1.1`,
      `Host: ${url.host}`,
      'Accept: application/json',
      'Accept-Encoding: identity',
      `User-Agent: ${userAgent}`,
      'Connection: close',
    ];
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      socket.write(lines.join('\r\n') + END);
    });
    socket.setEncoding('latin1');
    socket.on('data', (block: string) => {
      text += block;
      if (text.length > limit) socket.destroy();
      if (afterHeaders(text) !== undefined) socket.setTimeout(QUIET_MS, () => socket.destroy());
    });
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const body = afterHeaders(text);
      resolve({ bodyBytes: body === undefined ? undefined : text.length - body });
    });
  });
}

/** Where the headers of the answer end, after the interim answers before it (1xx). */
function afterHeaders(text: string): number | undefined {
  for (let from = 0; ; ) {
    const end = text.indexOf(END, from);
    if (end < 0) return undefined;
    const isHint = /^HTTP\/\d\.\d 1\d\d /.test(text.slice(from, from + 13));
    from = end + END.length;
    if (!isHint) return from;
  }
}
