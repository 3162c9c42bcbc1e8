// What is true of each kind of files, by their names alone. That everything else agrees with it, kinds.test.ts holds.
import { describe, expect, it } from 'vitest';
import { portal } from '../../src/portal/index.js';
import { DOCUMENTS } from '../../src/site/address.js';
import {
  BESIDE,
  FOLDERS,
  fileBeside,
  isDescribedAlone,
  keptPagesOf,
  kindOf,
  ownFilesOf,
  sentAs,
} from '../../src/site/kinds.js';

/** The kind of a file, in words: where it is, its list, when it is published, and how it is sent. */
function told(file: string): string {
  const kind = kindOf(file);
  if (!kind) return 'of no kind';
  const { mediaType, caching } = sentAs(file);
  const list = kind.list?.(file);
  return [
    kind.name,
    ...(list === undefined ? [] : [`of "${list}"`]),
    `${kind.phase}, ${kind.address}, ${caching}, ${mediaType}`,
    ...(['isLines', 'isAlone', 'describes'] as const).filter((each) => kind[each]),
    ...(isDescribedAlone(file) ? ['has its digest in snapshot.json'] : []),
  ].join('; ');
}

it('of each kind there is what the table says', () => {
  const files = [
    ...['api/index.json', 'api/region/index.json', 'api/region/page/2/index.json'],
    ...['api/event/cursor/3/index.json', 'api/region/digests.json', 'api/post/blog/2/index.json'],
    ...['api/post/blog/digests/12.json', 'api/job/vacancy/all.ndjson', 'api/post/feed.json'],
    ...['api/post/feed.atom', 'api/openapi.json', 'api/snapshot.json'],
    ...['api/snapshot.json.sig', 'search/pagefind-entry.json', 'search/pagefind.js'],
    ...['search/wasm.unknown.pagefind', 'search/pagefind.ru_1a.pf_meta', '404.json', '405.json'],
    ...['search/index/ru_1a.pf_index', 'search/filter/ru_1a.pf_filter', '.htaccess'],
    ...['search/fragment/ru_1a.pf_fragment', 'api/other.json', 'api/a/b.json'],
  ];
  expect(files.map((file) => `${file}: ${told(file)}`)).toMatchInlineSnapshot(`
    [
      "api/index.json: root index; of ""; the root index, folder, volatile, application/json; has its digest in snapshot.json",
      "api/region/index.json: head; of "region"; heads, folder, volatile, application/json",
      "api/region/page/2/index.json: page; of "region"; pages, folder, volatile, application/json",
      "api/event/cursor/3/index.json: page; of "event"; pages, folder, volatile, application/json",
      "api/region/digests.json: digests; of "region"; heads, file, volatile, application/json; describes",
      "api/post/blog/2/index.json: head; of "post/blog/2"; heads, folder, volatile, application/json",
      "api/post/blog/digests/12.json: part of the digests by id; of "post/blog/{id}"; heads, file, volatile, application/json; describes",
      "api/job/vacancy/all.ndjson: all.ndjson; of "job/vacancy/all.ndjson"; pages, file, volatile, application/x-ndjson; isLines; has its digest in snapshot.json",
      "api/post/feed.json: feed.json; of "post/feed.json"; pages, file, volatile, application/feed+json; has its digest in snapshot.json",
      "api/post/feed.atom: feed.atom; of "post/feed.atom"; pages, file, volatile, application/atom+xml; has its digest in snapshot.json",
      "api/openapi.json: document; heads, file, volatile, application/json; has its digest in snapshot.json",
      "api/snapshot.json: snapshot; snapshot.json, file, volatile, application/json; describes",
      "api/snapshot.json.sig: signature; the signature, file, volatile, application/json; isAlone; describes",
      "search/pagefind-entry.json: search entry; heads, file, volatile, application/json; isAlone; has its digest in snapshot.json",
      "search/pagefind.js: search program; pages, file, volatile, text/javascript; isAlone; has its digest in snapshot.json",
      "search/wasm.unknown.pagefind: search index; pages, file, volatile, application/octet-stream; isAlone; has its digest in snapshot.json",
      "search/pagefind.ru_1a.pf_meta: search index; pages, file, volatile, application/octet-stream; isAlone; has its digest in snapshot.json",
      "404.json: error; errors, none, error, application/json",
      "405.json: error; errors, none, error, application/json",
      "search/index/ru_1a.pf_index: search index; pages, file, volatile, application/octet-stream; isAlone; has its digest in snapshot.json",
      "search/filter/ru_1a.pf_filter: search index; pages, file, volatile, application/octet-stream; isAlone; has its digest in snapshot.json",
      ".htaccess: settings of Apache; errors, none, error, text/plain; isAlone",
      "search/fragment/ru_1a.pf_fragment: search index; pages, file, volatile, application/octet-stream; isAlone; has its digest in snapshot.json",
      "api/other.json: of no kind",
      "api/a/b.json: of no kind",
    ]
  `);
  expect(DOCUMENTS).toEqual(['api/openapi.json', 'api/snapshot.json', 'api/snapshot.json.sig']);
  expect([FOLDERS, BESIDE]).toEqual([
    ['api', 'search'],
    ['404.json', '405.json', '.htaccess'],
  ]);
});

it.each([
  ...['', 'index.json', 'other.json', 'x/404.json', '404.json.txt', 'api/region/index.html'],
  ...['api/.json', 'xapi/other.json', 'api/other.json5', 'other/index.json', 'feed.json'],
  ...['search/other.js', 'search/pagefind.js.gz', 'search/index/ru.pf_index.br', '.htaccess.gz'],
  ...['search/index/ru.x.pf_index', 'search/index/ru.pf_filterx', 'x/search/index/ru.pf_index'],
  ...['search/wasm.-.pagefind', 'search/pagefind.-.pf_meta', 'search/index/.pf_index'],
  ...['xapi/region/digests.json', 'api/region/digests.jsonx'],
  ...['xapi/post/blog/digests/1.json', 'api/post/blog/digests/1.jsonx'],
  ...['x/api/feed.json', 'api/snapshot.json.sig.gz', 'search/pagefind-entry.json.gz'],
])('%j is of no kind', (file) => {
  expect(kindOf(file)).toBeUndefined();
  expect(isDescribedAlone(file)).toBe(false);
  expect(ownFilesOf(portal)(file)).toBe(false);
});

describe('a compressed sibling', () => {
  it('is of the kind of the file beside it, and has no digest', () => {
    for (const ending of ['br', 'gz', 'zst']) {
      expect(fileBeside(`api/openapi.json.${ending}`)).toBe('api/openapi.json');
      expect(kindOf(`api/openapi.json.${ending}`)).toBe(kindOf('api/openapi.json'));
      expect(isDescribedAlone(`api/openapi.json.${ending}`)).toBe(false);
    }
    expect(fileBeside('api/openapi.gz.json')).toBeUndefined();
    expect(sentAs('api/post/feed.atom.gz').mediaType).toBe('application/atom+xml');
  });
});

it('pages keep their records where the newest come first, and no new one comes between', () => {
  const kept = ['api/event/cursor/3/index.json', 'api/event/blog/12/cursor/1/index.json.br'];
  const others = [
    ...['api/event/index.json', 'api/event/blog/12/index.json', 'api/event/all.ndjson'],
    ...['api/epb-e/expert/cursor/2/index.json', 'api/region/page/2/index.json', '404.json'],
  ];
  expect([...kept, ...others].filter(keptPagesOf(portal))).toEqual(kept);
});

it('what is of no kind is sent as other files are', () => {
  expect(sentAs('other')).toEqual({ mediaType: 'application/json', caching: 'volatile' });
});

it('files of the portal are its own, also of extras; those of no list of it, and those beside it, are not', () => {
  const isOurs = ownFilesOf(portal);
  const own = [
    ...['api/index.json', 'api/region/index.json', 'api/region/page/7/index.json.zst'],
    ...['api/post/blog/12/page/2/index.json', 'api/post/blog/digests/1.json', 'api/snapshot.json'],
    ...['api/region/digests.json', 'api/post/feed.atom.br', 'search/pagefind.js'],
  ];
  const others = [
    ...[
      '404.json',
      '.htaccess',
      'api/other.json',
      'api/other/index.json',
      'api/other/digests.json',
    ],
    ...['api/other/blog/12/index.json', 'api/other/feed.atom', 'api/other/blog/digests/1.json'],
    // What is a file is no folder.
    ...['api/region/all.ndjson/index.json', 'api/post/feed.json/page/2/index.json.gz'],
    'api/post/feed.atom/digests.json',
  ];
  expect([...own, ...others].filter(isOurs)).toEqual(own);
});
