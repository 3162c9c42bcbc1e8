// In: a few changed files. Out: what `check` says of a small valid portal with those changes.
// A ¶ in a file marks the place where a problem is expected; it is taken out before the check.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { check } from '../../src/index.js';
import { oncePerFile } from '../support/at-end.js';
import { temporaryFolder } from '../support/folders.js';

export type Options = NonNullable<Parameters<typeof check>[0]>;
export type Report = Awaited<ReturnType<typeof check>>;
export type Problem = Report['problems'][number];

/** Files by their path below data/. Null removes a file of `base`. */
export type Changes = Record<string, string | Buffer | null>;

/** A place in a file: `file` relative to the working folder, line and column from 1. */
interface Place {
  file: string;
  line: number;
  column: number;
}

/** A bad input and the one problem it must give. */
export interface Scenario {
  name: string;
  files: Changes;
  code: string;
  path: string;
  /** `error` unless given. */
  severity?: 'error' | 'warning';
  hint?: RegExp | string;
  options?: Options;
  /** Prepares what is not a plain file (a link, a pipe); gets the data folder. */
  arrange?: (data: string) => void;
  /** What is at fault as a whole (line 1, column 1), relative to data/, where no ¶ can stand. */
  whole?: string;
}

/** A portal in which every collection has a record or two, each in its simplest form. */
export const base: Record<string, string> = {
  'districts.json': '[{"id": 1, "name": "Центральный"}]',
  'regions.json': '[{"id": 1, "name": "Москва", "district": 1}, {"id": 2, "name": "Тверь"}]',
  'cities.json': '[{"id": 1, "name": "Химки", "region": 1}]',
  'experts.ndjson':
    '{"id": 1, "full_name": "Иванов Иван", "created_at": "2024-01-01T10:00:00+03:00"}\n' +
    '{"id": 2, "full_name": "Петров Пётр", "created_at": "2024-01-02T10:00:00+03:00"}\n',
  'categories.json': '[{"id": 1, "title": "Котлы", "code": "Э1", "the_order": 1}]',
  'object-examinations.json':
    '[{"id": 1, "name": "ТУ", "full_name": "Технические устройства", "cols": 1, "order": 1}]',
  'exact-categories.json': `[{
    "id": 1, "name": "Э1 ТУ", "order": 1,
    "category": 1, "object_examination": 1, "main_product": 1
  }]`,
  'vacancies.json': `[{
    "id": 1, "text": "Нужен эксперт", "category": 1, "created_at": "2024-02-01T10:00:00+03:00",
    "certificates": [{"id": 1, "category": 1, "exact_category": 1}]
  }]`,
  'resumes.json': `[{
    "id": 1, "created_at": "2024-02-02T10:00:00+03:00", "region": 1,
    "certificates": [
      {"id": 1, "category": 1, "certificate_expiry": "2026-01-01", "exact_category": 1}
    ]
  }]`,
  'users.json': `[
    {"id": 1, "last_name": "Орлова", "first_name": "Анна",
      "date_joined": "2023-01-01T10:00:00+03:00"},
    {"id": 2, "last_name": "Лебедев", "first_name": "Олег",
      "date_joined": "2023-01-02T10:00:00+03:00"}
  ]`,
  'blogs.json':
    '[{"id": 1, "title": "Новости", "slug": "news", "created": "2023-02-01T10:00:00+03:00"}]',
  'posts.json': `[{
    "id": 1, "title": "Открытие", "slug": "open", "text": "<p>Мы открылись</p>",
    "created": "2024-03-01T10:00:00+03:00", "blog": 1, "user": 1, "moderated_by": 1
  }]`,
  'comments.json': `[
    {"id": 1, "post": 1, "created": "2024-03-01T10:00:00+03:00"},
    {"id": 2, "post": 1, "parent": 1, "user": 2, "text": "<p>Ура</p>",
      "created": "2024-03-02T10:00:00+03:00"}
  ]`,
  'events.json': `[
    {"id": 1, "event_type": 1, "post": 1},
    {"id": 2, "event_type": 2, "comment": 2}
  ]`,
};

const moment = '"2024-05-01T10:00:00+03:00"';

// The required fields of one more record a collection, as JSON text. Links lead into `base`.
const templates = {
  districts: { id: '50', name: '"Южный"' },
  regions: { id: '50', name: '"Карелия"' },
  cities: { id: '50', name: '"Кемь"', region: '2' },
  experts: { id: '50', full_name: '"Сидоров Семён"', created_at: moment },
  categories: { id: '50', title: '"Краны"', code: '"Э2"', the_order: '2' },
  'object-examinations': {
    id: '50',
    name: '"ЗС"',
    full_name: '"Здания и сооружения"',
    cols: '1',
    order: '2',
  },
  'exact-categories': {
    id: '50',
    name: '"Э2 ЗС"',
    order: '2',
    category: '1',
    object_examination: '1',
    main_product: '1',
  },
  vacancies: { id: '50', text: '"Ищем эксперта"', category: '1', created_at: moment },
  resumes: { id: '50', created_at: moment, region: '1' },
  users: { id: '50', last_name: '"Кузнецова"', first_name: '"Мария"', date_joined: moment },
  blogs: { id: '50', title: '"Краны"', slug: '"cranes"', created: moment },
  posts: {
    id: '50',
    title: '"Поверка"',
    slug: '"check"',
    text: '"<p>Новые правила</p>"',
    created: moment,
    blog: '1',
    user: '1',
    moderated_by: '1',
  },
  comments: { id: '50', post: '1', created: moment },
  events: { id: '50', event_type: '1', post: '1' },
} satisfies Record<string, Record<string, string>>;

export type Collection = keyof typeof templates;

/** The required fields of each collection. An event's post is not: it may be of a comment. */
export const required: [Collection, string[]][] = Object.entries(templates).map(
  ([collection, fields]) => [
    collection as Collection,
    Object.keys(fields).filter((field) => collection !== 'events' || field !== 'post'),
  ],
);

/**
 * The JSON text of one more valid record (id 50), one field a line. `fields` holds JSON text by
 * field and may hold the mark; it replaces or adds a field, and null leaves the field out.
 */
export function another(
  collection: Collection,
  fields: Record<string, string | null> = {},
): string {
  const lines = Object.entries({ ...templates[collection], ...fields })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${value}`);
  return `{\n${lines.join(',\n')}\n}`;
}

/** The JSON text of one more reply (comment 50) to the root comment of `base`. */
export function anotherReply(fields: Record<string, string | null> = {}): string {
  return another('comments', { parent: '1', user: '2', text: '"<p>Согласен</p>"', ...fields });
}

/** One for all: what a test leaves of `base` as it is need not be compiled again. */
const cache = oncePerFile(temporaryFolder);

/**
 * Checks `base` with `changes` in a fresh folder and removes the folder.
 * Returns the report and the marked places, in the order in which the changes hold them.
 */
export async function checkPortal(
  changes: Changes,
  options: Options = {},
  arrange?: (data: string) => void,
): Promise<{ report: Report; marked: Place[] }> {
  const cwd = mkdtempSync(join(tmpdir(), 'portal-'));
  try {
    const folder = options.data ?? 'data';
    mkdirSync(join(cwd, folder), { recursive: true });
    const marked: Place[] = [];
    for (const [name, content] of Object.entries({ ...base, ...changes })) {
      if (content === null) continue;
      const { bytes, places } = takeMarks(`${folder}/${name}`, content);
      marked.push(...places);
      mkdirSync(dirname(join(cwd, folder, name)), { recursive: true });
      writeFileSync(join(cwd, folder, name), bytes);
    }
    arrange?.(join(cwd, folder));
    // Posts that these tests add come without the rest; one test is about that.
    const { allow = ['without-companions'] } = options;
    return { report: await check({ cache: cache(), ...options, allow, cwd }), marked };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Fails unless the scenario gives its problem at its place, and no other. */
export async function expectOnlyProblem(scenario: Scenario): Promise<void> {
  const { code, path, severity = 'error', whole, hint } = scenario;
  const { report, marked } = await checkPortal(scenario.files, scenario.options, scenario.arrange);
  const places = whole === undefined ? marked : [{ file: `data/${whole}`, line: 1, column: 1 }];
  expect(places).toHaveLength(1);
  expect(report.problems.map(essence)).toEqual([{ code, severity, path, ...places[0] }]);
  expect(report.problems[0]?.message).toMatch(/\S/);
  if (hint !== undefined) expect(report.problems[0]?.hint).toMatch(hint);
  expect(report.ok).toBe(severity === 'warning');
}

/** A problem without its wording. */
export function essence(problem: Problem): Place & Pick<Problem, 'code' | 'severity' | 'path'> {
  const { code, severity, file, line, column, path } = problem;
  return { code, severity, file, line, column, path };
}

function takeMarks(file: string, content: string | Buffer): { bytes: Buffer; places: Place[] } {
  const mark = Buffer.from('¶');
  const places: Place[] = [];
  let bytes = Buffer.from(content);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at)) {
    const before = bytes.subarray(0, at);
    places.push(placeAfter(file, before.toString('utf8')));
    bytes = Buffer.concat([before, bytes.subarray(at + mark.length)]);
  }
  return { bytes, places };
}

function placeAfter(file: string, before: string): Place {
  const lines = before.replace(/^\uFEFF/, '').split('\n');
  return { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
