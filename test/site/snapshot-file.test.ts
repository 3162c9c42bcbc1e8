// What `snapshot.json` says of lists, to the letter (PROMISES.md §5.2).
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeLists, digestOf } from '../../src/site/snapshot-file.js';

const sha = (text: string) => hash('sha256', text, 'hex');

const vacancies = [
  { path: '', hash: sha('first') },
  { path: 'page/2/', hash: sha('second') },
];

it('gives the records, the pages and their digests of each list', () => {
  const empty = { name: 'portal-favorite/post', count: 0, pages: [{ path: '', hash: sha('') }] };
  const files = describeLists([{ name: 'job/vacancy', count: 23, pages: vacancies }, empty]);
  expect(files.map(({ file }) => file)).toEqual(['api/snapshot.json']);
  expect(files[0]!.body).toBe(
    '{"format":1,"lists":{' +
      `"job/vacancy":{"count":23,"pages":2,"digest":"${sha(`${''} ${sha('first')}\npage/2/ ${sha('second')}\n`)}",` +
      `"files":{"":"${sha('first')}","page/2/":"${sha('second')}"}},` +
      `"portal-favorite/post":{"count":0,"pages":1,"digest":"${sha(` ${sha('')}\n`)}","files":{"":"${sha('')}"}}}}`,
  );
});

it('describes a list of more than a thousand pages in a file of its own', () => {
  const pagesOf = (length: number) =>
    Array.from({ length }, (_, i) => ({
      path: i === 0 ? '' : `cursor/${length - i}/`,
      hash: sha(`${i}`),
    }));
  const [long, most] = [pagesOf(1001), pagesOf(1000)];
  const files = describeLists([
    { name: 'event', count: 20_020, pages: long },
    { name: 'job/resume', count: 20_000, pages: most },
  ]);
  expect(files.map(({ file }) => file)).toEqual(['api/event/digests.json', 'api/snapshot.json']);
  const [digests, snapshot] = files.map(({ body }) => JSON.parse(body));
  expect(Object.entries(digests)).toEqual(long.map(({ path, hash }) => [path, hash]));
  expect(snapshot.lists).toEqual({
    event: { count: 20_020, pages: 1001, digest: digestOf(long), digests: 'event/digests.json' },
    'job/resume': expect.objectContaining({ pages: 1000, digest: digestOf(most) }),
  });
  expect(Object.keys(snapshot.lists['job/resume'].files)).toHaveLength(1000);
});

it('tells apart lists whose pages are the same in another order', () => {
  expect(digestOf(vacancies)).not.toBe(digestOf([...vacancies].reverse()));
});
