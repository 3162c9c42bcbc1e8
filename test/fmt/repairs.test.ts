// Repairs: what is beyond doubt is put right and told with its place; nothing else is touched.
import { describe, expect, it } from 'vitest';
import { formatFolder, workingFolder } from './folder.js';

describe('repairs', () => {
  it('are told with their places in the file as it was', async () => {
    // A ¶ stands before each value that is repaired.
    const post = `{
  "user": ¶"7", "id": ¶"12",
  "created": ¶"2024-05-01T10:00:00Z", "moderated_at": ¶"2024-05-01T10:00:00.5-0330",
  "last_comment": ¶"0",
  "polls": [{"id": 1, "variants": [{"votes": [{"id": ¶"3", "user": ¶"8", "poll": ¶"1"}]}]}]
}`;
    const vacancies = '\uFEFF\n{"id": 1, "text": "🏗", "work_regions": [1, ¶"53"]}\n';
    const cwd = workingFolder({
      'posts/new.json': post.replaceAll('¶', ''),
      'vacancies.ndjson': vacancies.replaceAll('¶', ''),
    });
    const { report, text } = await formatFolder(cwd);
    const told = report.changed.map(({ repairs }) =>
      repairs.map(({ path, from, to }) => `${path} ${from} ${to}`),
    );
    const vote = '/polls/0/variants/0/votes/0';
    expect(told).toEqual([
      [
        '/user 7 7',
        '/id 12 12',
        '/created 2024-05-01T10:00:00Z 2024-05-01T10:00:00+00:00',
        '/moderated_at 2024-05-01T10:00:00.5-0330 2024-05-01T10:00:00.5-03:30',
        '/last_comment 0 0',
        `${vote}/id 3 3`,
        `${vote}/user 8 8`,
        `${vote}/poll 1 1`,
      ],
      ['/work_regions/1 53 53'],
    ]);
    expect(report.changed.map(({ file, repaired }) => [file, repaired])).toEqual([
      ['data/posts/new.json', 8],
      ['data/vacancies.ndjson', 1],
    ]);
    const places = report.changed.map(({ repairs }) =>
      repairs.map(({ line, column }) => ({ line, column })),
    );
    expect(places).toEqual([marksOf(post), marksOf(vacancies)]);
    expect(JSON.parse(text('posts/new.json'))).toEqual({
      id: 12,
      polls: [{ id: 1, variants: [{ votes: [{ id: 3, poll: 1, user: 8 }] }] }],
      created: '2024-05-01T10:00:00+00:00',
      moderated_at: '2024-05-01T10:00:00.5-03:30',
      user: 7,
      last_comment: 0,
    });
    expect(text('vacancies.ndjson')).toBe('{"id": 1, "text": "🏗", "work_regions": [1, 53]}\n');
    expect((await formatFolder(cwd)).report.changed).toEqual([]);
  });

  it('are not made where there is doubt, or the field is of another type', async () => {
    const kept = `{"id": "007", "category": "2", "created_at": "2024-02-30T10:00:00Z", "work_city": " 5"}
{"id": "0", "text": "2024-05-01T10:00:00Z", "created_at": "2024-05-01 10:00:00Z", "work_city": "-5"}
{"id": "1e2", "views": "5", "created_at": "2024-05-01T10:00:00+0360", "work_city": "5.0"}
{"id": "9007199254740993", "created_at": "2024-05-01T10:00Z", "work_city": "", "work_regions": "5"}
{"id": "١", "created_at": "2024-05-01T10:00:00+03", "certificates": [{"category": "3"}]}
`;
    const cwd = workingFolder({
      'vacancies.ndjson': kept,
      'resumes/1.json':
        '{\n  "id": 1,\n  "certificates": [\n    {\n      "certificate_expiry": "2026-01-01Z"\n    }\n  ]\n}\n',
      'comments.ndjson': '{"id": 1, "files": [{"id": "5", "created": "2024-05-01T10:00:00Z"}]}\n',
    });
    expect((await formatFolder(cwd)).report).toEqual({
      files: 3,
      changed: [],
      refused: 0,
      problems: [],
    });
  });
});

function marksOf(text: string): { line: number; column: number }[] {
  const before = text.replace('\uFEFF', '').split('¶').slice(0, -1);
  return before.map((_, last) => {
    const lines = before
      .slice(0, last + 1)
      .join('')
      .split('\n');
    return { line: lines.length, column: lines.at(-1)!.length + 1 };
  });
}
