// Where pages are, what links to them, what stands around their records, and where servers listen.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/problems/problem.js';
import {
  familyOf,
  type LinkStyle,
  listenParts,
  lookupsOf,
  type PageName,
  pageFile,
  pageLink,
  pageOf,
  withId,
  withoutId,
} from '../../src/site/address.js';
import { type Envelope, envelope, envelopeLength } from '../../src/site/envelope.js';

const second: PageName = { parameter: 'page', value: 2 };
const cursor: PageName = { parameter: 'cursor', value: 17 };

describe('a page', () => {
  it.each<
    [list: string, page: PageName | undefined, file: string, links: Record<LinkStyle, string>]
  >([
    [
      ...(['', undefined, 'api/index.json'] as const),
      { path: '/api/', query: '/api/', file: '/api/index.json' },
    ],
    [
      ...(['region', undefined, 'api/region/index.json'] as const),
      { path: '/api/region/', query: '/api/region/', file: '/api/region/index.json' },
    ],
    [
      ...(['job/vacancy', second, 'api/job/vacancy/page/2/index.json'] as const),
      {
        path: '/api/job/vacancy/page/2/?page=2',
        query: '/api/job/vacancy/?page=2',
        file: '/api/job/vacancy/page/2/index.json?page=2',
      },
    ],
    [
      ...(['event', cursor, 'api/event/cursor/17/index.json'] as const),
      {
        path: '/api/event/cursor/17/?cursor=17',
        query: '/api/event/?cursor=17',
        file: '/api/event/cursor/17/index.json?cursor=17',
      },
    ],
  ])('of "%s" (%o) is the file %s', (list, page, file, links) => {
    expect(pageFile(list, page)).toBe(file);
    expect(pageOf(file)).toEqual(page ? { endpoint: list, page } : { endpoint: list });
    for (const [style, link] of Object.entries(links)) {
      const settings = { baseUrl: 'https://e.org', links: style as LinkStyle };
      expect(pageLink(settings, list, page)).toBe(`https://e.org${link}`);
    }
  });

  it.each([
    ...['index.json', 'x/api/index.json', 'api/region/index.json.gz', 'api/region/index.html'],
    ...['search/index.json', 'apiindex.json', 'api/regionindex.json'],
  ])('is not %s', (file) => expect(pageOf(file)).toBeUndefined());
});

it('what is at an id belongs to the endpoint of all ids', () => {
  expect(['region/53', 'region/053', 'region', 'post/5/blog'].map(familyOf)).toEqual([
    ...['region/{id}', 'region/053', 'region', 'post/5/blog'],
  ]);
  expect(['region/{id}', 'region', 'region/{id}/x'].map(withoutId)).toEqual([
    ...['region', 'region', 'region/{id}/x'],
  ]);
  expect(withId('region/{id}', 53)).toBe('region/53');
  const by = (name: string) => ({ lookup: { list: 'post', by: name } });
  expect(lookupsOf([by('blog'), {}, by('user')])).toEqual(new Map([['post', ['blog', 'user']]]));
});

describe('the envelope of a page', () => {
  it.each<[around: Envelope | undefined, head: string, tail: string]>([
    [undefined, '[', ']'],
    [{ next: null, previous: null }, '{"next":null,"previous":null,"results":[', ']}'],
    [
      { count: 12, next: 'https://e.org/2', previous: null },
      '{"count":12,"next":"https://e.org/2","previous":null,"results":[',
      ']}',
    ],
    [
      { count: 0, next: null, previous: 'https://e.org/' },
      '{"count":0,"next":null,"previous":"https://e.org/","results":[',
      ']}',
    ],
  ])('is written and known again: %j', (around, head, tail) => {
    expect(envelope(around)).toEqual({ head, separator: ',', tail });
    expect(envelopeLength(`${head}{"id":1},{"id":2}${tail}`)).toBe(head.length - 1);
  });

  it.each([
    ...['{"id":1}', '{"next":null,"previous":null,"results":{}}', ''],
    ...['[{"next":null,"previous":null,"results":[]}]', '{"next":1,"previous":null,"results":[]}'],
  ])('is none at the beginning of %s', (text) => expect(envelopeLength(text)).toBe(0));
});

describe('where a server listens', () => {
  it.each([
    ['127.0.0.1:8080', '127.0.0.1', 8080],
    ['localhost:1', 'localhost', 1],
    ['[::1]:65535', '[::1]', 65_535],
    ['[::ffff:10.0.0.1]:60000', '[::ffff:10.0.0.1]', 60_000],
    ['10.20.30.40:65499', '10.20.30.40', 65_499],
  ])('is %s', (listen, address, port) => expect(listenParts(listen)).toEqual({ address, port }));

  it.each([
    ...['127.0.0.1', '127.0.0.1:0', '127.0.0.1:080', '127.0.0.1:65536', '1.2.3:80', '::1:80'],
    ...['127.0.0.1:80;', ' 127.0.0.1:80', 'example.org:80', '[::1]x:80', '1.2.3.4.5:80', '[]:80'],
  ])('is not %s', (listen) => {
    expect(() => listenParts(listen)).toThrow(
      new UsageError(
        `listen: must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080, not ${JSON.stringify(listen)}`,
      ),
    );
  });
});
