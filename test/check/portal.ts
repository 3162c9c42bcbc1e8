// In: a few changed files. Out: what `check` says of a small valid portal with those changes.
// A ¶ in a file marks the place where a problem is expected; it is taken out before the check.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { check as checkInWords } from '../../src/index.js';
import { inWords } from '../../src/problems/in-words.js';
import type { PlacedFinding } from '../../src/problems/placed.js';
import type { Collection } from '../oracle/types.js';
import { collections } from '../spec/tables.js';
import { oncePerFile } from '../support/at-end.js';
import { temporaryFolder } from '../support/folders.js';
import { simplest } from '../support/some-of-each.js';
import { check } from '../support/tool.js';

export type { Collection };

export type Options = NonNullable<Parameters<typeof checkInWords>[0]>;
export type Report = Omit<Awaited<ReturnType<typeof checkInWords>>, 'reasons'>;
export type Problem = Report['problems'][number];

/** Files by their path below data/. Null removes a file of `base`. */
export type Changes = Record<string, string | Buffer | null>;

/** A place in a file: `file` relative to the working folder, line and column from 1. */
interface Place {
  file: string;
  line: number;
  column: number;
}

/** A bad input that no ¶ can mark, and the one error it must give. */
export interface Scenario {
  name: string;
  files: Changes;
  code: string;
  path: string;
  /** Prepares what is not a plain file (a link, a pipe); gets the data folder. */
  arrange: (data: string) => void;
  /** What is at fault as a whole (line 1, column 1), relative to data/, where no ¶ can stand. */
  whole: string;
}

/** The required fields of each collection. */
export const required = Object.entries(collections).map(
  ([collection, fields]): [Collection, string[]] => [collection as Collection, fields.split(' ')],
);

/** Texts that tests expect in messages. */
const quoted: Partial<Record<Collection, Record<string, string>>> = {
  categories: { title: '"Краны"', code: '"Э2"' },
  posts: { title: '"Поверка"' },
};

// The fields of one more record a collection, as JSON text. References lead into `base`.
const templates = Object.fromEntries(
  required.map(([collection]) => {
    const fields = Object.entries(simplest(collection, 50));
    const texts = fields.map(([name, value]) => [name, JSON.stringify(value)] as const);
    return [collection, { ...Object.fromEntries(texts), ...quoted[collection] }];
  }),
);

// Experts are in a file of lines, below.
const { 'experts.json': _, ...ofOne } = Object.fromEntries(
  required.map(([collection]) => [`${collection}.json`, `[${another(collection, { id: '1' })}]`]),
);

/** A portal in which every collection has a record or two, most of them in the simplest form. */
export const base: Record<string, string> = {
  ...ofOne,
  'regions.json': '[{"id": 1, "name": "Москва", "district": 1}, {"id": 2, "name": "Тверь"}]',
  'experts.ndjson':
    '{"id": 1, "full_name": "Иванов Иван", "created_at": "2024-01-01T10:00:00+03:00"}\n' +
    '{"id": 2, "full_name": "Петров Пётр", "created_at": "2024-01-02T10:00:00+03:00"}\n',
  'vacancies.json': `[${another('vacancies', {
    id: '1',
    certificates: '[{"id": 1, "category": 1, "exact_category": 1}]',
  })}]`,
  'resumes.json': `[${another('resumes', {
    id: '1',
    certificates:
      '[{"id": 1, "category": 1, "certificate_expiry": "2026-01-01", "exact_category": 1}]',
  })}]`,
  'users.json': `[${another('users', { id: '1' })}, ${another('users', { id: '2' })}]`,
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
 * Returns the report, what was found before it was put into words, and the marked places, in the order in which the
 * changes hold them.
 */
export async function checkPortal(
  changes: Changes,
  options: Options = {},
  arrange?: (data: string) => void,
): Promise<{ report: Report; findings: readonly PlacedFinding[]; marked: Place[] }> {
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
    const { reasons: _, ...found } = await check({ cache: cache(), ...options, allow, cwd });
    const problems = found.problems.map((finding) => inWords(finding, 'en'));
    return { report: { ...found, problems }, findings: found.problems, marked };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Fails unless the scenario gives its problem at its place, and no other. */
export async function expectOnlyProblem(scenario: Scenario): Promise<void> {
  const { code, path, whole, files, arrange } = scenario;
  const { report } = await checkPortal(files, {}, arrange);
  const place = { file: `data/${whole}`, line: 1, column: 1 };
  expect(report.problems.map(essence)).toEqual([{ code, severity: 'error', path, ...place }]);
  expect(report.problems[0]?.message).toMatch(/\S/);
  expect(report.ok).toBe(false);
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
