// An origin is a stranger: whatever it answers, fetching ends, and says what is wrong where.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FetchOptions } from '../../../src/import/fetch/index.js';
import {
  event,
  expert,
  fetching,
  html,
  json,
  Origin,
  recordsOf,
  region,
  tidy,
  told,
} from './origin.js';

tidy();

const regions = [1, 2, 3, 4, 5].map((id) => region(id));
const REGIONS = '/api/region/';
const SECOND = '/api/region/?page=2';
const page = (results: unknown, next: unknown = null, count: unknown = 5) => ({
  count,
  next,
  previous: null,
  results,
});

/** Sends a body that is told to be JSON. */
function send(response: ServerResponse, body: string | Buffer, headers: object = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

/** Of the text of a page with one region, the record. */
const withRegion = (record: string) =>
  `{"count":1,"next":null,"previous":null,"results":[${record}]}`;
const text = JSON.stringify(region(7));

type Answer = (response: ServerResponse, origin: Origin) => void;

interface Way {
  /** At which addresses. */
  readonly target: string | RegExp;
  readonly answer: Answer;
  readonly options?: Partial<FetchOptions>;
  /** What is told, without the address of the origin: how it begins. */
  readonly told: string | RegExp;
}

/** The answer at an address, or the JSON that is answered; and what is told of it, without the address. */
const at =
  (target: string) =>
  (
    answer: Answer | { readonly [key: string]: unknown } | readonly unknown[],
    told: string,
    options: Partial<FetchOptions> = {},
  ): Way => ({
    target,
    answer: (response, origin) => {
      if (typeof answer === 'function') (answer as Answer)(response, origin);
      else json(response, 200, answer);
    },
    options,
    told: `error ${told.replace(' ', ` ${target} `)}`,
  });
const first = at(REGIONS);
const second = at(SECOND);
const comments = at('/api/post-comment/');
/** A first page with one record as it stands here. */
const record = (json: string, told: string) =>
  first((response) => send(response, withRegion(json)), told);
/** A first page with a record in which something else stands. */
const instead = (of: string, by: string, told: string) => record(text.replace(of, by), told);

const few = { limits: { bytes: 3_000_000 } };
const some = regions.slice(2, 4);

const ways: Readonly<Record<string, Way>> = {
  'a page of HTML': second(
    (response) => html(response, 200),
    'body - its Content-Type is "text/html", and no JSON',
  ),
  'a list that is not there': first(
    (response) => html(response, 404),
    'status - status 404: there is no such list',
  ),
  'a sign-in': first(
    (response) => json(response, 401, { detail: 'Not provided.' }),
    'status - status 401: it wants to know who asks',
  ),
  'a page for an array': comments(page([]), 'body - it is an object in the place of an array'),
  'bytes that are not UTF-8': second((response) => {
    send(response, Buffer.from(withRegion(text).replace('Область', '\xff'), 'latin1'));
  }, 'body - it is not UTF-8 at byte 66'),
  'a count that nobody can count to': first(
    page(regions, null, 6),
    'count - count: 6, and there are 5 different records',
  ),
  'a count that changes from page to page': second(
    page(regions.slice(2), null, 9),
    'count - count: 9, and before: 5',
  ),
  'an id in words': instead('"id":7', '"id":"7"', 'record "7" a record has "7" for an id'),
  'an id that a double cannot hold': instead(
    '"id":7',
    '"id":9007199254740993',
    'record 9007199254740992 a record has 9007199254740992 for an id',
  ),
  'a key that comes twice': instead(
    '"code"',
    '"name":"Югра","code"',
    'record 7 /name: this key is there twice',
  ),
  'a number that is not kept': instead(
    '"district":null',
    '"district":{"id":1e-999,"name":""}',
    'record 7 /district/id: 1e-999 is no number that can be kept exactly',
  ),
  'the prototype of all objects': instead(
    '"code"',
    '"__proto__":{"polluted":1},"code"',
    'record 7 the record: Unrecognized key: "__proto__"',
  ),
  'a field that lacks': instead(
    '"code":"7",',
    '',
    'record 7 /code: Invalid input: expected string, received undefined',
  ),
  'a link to another list': second(
    page(some, '/api/event/'),
    'link - next: "/api/event/" is no page of this list',
  ),
  'a ring': second(page(some, '/api/region/'), 'link - next leads in a ring, to "/api/region/"'),
  'ever new pages of the same records': {
    target: /^\/api\/region\//,
    answer: (response, { asked }) => {
      json(response, 200, page(regions.slice(0, 2), `?page=${asked.length + 9}`));
    },
    told: /^error link \/api\/region\/\?page=\d+ - it leads on, and has no record that was not there before$/,
  },
  'ever new records, whatever it counts': {
    target: /^\/api\/region\//,
    answer: (response, { asked }) => {
      const id = asked.length;
      json(response, 200, page([region(id)], `?page=${id + 9}`));
    },
    told: /^error moving \/api\/region\/\S* - the list does not come to rest: .* \(count: 5, and there are more records\)$/,
  },
  'ever new records that nobody counts': {
    target: /^\/api\/event\//,
    answer: everNew,
    options: { limits: { records: 999 } },
    told: /^error limit \/api\/event\/\?cursor=\d+ - all lists have more than 999 records and pages$/,
  },
  'a body without end': comments(
    (response) => endless(response, '[', ' '),
    'limit - all bodies have more than 3000000 bytes by now',
    few,
  ),
  'a body that unpacks to a thousand times its size': comments((response) => {
    send(response, gzipSync(Buffer.alloc(40_000_000, 0x20)), { 'content-encoding': 'gzip' });
  }, 'limit - a body that unpacks to more than 500 times its size'),
  'what is not packed as it says': comments(
    (response) => send(response, '[]', { 'content-encoding': 'gzip' }),
    'limit - its Content-Encoding cannot be undone',
  ),
  'bytes that come one a day': comments(
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
    },
    'no-answer - none within 0.5 s',
    { limits: { seconds: 0.5 } },
  ),
  'a server that is out of order': comments(
    (response) => html(response, 500),
    'no-answer - status 500',
  ),
};

/** A page of the feed with an event that was not there yet, and a link to another one. */
function everNew(response: ServerResponse, { asked }: Origin): void {
  const id = 1e6 - asked.length;
  json(response, 200, { next: `?cursor=${id}`, previous: null, results: [event(id)] });
}

/** A body of one list that does not end. */
function endless(response: ServerResponse, begun: string, piece: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(begun);
  const block = piece.repeat(65_536 / piece.length);
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', more);
  more();
}

const isMeant = (target: string | RegExp, asked: string) =>
  typeof target === 'string' ? asked === target : target.test(asked);

describe('is refused for', () => {
  it.each(Object.entries(ways))('%s', async (_, { target, answer, options, told: wanted }) => {
    const origin = await Origin.start({ region: regions });
    origin.takeOver = (asked, response) => {
      if (!isMeant(target, asked)) return false;
      answer(response, origin);
      return true;
    };
    const result = await fetching(origin, options);
    const found = told(result, origin);
    expect(found).toHaveLength(1);
    if (typeof wanted === 'string') expect(found[0]!.slice(0, wanted.length)).toBe(wanted);
    else expect(found[0]).toMatch(wanted);
    expect(result.lists).toEqual([]);
  });

  it('a redirect, which is not followed', async () => {
    const origin = await Origin.start({ region: regions });
    const other = await Origin.start({ region: regions });
    origin.instead(SECOND, (response) => {
      response.writeHead(302, { location: `${other.url}${SECOND}` }).end();
    });
    const result = await fetching(origin, {
      header: { name: 'Authorization', value: 'Token s3cret' },
    });
    expect(told(result, origin)).toEqual([
      `error status ${SECOND} - status 302: it redirects to "${other.url}${SECOND}", which is not asked`,
    ]);
    expect(other.asked).toEqual([]);
  });

  it('many records, each of which is told, up to a number', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({ ...expert(i + 1), full_name: i }));
    const origin = await Origin.start({ 'epb-e/expert': rows });
    origin.pageSize = 9;
    const result = await fetching(origin);
    expect(told(result, origin)).toHaveLength(100);
    expect(told(result, origin)[1]).toBe(
      'error record /api/epb-e/expert/ 2 /full_name: Invalid input: expected string, received number',
    );
    // What is wrong is not asked for again.
    expect(origin.asked.filter((target) => target === '/api/epb-e/expert/')).toHaveLength(1);
  });
});

describe('is taken although', () => {
  const isWhole = async (origin: Origin, options?: Partial<FetchOptions>) => {
    const result = await fetching(origin, options);
    expect(told(result, origin)).toEqual([]);
    expect(await recordsOf(result, 'region')).toEqual(regions);
    return result;
  };

  it('its links name another origin, which is not asked', async () => {
    const origin = await Origin.start({ region: regions });
    const other = await Origin.start({ region: regions });
    origin.links = other.url;
    await isWhole(origin);
    expect(other.asked).toEqual([]);
  });

  it('it gives keys in an order of its own', async () => {
    const origin = await Origin.start({ region: regions });
    const turned = regions.map((each) => Object.fromEntries(Object.entries(each).reverse()));
    origin.lists = { region: turned };
    await isWhole(origin);
  });

  it('it begins what it sends with a byte-order mark', async () => {
    const origin = await Origin.start({ region: regions });
    origin.instead(REGIONS, (response) => {
      send(response, `\ufeff${JSON.stringify(page(regions.slice(0, 2), SECOND))}`);
    });
    await isWhole(origin);
  });

  it('it packs what it sends', async () => {
    const origin = await Origin.start({ region: regions });
    origin.instead(REGIONS, (response, { headers }) => {
      expect(headers['accept-encoding']).toBe('gzip');
      const body = JSON.stringify(page(regions.slice(0, 2), SECOND));
      send(response, gzipSync(body), { 'content-encoding': 'gzip' });
    });
    await isWhole(origin);
  });

  it('it is busy, breaks down and hangs up now and then', async () => {
    const origin = await Origin.start({ region: regions });
    const troubles: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
      (response) => response.writeHead(429).end(),
      (response) => response.destroy(),
      (response) => html(response, 500),
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' });
        response.write('{"count":5,"next":null,"results":[{"id":1,"na', () => response.destroy());
      },
    ];
    // Every other time that an address is asked for, in whatever order they are.
    const times = new Map<string, number>();
    let troubled = 0;
    origin.takeOver = (asked, response) => {
      const before = times.get(asked) ?? 0;
      times.set(asked, before + 1);
      if (before % 2 === 1) return false;
      troubles[troubled++ % troubles.length]!(response);
      return true;
    };
    await isWhole(origin);
    expect(troubled).toBeGreaterThan(3 * troubles.length);
  });
});

it('a header for signing in that is none is refused, without saying it', async () => {
  const origin = await Origin.start({ region: regions });
  const refused = fetching(origin, { header: { name: 'Authorization', value: 's3\ncret' } });
  await expect(refused).rejects.toThrow(
    /^the header Authorization has a character that no header may have$/,
  );
  expect(origin.asked).toEqual([]);
});

it('an address at which nobody answers is refused', async () => {
  const { url, stop } = await Origin.start({});
  stop();
  await expect(fetching({ url })).rejects.toThrow(/^cannot reach http.*\/api\/: /);
});

it('ends when it is told to, and what was fetched is kept', async () => {
  const origin = await Origin.start({ region: regions });
  const ending = new AbortController();
  origin.before = (target) => {
    if (target === SECOND) ending.abort(new Error('enough'));
  };
  await expect(fetching(origin, { signal: ending.signal })).rejects.toThrow('enough');
});
