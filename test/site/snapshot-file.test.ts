// What `snapshot.json` says, and the files that it refers to, to the letter (PROMISES.md §5.2).
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeSnapshot, digestOf, pagesAmong } from '../../src/site/snapshot-file.js';

const sha = (text: string) => hash('sha256', text, 'hex');

const vacancies = [
  { path: '', hash: sha('first') },
  { path: 'page/2/', hash: sha('second') },
];
const listed = (name: string, count: number, pages: typeof vacancies) => ({
  name,
  count,
  pages,
});

it('gives the records, the pages and their digests of each list, and those of other files', () => {
  const empty = listed('portal-favorite/post', 0, [{ path: '', hash: sha('') }]);
  const other = { 'api/index.json': sha('index') };
  const files = describeSnapshot([listed('job/vacancy', 23, vacancies), empty], other);
  expect(files.map(({ file }) => file)).toEqual(['api/snapshot.json']);
  const said =
    '"lists":{' +
    `"job/vacancy":{"count":23,"pages":2,"digest":"${sha(`${''} ${sha('first')}\npage/2/ ${sha('second')}\n`)}",` +
    `"files":{"":"${sha('first')}","page/2/":"${sha('second')}"}},` +
    `"portal-favorite/post":{"count":0,"pages":1,"digest":"${sha(` ${sha('')}\n`)}","files":{"":"${sha('')}"}}},` +
    `"files":{"api/index.json":"${sha('index')}"}`;
  expect(files[0]!.body).toBe(`{"format":1,"id":"${sha(`{${said}}`)}",${said}}`);
});

it('describes a list of more than a thousand pages in a file of its own', () => {
  const pagesOf = (length: number) =>
    Array.from({ length }, (_, i) => ({
      path: i === 0 ? '' : `cursor/${length - i}/`,
      hash: sha(`${i}`),
    }));
  const [long, most] = [pagesOf(1001), pagesOf(1000)];
  const files = describeSnapshot(
    [listed('event', 20_020, long), listed('job/resume', 20_000, most)],
    {},
  );
  expect(files.map(({ file }) => file)).toEqual(['api/event/digests.json', 'api/snapshot.json']);
  const [digests, snapshot] = files.map(({ body }) => JSON.parse(body));
  expect(Object.entries(digests)).toEqual(long.map(({ path, hash }) => [path, hash]));
  expect(snapshot.lists).toEqual({
    event: { count: 20_020, pages: 1001, digest: digestOf(long), digests: 'event/digests.json' },
    'job/resume': expect.objectContaining({ pages: 1000, digest: digestOf(most) }),
  });
  expect(Object.keys(snapshot.lists['job/resume'].files)).toHaveLength(1000);
});

it('describes all ids of an endpoint together, in one file with the pages of a very long list', () => {
  const own = ['5/', '16/', '16/page/2/'].map((path) => ({ path, hash: sha(path) }));
  const ids = listed('event/{id}', 7, own);
  const file = 'api/event/digests.json';
  const textOf = (pages: typeof own) =>
    `{${pages.map(({ path, hash }) => `"${path}":"${hash}"`).join()}}`;
  const [alone, snapshot] = describeSnapshot([ids], { 'api/index.json': sha('index') });
  expect(alone).toEqual({ file, body: textOf(own) });
  const entry = { count: 7, pages: 3, digest: digestOf(own), digests: 'event/digests.json' };
  expect(JSON.parse(snapshot!.body)).toMatchObject({
    lists: { 'event/{id}': entry },
    files: { 'api/index.json': sha('index'), [file]: sha(alone!.body) },
  });

  const long = Array.from({ length: 1001 }, (_, i) => ({
    path: i === 0 ? '' : `cursor/${1001 - i}/`,
    hash: sha(`${i}`),
  }));
  const [both, whole] = describeSnapshot([listed('event', 20_020, long), ids], {});
  expect(both).toEqual({ file, body: textOf([...long, ...own]) });
  expect(JSON.parse(whole!.body)).toMatchObject({
    lists: { event: { digest: digestOf(long) }, 'event/{id}': entry },
    files: { [file]: sha(both!.body) },
  });
  const digests = JSON.parse(both!.body);
  expect(pagesAmong('event', digests)).toEqual(long);
  expect(pagesAmong('event/{id}', digests)).toEqual(own);
});

it('tells apart lists whose pages are the same in another order', () => {
  expect(digestOf(vacancies)).not.toBe(digestOf([...vacancies].reverse()));
});
