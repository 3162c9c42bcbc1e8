// What `snapshot.json` says, and the files that it refers to, to the letter (PROMISES.md §5.2).
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeSnapshot, digestOf } from '../../src/site/snapshot-file.js';

const sha = (text: string) => hash('sha256', text, 'hex');

const vacancies = [
  { path: '', hash: sha('first') },
  { path: 'page/2/', hash: sha('second') },
];
const listed = (name: string, count: number, pages: typeof vacancies) => ({
  name,
  walks: [{ name, count, pages }],
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
    `"files":{"api/index.json":"${sha('index')}"},"byId":{}`;
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

it('describes what is there for each id in parts, by the remainder of the id', () => {
  const posts = (ids: readonly number[]) => ({
    name: 'post/blog/{id}',
    walks: ids.map((id) => ({ name: `post/blog/${id}`, count: 3, pages: vacancies })),
  });
  const few = describeSnapshot([posts([16, 5, 9])], {});
  expect(few.map(({ file }) => file)).toEqual([
    'api/post/blog/digests/1.json',
    'api/snapshot.json',
  ]);
  const entry = (id: number) => `"${id}/":"${sha('first')}","${id}/page/2/":"${sha('second')}"`;
  expect(few[0]!.body).toBe(`{${[5, 9, 16].map(entry).join()}}`);
  expect(JSON.parse(few[1]!.body)).toMatchObject({
    lists: {},
    byId: { 'post/blog/{id}': { files: 6, parts: [sha(few[0]!.body)] } },
  });

  const many = describeSnapshot([posts(Array.from({ length: 17 }, (_, i) => 2 * i + 1))], {});
  expect(many.map(({ file }) => file)).toEqual([
    'api/post/blog/digests/1.json',
    'api/post/blog/digests/2.json',
    'api/snapshot.json',
  ]);
  const filesOf = (ids: readonly number[]) => describeSnapshot([posts(ids)], {}).length - 1;
  expect(filesOf(Array.from({ length: 8 }, (_, i) => i + 1)), '16 files').toBe(1);
  const long = Array.from({ length: 40 }, (_, i) => ({ path: `page/${i}/`, hash: sha(`${i}`) }));
  const one = { name: 'post/blog/7', count: 40, pages: long };
  const alone = describeSnapshot([{ name: 'post/blog/{id}', walks: [one] }], {});
  expect(alone.length - 1, 'no more parts than ids').toBe(1);
  expect(many[0]!.body).toBe('{}');
  expect(Object.keys(JSON.parse(many[1]!.body)).slice(-2)).toEqual(['33/', '33/page/2/']);
  expect(JSON.parse(many[2]!.body).byId['post/blog/{id}'].parts).toEqual(
    many.slice(0, 2).map(({ body }) => sha(body)),
  );
});

it('tells apart lists whose pages are the same in another order', () => {
  expect(digestOf(vacancies)).not.toBe(digestOf([...vacancies].reverse()));
});
