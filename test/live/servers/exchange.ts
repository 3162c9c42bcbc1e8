// Requests byte by byte, as no library would send them, and answers as they come.
import { connect } from 'node:net';

/** An answer; names of headers in lower case, repeated ones joined by a comma. */
export interface Answer {
  /** 0 when the server closed the connection without a word. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks for a request target, which is sent as it is; each character is one byte. */
export function ask(base: string, target: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body = '' } = asked;
  const { host } = new URL(base);
  const lines = Object.entries({ Host: host, Connection: 'close', ...headers });
  if (body !== '') lines.push(['Content-Length', String(body.length)]);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return exchange(base, `${method} ${target} HTTP/1.1\r\n${head}\r\n${body}`, method === 'HEAD');
}

/** Sends bytes (each character is one) and reads until the server has nothing more to say. */
export function exchange(base: string, bytes: string, isHead = false): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer to ${bytes.slice(0, 80)}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(answerOf(Buffer.concat(chunks), isHead)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // It may refuse before it has read all.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

function answerOf(bytes: Buffer, isHead: boolean): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: {}, body: bytes };
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const rest = bytes.subarray(end + 4);
  const isChunked = headers['transfer-encoding'] === 'chunked' && !isHead;
  const body = isChunked ? dechunk(rest) : rest;
  return { status: Number(first.split(' ')[1]), headers, body };
}

function dechunk(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (line < 0 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
