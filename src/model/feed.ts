// How the portal declares the feeds of a list, JSON Feed or Atom (PROMISES.md §5.3).

/** The texts of a feed, and the keys of a published record from which its entries are made. */
export interface FeedWords {
  /** The title and the author of the feed, and the language of its texts: `ru`. */
  readonly name: string;
  readonly author: string;
  readonly language: string;
  /** Keys of texts. The title of an entry is the first line of the first of these texts that is not empty. */
  readonly title: readonly string[];
  /** The key of the text. Its value is HTML or, with `isPlain`, plain text with line breaks. */
  readonly content: string;
  readonly isPlain?: true;
  /** The key of the short text, which is HTML. If the texts at both keys are equal, the entry has no summary. */
  readonly summary?: string;
  /** The keys of the timestamps at which a record was written and last changed. */
  readonly published: string;
  readonly updated: string;
  /** The keys, besides `id`, that the setting `site` may use in the address of a record: `{slug}`. */
  readonly inAddress?: readonly string[];
}

/** The format of a feed: JSON Feed or Atom. */
export type FeedFormat = 'json' | 'atom';

/** Finds each key in braces in an address such as `https://portal.example/posts/{id}`. */
export const KEY = /\{(\w+)\}/g;

/** The most records that a feed has. */
export const IN_FEED = 50;
