// Input that must neither hang nor crash the check: it comes back as a normal report.
import { expect, it } from 'vitest';
import { another, anotherReply, type Changes, checkPortal, essence } from '../../check/portal.js';
import { times } from '../../support/portal.js';

/** The problems of a portal with these changes; the report is of the promised form and order, and can be read. */
async function problemsOf(changes: Changes) {
  const { report, marked } = await checkPortal(changes);
  const { problems } = report;
  for (const { code, severity, file, line, column, path, message } of problems) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(severity).toMatch(/^(error|warning)$/);
    expect(file.startsWith('data/')).toBe(true);
    expect(Math.min(line, column)).toBeGreaterThan(0);
    expect(path === '' || path.startsWith('/')).toBe(true);
    expect(message.length > 0 && message.length < 10_000).toBe(true);
  }
  expect(report.ok).toBe(problems.every(({ severity }) => severity !== 'error'));
  const places = problems.map(({ file, line, column }) => ({ file, line, column }));
  const inOrder = (a: (typeof places)[0], b: (typeof places)[0]) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1;
  expect(places).toEqual([...places].sort(inOrder));
  return { problems, marked };
}

const deep = (open: string, close: string, depth = 100_000) =>
  open.repeat(depth) + close.repeat(depth);

/** Records 100, 101, …, each with the one before as its parent. */
const chain = (length: number, record: (id: number, parent: number | null) => string): string =>
  `[${times(length, (at) => record(at + 99, at === 1 ? null : at + 98)).join(',\n')}]`;

/** Each of these files has an error. */
const invalid: Changes = {
  'regions/arrays.json': deep('[', ']'),
  'regions/open.json': '['.repeat(100_000),
  'regions/objects.json': deep('{"a":', '}').replace(':}', ':1}'),
  'regions/lines.ndjson': deep('[', ']'),
  'regions/name.json': another('regions', { id: '51', name: deep('[', ']') }),
  'posts/script.json': another('posts', {
    text: `"${'<span>'.repeat(100_000)}<script>alert(1)</script>"`,
  }),
  'regions/digits.json': Buffer.alloc(50_000_000, '7'),
  'vacancies/number.json': another('vacancies', { views: '7'.repeat(1_000_000) }),
  'vacancies/exponent.json': another('vacancies', { id: '51', views: `1e${'7'.repeat(1e6)}` }),
  'regions/key.json': another('regions', { id: '52', ['district'.repeat(125_000)]: '1' }),
  'experts/time.json': another('experts', {
    created_at: `"2024-05-01T10:00:00.${'0'.repeat(1_000_000)}"`,
  }),
  'vacancies/parts.json': another('vacancies', {
    ...{ id: '52', certificates: `[${'1,'.repeat(2e6)}1]` },
  }),
  'regions/fields.json': `{"id": 53, ${times(2e5, (i) => `"f${i}":1`).join()}}`,
  'regions/empty.json': '',
  'regions/nuls.json': Buffer.alloc(4096),
  'regions/nuls.ndjson': Buffer.alloc(4096),
  'regions/mark.json': '\uFEFF',
  'regions/random.json': Buffer.from(times(4096, (i) => (i * i * 31 + 7) % 256)),
  'regions/proto.json':
    '{"__proto__": {"id": 3, "name": "Псков"}, "constructor": {"prototype": {"code": "1"}}}',
  'users/proto.json': another('users', {
    profile: '{"__proto__": {"site": 1}, "constructor": 1, "toString": null}',
    avatar: '{"__proto__": null, "hasOwnProperty": 1, "valueOf": {}}',
  }),
  'vacancies/proto.json': another('vacancies', {
    ...{ id: '54', certificates: '[{"__proto__": {"id": 1, "category": 1, "exact_category": 1}}]' },
  }),
  'comments/proto.json': anotherReply({ emoji: '[{"__proto__": 1, "__proto__": 2}]' }),
};

it('tells each of many hostile files', async () => {
  const { problems } = await problemsOf(invalid);
  const wrong = problems.filter(({ severity }) => severity === 'error').map(({ file }) => file);
  const files = Object.keys(invalid).map((name) => `data/${name}`);
  expect(files.filter((file) => !wrong.includes(file))).toEqual([]);
});

it('finds a ring of 20,000 blogs', async () => {
  const blog = (id: number, parent: number | null) =>
    another('blogs', { id: `${id}`, parent: `${parent ?? 20_099}` });
  const { problems } = await problemsOf({ 'blogs/ring.json': chain(20_000, blog) });
  expect(problems.map(({ code }) => code)).toContain('cycle');
});

it('takes what is large or deep, and valid', async () => {
  const reply = (id: number, parent: number | null) =>
    parent === null
      ? another('comments', { id: `${id}` })
      : anotherReply({ id: `${id}`, parent: `${parent}` });
  const blog = (id: number, parent: number | null) =>
    another('blogs', { id: `${id}`, parent: `${parent}` });
  const { problems } = await problemsOf({
    'regions/new.json': `{"id": 3, "name": "${'я'.repeat(25_000_000)}"}`,
    'comments/thread.json': chain(20_000, reply),
    'blogs/chain.json': chain(20_000, blog),
    // It says something: a text of tags alone is implausible.
    'posts/new.json': another('posts', {
      text: `"${deep('<div>', '</div>', 20_000).replace('></', '>Кто?</')}"`,
    }),
  });
  expect(problems).toEqual([]);
  // A limit of depth may call this a problem.
  await problemsOf({ 'comments/new.json': anotherReply({ emoji: deep('[', ']') }) });
});

it('has the place after 50 MB of one line', async () => {
  const { problems, marked } = await problemsOf({
    'regions/new.json': `{"name": "${'a'.repeat(50_000_000)}", "id": ¶0}`,
  });
  const expected = { code: 'bad-value', severity: 'error', path: '/id', ...marked[0] };
  expect(problems.map(essence)).toEqual([expected]);
});

it('tells 30,000 problems: unknown fields, references that dangle, parents below a deep discussion', async () => {
  const many = (record: (id: number) => string) =>
    `[\n${times(10_000, (at) => record(at + 99)).join(',\n')}\n]`;
  const reply = (id: number, parent: number) =>
    anotherReply({ id: `${id}`, parent: `${parent}` }).replaceAll('\n', ' ');
  const thread = times(60_000, (at) => reply(at + 99, at === 1 ? 1 : at + 98));
  const lost = times(10_000, (at) => reply(at + 100_000, at + 200_001));
  const { problems } = await problemsOf({
    'districts/new.json': many((id) => `{"id": ${id * 10}, "name": "Округ", "nmae": 1}`),
    'regions/new.json': many((id) => `{"id": ${id}, "name": "Регион", "district": ${id * 10 + 1}}`),
    'comments/new.ndjson': [...thread, ...lost].join('\n'),
  });
  const counts = ['/nmae', '/district', '/parent'].map(
    (path) => problems.filter((one) => one.path === path).length,
  );
  expect(counts).toEqual([10_000, 10_000, 10_000]);
});
