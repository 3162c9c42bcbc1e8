// How the portal declares the feeds of a list, JSON Feed or Atom (PROMISES.md §5.3).

/** The texts of a feed, and the keys of a published record from which its entries are made. */
export interface FeedWords {
  /** The title and the author of the feed, and the language of its texts: `ru`. */
  readonly name: string;
  readonly author: string;
  readonly language: string;
  /** The title of an entry is the first line of the first of these keys that has a text. */
  readonly title: readonly string[];
  /** The key of the text. Its value is HTML or, with `isPlain`, plain text with line breaks. */
  readonly content: string;
  readonly isPlain?: true;
  /** The key of the short text, as HTML. An entry has no summary if its short text equals its text. */
  readonly summary?: string;
  /** The keys of the timestamps at which a record was written and last changed. */
  readonly published: string;
  readonly updated: string;
  /** The keys, besides `id`, that the address in the setting `site` may contain, such as `{slug}`. */
  readonly inAddress?: readonly string[];
}

/** The format of a feed: JSON Feed or Atom. */
export type FeedFormat = 'json' | 'atom';

/** A key in braces, in an address such as `https://portal.example/posts/{id}`. */
export const KEY = /\{(\w+)\}/g;

/** The most records that a feed has. */
export const IN_FEED = 50;
