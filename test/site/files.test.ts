// What is true of each kind of files, by their names alone. That everything else agrees with it, kinds.test.ts holds.
import { expect, it } from 'vitest';
import { portal } from '../../src/portal/index.js';
import {
  fileBeside,
  isDescribedAlone,
  keptPagesOf,
  kindOf,
  sentAs,
  snapshotFilesOf,
} from '../../src/site/kinds.js';

it.each([
  ...['', 'index.json', 'other.json', 'x/404.json', '404.json.txt', 'api/region/index.html'],
  ...['api/.json', 'xapi/other.json', 'api/other.json5', 'other/index.json', 'feed.json'],
  ...['search/other.js', 'search/pagefind.js.gz', 'search/index/ru.pf_index.br', '.htaccess.gz'],
  ...['search/index/ru.x.pf_index', 'search/index/ru.pf_filterx', 'x/search/index/ru.pf_index'],
  ...['search/wasm.-.pagefind', 'search/pagefind.-.pf_meta', 'search/index/.pf_index'],
  ...['xapi/region/digests.json', 'api/region/digests.jsonx'],
  ...['x/api/feed.json', 'api/snapshot.json.sig.gz', 'search/pagefind-entry.json.gz'],
])('%j is of no kind', (file) => {
  expect(kindOf(file)).toBeUndefined();
  expect(isDescribedAlone(file)).toBe(false);
  expect(snapshotFilesOf(portal)(file)).toBe(false);
});

it('a compressed sibling is of the kind of the file beside it, and has no digest', () => {
  for (const ending of ['br', 'gz', 'zst']) {
    expect(fileBeside(`api/openapi.json.${ending}`)).toBe('api/openapi.json');
    expect(kindOf(`api/openapi.json.${ending}`)).toBe(kindOf('api/openapi.json'));
    expect(isDescribedAlone(`api/openapi.json.${ending}`)).toBe(false);
  }
  expect(fileBeside('api/openapi.gz.json')).toBeUndefined();
  expect(sentAs('api/post/feed.atom.gz').mediaType).toBe('application/atom+xml');
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
  const isOurs = snapshotFilesOf(portal);
  const own = [
    ...['api/index.json', 'api/region/index.json', 'api/region/page/7/index.json.zst'],
    ...['api/post/blog/12/page/2/index.json', 'api/post/blog/digests.json', 'api/snapshot.json'],
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
    ...['api/other/blog/12/index.json', 'api/other/feed.atom', 'api/other/blog/digests.json'],
    // What is a file is no folder.
    ...['api/region/all.ndjson/index.json', 'api/post/feed.json/page/2/index.json.gz'],
    'api/post/feed.atom/digests.json',
  ];
  expect([...own, ...others].filter(isOurs)).toEqual(own);
});
