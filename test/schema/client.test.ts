// The typed client of any portal. That of the shipped portal is tested in client/.
import { expect, it } from 'vitest';
import { clientModule } from '../../src/editing/schema/client.js';
import { library } from '../second/library.js';

it('has a type for each record, and a member for each list', () => {
  const [book, author] = ['book', 'author'].map((name) => {
    const endpoint = library.endpoints.find((one) => one.name === name)!;
    return { kind: 'record', of: endpoint } as const;
  });
  const portal = {
    ...library,
    extras: [book!, { kind: 'lookup', of: book!.of, by: 'author' } as const, author!],
  };
  expect(clientModule(portal, 'portal-snapshot/client')).toMatchInlineSnapshot(`
    "// Made from the declarations of the portal, and made anew when they change: do not edit it.
    import type { CallOptions, Filtered, List, NumberedList, Readers } from 'portal-snapshot/client';

    /** A date-time with seconds and a numeric offset, such as \`2026-03-05T10:12:44+03:00\`. */
    export type Timestamp = string;

    /** A day of the calendar, \`YYYY-MM-DD\`. */
    export type CalendarDate = string;

    /** HTML without scripts, style sheets and forms. */
    export type Html = string;

    export interface Author {
      /** A number that no other of the authors has. */
      id: number;
      /** The name on the cover. */
      name: string;
    }

    export interface Book {
      /** A number that no other of the books has. */
      id: number;
      title: string;
      author: Author;
      shelf: Shelf;
      /** When the library got it. */
      bought: Timestamp;
    }

    export interface Shelf {
      /** A number that no other of the shelves has. */
      id: number;
      label: string;
      level: number;
      /** The shelf that it is a part of. Id in shelves. */
      parent: number | null;
    }

    /** What the portal publishes. What is marked *extra* works only if the deployment publishes it. */
    export interface PortalClient {
      /** \`/api/author/\`: authors, ordered by name, id. */
      readonly authors: List<Author>;
      /** \`/api/book/\`: books, ordered by descending id. */
      readonly books: Filtered<'author', NumberedList<Book>>;
      /** \`/api/acquisition/\`: records of acquisition, ordered by descending bought, descending id. */
      readonly acquisition: List<Book>;
      /** *Extra*: \`/api/book/{id}/\`: one record; undefined if none with this id is published. */
      readonly book: (id: number, options?: CallOptions) => Promise<Book | undefined>;
      /** *Extra*: \`/api/author/{id}/\`: one record; undefined if none with this id is published. */
      readonly author: (id: number, options?: CallOptions) => Promise<Author | undefined>;
    }

    export const membersOf = (read: Readers): PortalClient => ({
      authors: read.list('author'),
      books: read.filtered('book', read.list<Book>('book'), ['author']),
      acquisition: read.list('acquisition'),
      book: read.record('book'),
      author: read.record('author'),
    });
    "
  `);
});
