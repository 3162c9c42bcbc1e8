// In: a portal as written. Out: the part of it that is for everyone, and what was left out.
// Nothing that stays refers to anything that went.
import { COLLECTIONS, type Collection, type Item, type Portal } from './types.js';

/** Is the record withheld for what it says itself? */
const SECRET: Partial<Record<Collection, (record: Item) => boolean>> = {
  vacancies: (vacancy) => vacancy.is_public === false,
  resumes: (resume) => resume.is_public === false,
  events: (event) => event.private === true || ((event.available_for ?? []) as []).length > 0,
  posts: (post) => post.hidden === true,
  blogs: (blog) => blog.guest_cannot_view === true,
};

/** The references that can lead to a withheld record. An id that is null, or a 0, is none. */
const REFERENCES: Partial<Record<Collection, Record<string, Collection>>> = {
  blogs: { parent: 'blogs', last_comment: 'comments' },
  posts: { blog: 'blogs', last_comment: 'comments' },
  comments: { post: 'posts', parent: 'comments' },
  events: { post: 'posts', comment: 'comments', blog: 'blogs' },
};

/** The records that the audience `public` does not get to see, by collection. */
export function withheld(portal: Portal): Record<Collection, Set<number>> {
  const gone = Object.fromEntries(
    COLLECTIONS.map((name) => [name, new Set<number>()]),
  ) as unknown as Record<Collection, Set<number>>;
  let changed = true;
  while (changed) {
    changed = false;
    for (const name of COLLECTIONS) {
      for (const record of portal[name]) {
        const id = record.id as number;
        const refers = Object.entries(REFERENCES[name] ?? {}).some(([field, target]) =>
          gone[target].has(record[field] as number),
        );
        if (gone[name].has(id) || !(refers || SECRET[name]?.(record))) continue;
        gone[name].add(id);
        changed = true;
      }
    }
  }
  return gone;
}

/** The portal without its withheld records; the given one is left as it is. */
export function withhold(portal: Portal): Portal {
  const gone = withheld(portal);
  return Object.fromEntries(
    COLLECTIONS.map((name) => [
      name,
      portal[name].filter((record) => !gone[name].has(record.id as number)),
    ]),
  ) as unknown as Portal;
}
