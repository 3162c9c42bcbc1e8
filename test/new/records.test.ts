// New records beside the shipped data: their files, what comes with them, and that nothing else
// changes.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { slugFrom } from '../../src/editing/new/slug.js';
import { build, check } from '../../src/index.js';
import { projectFolder } from '../support/folders.js';
import { format } from '../support/tool.js';
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

  /** Runs `new`, and expects these records, in these files, all that is printed, and nothing else. */
  async function expectRecords(args: readonly string[], records: [file: string, text: string][]) {
    const before = dataOf(cwd);
    const printed = await runNew(cwd, ...args);
    const names = [...new Set(records.map(([name]) => `data/${name}\n`))];
    expect(printed).toEqual({ status: 0, stdout: names.join(''), stderr: '' });
    const files: Record<string, string> = {};
    for (const [name, text] of records) {
      const old = files[name] ?? before.get(name)?.toString() ?? '';
      files[name] = old.startsWith('[')
        ? old.replace(/\n\]\n$/, `,\n  ${text.trimEnd()}\n]\n`)
        : old + text;
    }
    expect(changed(before, dataOf(cwd))).toEqual(files);
  }

  it('a vacancy, with lists, parts and a flag', () =>
    expectRecords(
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
      [
        [
          'vacancies/197-40-c-sever.json',
          `{
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
        ],
      ],
    ));

  it('a vacancy, whose file has the name of the position', async () => {
    const said = ['--text', 'Нужен эксперт.', '--work_position', 'Эксперт по лифтам, Тула'];
    const printed = await runNew(cwd, 'vacancy', '--category=1', ...said, '--dry-run');
    expect(printed.stdout).toContain(
      'data/vacancies/198-ekspert-po-liftam-tula.json\n{\n  "id": 198',
    );
  });

  it('a resume, with only what must be there, under the name of its collection', () =>
    expectRecords(
      ['resumes', '--region', '48'],
      [['resumes.ndjson', `{"id": 130, "created_at": "${NOW}", "region": 48}\n`]],
    ));

  it('a user with a profile from both forms of flags', () =>
    expectRecords(
      [
        ...['user', '--last_name', 'Ким', '--first_name=', '--profile', '{"hobby": "шахматы"}'],
        ...['--profile.city', '5', '--profile.priority', '[', '--profile.priority', '42'],
      ],
      [
        [
          'users.json',
          '{"id": 45, "profile": {"hobby": "шахматы", "priority": ["[", "42"], "city": 5}, ' +
            `"last_name": "Ким", "first_name": "", "date_joined": "${NOW}"}\n`,
        ],
      ],
    ));

  it('a blog, whose slug is made of its title', () =>
    expectRecords(
      ['blog', '--title', 'Щит и меч: объём №1', '--parent', '3'],
      [
        [
          'blogs.json',
          '{"id": 8, "title": "Щит и меч: объём №1", "slug": "shchit-i-mech-obem-1", ' +
            `"created": "${NOW}", "parent": 3}\n`,
        ],
      ],
    ));

  it('a post with its root comment and its event', () =>
    expectRecords(
      [
        ...['post', '--blog', '2', '--user', '5', '--moderated-by', '1', '--title', 'Котлы'],
        ...['--text', '<p>Да</p>', '--created', '2026-11-20T09:00:00.5+07:00'],
      ],
      [
        [
          'posts/0043-kotly.json',
          `{
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
        ],
        [
          'comments/2026.ndjson',
          '{"id": 464, "post": 43, "created": "2026-11-20T09:00:00.5+07:00"}\n',
        ],
        ['events.ndjson', '{"id": 439, "event_type": 1, "post": 43}\n'],
      ],
    ));

  it('a comment that answers a post, below its root, with an event of type 2', () =>
    expectRecords(
      ['comment', '--post', '43', '--user', '7', '--text', '<b>Да</b>'],
      [
        [
          'comments/2026.ndjson',
          '{"id": 465, "post": 43, "parent": 464, "user": 7, "text": "<b>Да</b>", ' +
            `"created": "${NOW}"}\n`,
        ],
        ['events.ndjson', '{"id": 440, "event_type": 2, "comment": 465}\n'],
      ],
    ));

  it('a comment that answers a comment, on its post, with an event of type 3', () =>
    expectRecords(
      ['comment', '--parent', '340', '--user', '7', '--text=--data'],
      [
        [
          'comments/2026.ndjson',
          '{"id": 466, "post": 33, "parent": 340, "user": 7, "text": "--data", ' +
            `"created": "${NOW}"}\n`,
        ],
        ['events.ndjson', '{"id": 441, "event_type": 3, "comment": 466}\n'],
      ],
    ));

  it('an event alone', () =>
    expectRecords(
      ['event', '--event_type', '2', '--comment', '466', '--private'],
      [['events.ndjson', '{"id": 442, "event_type": 2, "private": true, "comment": 466}\n']],
    ));

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
    const report = await format({ cwd, check: true });
    expect(report).toMatchObject({ refused: [], changed: [] });
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
    [
      'Әлеуметтік қамсыздандыру, Ақтөбе, Өскемен, Ұлытау',
      'aleumettik-qamsyzdandyru-aqtobe-oskemen-ulytau',
    ],
    [`${'a'.repeat(30)} ${'b'.repeat(29)}`, `${'a'.repeat(30)}-${'b'.repeat(29)}`],
    [`${'a'.repeat(30)} ${'b'.repeat(30)} c`, 'a'.repeat(30)],
    ['Җитәкче һәм ңур', 'jitakche-ham-nur'],
    ['Київ, Європа, ґанок, зʼїзд', 'kiyiv-yevropa-ganok-zyizd'],
    ['Ўзбекистон, ҳудуд, Oʻzbekiston', 'uzbekiston-hudud-ozbekiston'],
    [
      'Straße, Łódź, Đà Nẵng, smørrebrød, Æsir, œuvre, Işıklar',
      'strasse-lodz-da-nang-smorrebrod-aesir-oeuvre-isiklar',
    ],
    ['И\u0306од', 'yod'],
  ])('of %j is %j', (title, slug) => {
    expect(slugFrom(title)).toBe(slug);
  });
});
