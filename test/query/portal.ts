// A small portal in each form of files, with something withheld and something broken at will.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';

export const FILES: Readonly<Record<string, string>> = {
  'package.json': '{}\n',
  'data/regions.json': `[
  {"id": 47, "name": "Липецкая область"},
  {"id": 53, "name": "Новосибирская область"}
]
`,
  'data/cities.json': `[
  {"id": 3, "name": "Новосибирск", "region": 53},
  {"id": 35, "name": "Липецк", "region": 47},
  {"id": 36, "name": "Елец", "region": 47}
]
`,
  'data/users.json': `[
  {"id": 7, "last_name": "Орлова", "first_name": "Анна", "date_joined": "2024-01-01T00:00:00+03:00"},
  {"id": 9, "last_name": "Котов", "first_name": "Пётр", "date_joined": "2024-01-02T00:00:00+03:00"}
]
`,
  'data/blogs.json': `[
  {"id": 2, "title": "Котлы", "slug": "kotly", "created": "2024-01-01T00:00:00+03:00"},
  {"id": 4, "title": "Для своих", "slug": "svoi", "created": "2024-01-01T00:00:00+03:00", "guest_cannot_view": true}
]
`,
  'data/posts/5.json': `{
  "id": 5,
  "title": "Новые формы протоколов",
  "slug": "formy",
  "text": "<p>Кто <strong>перешёл</strong> на них?</p><p>Жёсткая&nbsp;вода.</p>",
  "created": "2026-03-01T10:00:00+03:00",
  "blog": 2,
  "user": 7,
  "moderated_by": 9
}
`,
  'data/posts/6.json': `{
  "id": 6,
  "title": "Только своим",
  "slug": "svoim",
  "text": "<p>О ценах</p>",
  "created": "2026-03-01T11:00:00+03:00",
  "blog": 4,
  "user": 7,
  "moderated_by": 9
}
`,
  'data/comments/2026.ndjson': `{"id": 340, "post": 5, "created": "2026-03-01T10:00:00+03:00"}
{"id": 341, "post": 5, "parent": 340, "user": 7, "text": "<p>Мы перешли в марте</p>", "created": "2026-03-02T10:00:00+03:00"}
{"id": 342, "post": 5, "parent": 341, "user": 9, "text": "<p>И мы</p>", "created": "2026-03-03T10:00:00+03:00"}
{"id": 343, "post": 6, "created": "2026-03-01T11:00:00+03:00"}
`,
  'data/events.json': `[
  {"id": 90, "event_type": 1, "post": 5},
  {"id": 91, "event_type": 2, "comment": 341},
  {"id": 92, "event_type": 3, "comment": 342},
  {"id": 93, "event_type": 1, "post": 6}
]
`,
  'data/vacancies/0100-ekspert.json': `{
  "id": 100,
  "text": "Нужен эксперт.",
  "work_position": "Эксперт по кранам",
  "category": 1,
  "created_at": "2026-03-05T10:12:44+03:00",
  "work_city": 35,
  "work_regions": [
    47,
    53
  ]
}
`,
};

/** A folder with the portal in it. */
export function portal(): string {
  const cwd = temporaryFolder();
  for (const [path, content] of Object.entries(FILES)) writeFile(cwd, path, content);
  return cwd;
}

/** Writes a file of a portal anew. */
export const write = (cwd: string, path: string, content: string): void =>
  writeFileSync(join(cwd, path), content);
