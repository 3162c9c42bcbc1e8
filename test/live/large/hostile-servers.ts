// Servers that mean harm: whatever they send, who verifies them must end in time, and within its memory.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;
const isArray = (path: string) => /post-comment|exact-category/.test(path);

/** What stands before and behind the records of a list's page. */
const frame = (path: string, next = 'null'): readonly [string, string] =>
  isArray(path) ? ['[', ']'] : [`{"count":1,"next":${next},"previous":null,"results":[`, ']}'];

type Blocks = Iterable<Buffer | string>;

/** Sends blocks no faster than they are read. */
function send(response: ServerResponse, blocks: Blocks): void {
  const all = blocks[Symbol.iterator]();
  const go = (): void => {
    for (let next = all.next(); !response.destroyed; next = all.next()) {
      if (next.done) return void response.end();
      if (!response.write(next.value)) return void response.once('drain', go);
    }
  };
  go();
}

function serverOf(answer: (path: string, response: ServerResponse) => void): Server {
  return createServer(({ url = '', method }: IncomingMessage, response) => {
    response.on('error', () => {});
    if (method !== 'GET') return void response.writeHead(405).end();
    answer(url, response);
  });
}

/** Each page is what these blocks are, for its path. */
const pagesOf = (blocks: (path: string) => Blocks, headers: Record<string, string> = {}): Server =>
  serverOf((path, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    send(response, blocks(path));
  });

function* times(
  count: number,
  make: (place: number) => Buffer | string,
): Generator<Buffer | string> {
  for (let i = 0; i < count; i++) yield make(i);
}

/** Pages with these records, each a block. */
const listsOf = (count: number, record: (id: number) => string): Server =>
  pagesOf(function* (path) {
    const [before, behind] = frame(path);
    yield before;
    // Few blocks: the server has little time, too.
    for (let id = 0; id < count; ) {
      let text = '';
      while (id < count && text.length < 65_536) text += (id === 0 ? '' : ',') + record(id++);
      yield text;
    }
    yield behind;
  });

/** One record of so many bytes, or a little more. */
const recordOf = (bytes: number, part: string): Server => {
  const block = part.repeat(Math.ceil(65_536 / part.length));
  return pagesOf(function* (path) {
    const [before, behind] = frame(path);
    yield `${before}{"id":1,"name":[0`;
    yield* times(Math.ceil(bytes / block.length), () => block);
    yield `]}${behind}`;
  });
};

const packedOf = (encoding: string, blocks: Blocks): Server =>
  pagesOf(() => blocks, { 'content-encoding': encoding });

const zeros = (size: number) => Buffer.alloc(size);
const blanks = Buffer.alloc(MIB, ' ');

/** Each server, made when it is wanted. */
export const servers: Readonly<Record<string, () => Server>> = {
  'bodies of 1,000 MiB in a million records': () =>
    listsOf(1_000_000, (id) => `{"id":${id},"name":"${'x'.repeat(1020)}"}`),
  'bodies of 1,000 MiB of blanks': () =>
    pagesOf(function* (path) {
      const [before, behind] = frame(path);
      yield before;
      yield* times(1000, () => blanks);
      yield behind;
    }),
  'bodies of 1,000 MiB in one text': () =>
    pagesOf(function* (path) {
      yield `${frame(path)[0]}"`;
      yield* times(1000, () => Buffer.alloc(MIB, 'x'));
    }),
  'records of 30 MiB of empty lists': () => recordOf(30 * MIB, ',[]'),
  'records of as many parts as may be': () => recordOf(120_000 * ',[1]'.length, ',[1]'),
  'bodies in chunks of a byte': () =>
    serverOf((path, response) => {
      const { socket } = response;
      socket?.on('error', () => {});
      socket?.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const first = frame(path)[0];
      socket?.write(`${first.length.toString(16)}\r\n${first}\r\n`);
      const block = `1\r\n"\r\n${'1\r\nx\r\n'.repeat(10_000)}`;
      const go = (): void => {
        while (socket && !socket.destroyed)
          if (!socket.write(block)) return void socket.once('drain', go);
      };
      go();
    }),
  '10 GB of zeros in 10 MB of gzip': () => {
    const member = gzipSync(zeros(100 * MIB));
    return packedOf('gzip', { [Symbol.iterator]: () => times(100, () => member) });
  },
  'gigabytes of zeros in kilobytes of brotli': () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
    return packedOf('br', [brotliCompressSync(zeros(1200 * MIB), { params })]);
  },
};
