// How the portal declares the feeds of a list, JSON Feed or Atom (PROMISES.md §5.3).

/** The title of a feed, and the keys of a published record that give its entries their contents. */
export interface FeedWords {
  /** The title and the author of the feed, and the language of its texts: `ru`. */
  readonly name: string;
  readonly author: string;
  readonly language: string;
  /** An entry's title is the first line of the first of these keys that has any text. */
  readonly title: readonly string[];
  /** The key of the text. Its value is HTML or, with `isPlain`, plain text with line breaks. */
  readonly content: string;
  readonly isPlain?: true;
  /** The key of the text in short, as HTML. An entry whose short text equals its text has no summary. */
  readonly summary?: string;
  /** The keys of the timestamps at which a record was written and last changed. */
  readonly published: string;
  readonly updated: string;
  /** The keys besides `id` that the setting `site` may use in the address of a record's page: `{slug}`. */
  readonly inAddress?: readonly string[];
}

/** The format of a feed: JSON Feed or Atom. */
export type FeedFormat = 'json' | 'atom';

/** A key of a record in braces in the address of its page: `https://portal.example/posts/{id}`. */
export const KEY = /\{(\w+)\}/g;

/** The most records that a feed has. */
export const IN_FEED = 50;
