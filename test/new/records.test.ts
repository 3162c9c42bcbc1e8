// New records beside the shipped data: their files, what comes with them, and that nothing else
// changes.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { format } from '../../src/format/index.js';
import { build, check } from '../../src/index.js';
import { textOf } from '../../src/new/create.js';
import { slugFrom } from '../../src/new/slug.js';
import { portal } from '../../src/portal/index.js';
import { projectFolder } from '../support/folders.js';
import { changed, dataOf, desk, problemsOf, runNew } from './desk.js';

/** The clock of the desk: three hours east of Greenwich, whatever the machine's. */
const NOW = '2026-11-21T10:12:44+03:00';

describe('a new record of the shipped portal', () => {
  let cwd = '';
  beforeAll(() => {
    cwd = desk();
    cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
    vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] });
    const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-180);
    return () => {
      offset.mockRestore();
      vi.useRealTimers();
    };
  });

  /** Runs `new`, and expects these files, all that is printed, and nothing else. */
  async function expectFiles(args: readonly string[], files: Record<string, string>) {
    const before = dataOf(cwd);
    const printed = await runNew(cwd, ...args);
    expect(printed).toEqual({
      status: 0,
      stdout: Object.keys(files)
        .map((name) => `data/${name}\n`)
        .join(''),
      stderr: '',
    });
    expect(changed(before, dataOf(cwd))).toEqual(files);
  }

  it('a vacancy, with lists, parts and a flag', () =>
    expectFiles(
      [
        ...['vacancy', '--text', '-40 °C\n"Север"', '--category=1', '--is_public', 'false'],
        ...['--work_regions', '48', '--work-regions', '3', '--ready_for', '["one_time"]'],
        ...['--certificates', '{"exact_category": 101, "category": 2}', '--crm_data.deal_id', '7'],
        ...[
          '--certificates',
          '{"id": 9, "category": 1, "exact_category": 102}',
          '--work_full_time',
        ],
      ],
      {
        'vacancies/197.json': `{
  "id": 197,
  "text": "-40 °C\\n\\"Север\\"",
  "work_full_time": true,
  "ready_for": [
    "one_time"
  ],
  "category": 1,
  "is_public": false,
  "created_at": "${NOW}",
  "crm_data": {
    "deal_id": 7
  },
  "work_regions": [
    48,
    3
  ],
  "certificates": [
    {
      "id": 10,
      "category": 2,
      "exact_category": 101
    },
    {
      "id": 9,
      "category": 1,
      "exact_category": 102
    }
  ]
}
`,
      },
    ));

  it('a resume, with only what must be there, under the name of its collection', () =>
    expectFiles(['resumes', '--region', '48'], {
      'resumes/130.json': `{
  "id": 130,
  "created_at": "${NOW}",
  "region": 48
}
`,
    }));

  it('a user with a profile from both forms of flags', () =>
    expectFiles(
      [
        ...['user', '--last_name', 'Ким', '--first_name=', '--profile', '{"hobby": "шахматы"}'],
        ...['--profile.city', '5', '--profile.priority', '[', '--profile.priority', '42'],
      ],
      {
        'users/45.json': `{
  "id": 45,
  "profile": {
    "hobby": "шахматы",
    "priority": [
      "[",
      "42"
    ],
    "city": 5
  },
  "last_name": "Ким",
  "first_name": "",
  "date_joined": "${NOW}"
}
`,
      },
    ));

  it('a blog, whose slug is made of its title', () =>
    expectFiles(['blog', '--title', 'Щит и меч: объём №1', '--parent', '3'], {
      'blogs/8.json': `{
  "id": 8,
  "title": "Щит и меч: объём №1",
  "slug": "shchit-i-mech-obem-1",
  "created": "${NOW}",
  "parent": 3
}
`,
    }));

  it('a post with its root comment and its event', () =>
    expectFiles(
      [
        ...['post', '--blog', '2', '--user', '5', '--moderated-by', '1', '--title', 'Котлы'],
        ...['--text', '<p>Да</p>', '--created', '2026-11-20T09:00:00.5+07:00'],
      ],
      {
        'posts/43.json': `{
  "id": 43,
  "title": "Котлы",
  "slug": "kotly",
  "text": "<p>Да</p>",
  "created": "2026-11-20T09:00:00.5+07:00",
  "blog": 2,
  "user": 5,
  "moderated_by": 1
}
`,
        'comments/462.json': `{
  "id": 462,
  "post": 43,
  "created": "2026-11-20T09:00:00.5+07:00"
}
`,
        'events/439.json': `{
  "id": 439,
  "event_type": 1,
  "post": 43
}
`,
      },
    ));

  it('a comment that answers a post, below its root, with an event of type 2', () =>
    expectFiles(['comment', '--post', '43', '--user', '7', '--text', '<b>Да</b>'], {
      'comments/463.json': `{
  "id": 463,
  "post": 43,
  "parent": 462,
  "user": 7,
  "text": "<b>Да</b>",
  "created": "${NOW}"
}
`,
      'events/440.json': `{
  "id": 440,
  "event_type": 2,
  "comment": 463
}
`,
    }));

  it('a comment that answers a comment, on its post, with an event of type 3', () =>
    expectFiles(['comment', '--parent', '340', '--user', '7', '--text=--data'], {
      'comments/464.json': `{
  "id": 464,
  "post": 33,
  "parent": 340,
  "user": 7,
  "text": "--data",
  "created": "${NOW}"
}
`,
      'events/441.json': `{
  "id": 441,
  "event_type": 3,
  "comment": 464
}
`,
    }));

  it('an event alone', () =>
    expectFiles(['event', '--event_type', '2', '--comment', '464', '--private'], {
      'events/442.json': `{
  "id": 442,
  "event_type": 2,
  "private": true,
  "comment": 464
}
`,
    }));

  it('leave a portal that can be built, with these records and no others', async () => {
    const before = (await check({ cwd: projectFolder, cache: false })).summary.records;
    const after = (await build({ cwd })).summary.records;
    const more = Object.entries(after).map(([name, count]) => [name, count - before[name]!]);
    expect(Object.fromEntries(more.filter(([, count]) => count !== 0))).toEqual({
      vacancies: 1,
      resumes: 1,
      users: 1,
      blogs: 1,
      posts: 1,
      comments: 3,
      events: 4,
    });
    expect(await problemsOf(cwd)).toEqual([]);
  });

  it('leave nothing to do for fmt', async () => {
    const files = [...dataOf(cwd).keys()].filter((name) => /\/\d+\.json$/.test(name));
    expect(files).toHaveLength(12);
    const report = await format({ cwd, check: true, files: files.map((name) => `data/${name}`) });
    expect(report).toMatchObject({ refused: 0, changed: [] });
  });
});

describe('the text of a record', () => {
  const fieldsOf = (name: string) => portal.collections.find((one) => one.name === name)!.fields;

  it('has a line for each value that is declared, and one for a value that is not', () => {
    const record = { id: 1, post: 2, emoji: [], files: [{ a: [1, null], 'б"': {} }] };
    const text = textOf(record, fieldsOf('comments'));
    expect(text).toBe(`{
  "id": 1,
  "post": 2,
  "emoji": [],
  "files": [{"a": [1, null], "б\\"": {}}]
}
`);
    expect(textOf(JSON.parse(text), fieldsOf('comments'))).toBe(text);
  });
});

describe('a slug', () => {
  it.each([
    ['Ёж, щука и объём', 'ezh-shchuka-i-obem'],
    ['  РВС-5000: ход «работ»?', 'rvs-5000-khod-rabot'],
    ['Café №2', 'cafe-2'],
    ['!?', ''],
    ['а'.repeat(99), 'a'.repeat(60)],
    [`${'слово '.repeat(20)}`, Array.from({ length: 10 }, () => 'slovo').join('-')],
  ])('of %j is %j', (title, slug) => {
    expect(slugFrom(title)).toBe(slug);
  });
});
