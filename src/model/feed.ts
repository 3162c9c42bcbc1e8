// How the portal declares what feed readers are told of the records of a list (PROMISES.md §5.3).

/** What a feed is called, and which keys of a record, in the shape of its list, its entries take. */
export interface FeedWords {
  /** What the feed is called, and who speaks in it, in the language of its texts: `ru`. */
  readonly name: string;
  readonly author: string;
  readonly language: string;
  /** The first of these keys that has any text gives an entry its title: the first line of it. */
  readonly title: readonly string[];
  /** The text: HTML, unless it `isPlain` text with line breaks. */
  readonly content: string;
  readonly isPlain?: true;
  /** HTML in short; an entry has none where it is the text itself. */
  readonly summary?: string;
  /** When it was written, and when it was changed last. */
  readonly published: string;
  readonly updated: string;
  /** What the address of a record's page on the portal may name besides `id`. */
  readonly inAddress?: readonly string[];
}

/** What a feed is written in: JSON Feed or Atom. */
export type FeedFormat = 'json' | 'atom';

/** A key of a record in the address of its page. */
export const KEY = /\{(\w+)\}/g;

/** How many records a feed has. */
export const IN_FEED = 50;
