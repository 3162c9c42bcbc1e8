// A generated portal is changed as an editor would change it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generated } from './generate.js';

/**
 * Adds a comment to the newest post, and its event. `isGiven`: as a discussion of its own, with its
 * numbers; else as the newest reply of the one that is there, its numbers to be worked out.
 */
export function addComment(
  generated: Generated,
  data: string,
  round: number,
  isGiven: boolean,
): void {
  const { comments, events, posts, lastComments, lastEvents, lastRoot } = generated;
  const id = comments + 2 * round + 1;
  const created = new Date(1.9e12 + round * 60_000).toISOString().replace('Z', '000+00:00');
  const reply = { id, post: posts, created, user: 1, text: '<p>Готово</p>' };
  if (isGiven) {
    const both = { post: posts, tree_id: id - 1, created, tree_updated_at: created };
    const root = { id: id - 1, parent: null, user: null, text: 'root', lft: 1, rght: 4, level: 0 };
    append(join(data, lastComments), { ...both, ...root });
    const place = { parent: id - 1, lft: 2, rght: 3, level: 1 };
    append(join(data, lastComments), { ...both, ...reply, ...place });
  } else append(join(data, lastComments), { ...reply, parent: lastRoot });
  append(join(data, lastEvents), { id: events + round, datetime: created, user: 1, comment: id });
}

/** Adds a record to the list in a file: one like the last, but for some fields. */
function append(file: string, fields: object): void {
  const text = readFileSync(file, 'utf8').trimEnd().slice(0, -1).trimEnd();
  const last = JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as object;
  writeFileSync(file, `${text},\n${JSON.stringify({ ...last, ...fields })}\n]\n`);
}

/** Gives the first user another name. */
export function renameUser({ firstUsers }: Generated, data: string, round: number): void {
  const path = join(data, firstUsers);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/"last_name":"[^"]*"/, `"last_name":"Новая-${round}"`));
}
