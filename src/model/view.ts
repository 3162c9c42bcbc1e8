// How the portal declares what a collection looks like to people: what its records are called, which
// facts are told of each, and by what a list of them is filtered. A collection without a view gets one
// that follows from its fields.
import type { Said } from '../problems/messages/catalogue.js';

/**
 * How the values of a fact are written; by default its type decides. `lines`: a text of its own, with line
 * breaks; `markup`: HTML.
 */
export type FactForm = 'text' | 'lines' | 'markup' | 'number' | 'money' | 'time' | 'date' | 'flag';

/** Something that is told of a record. */
export interface Fact {
  /** The names that lead to its values, with dots between them; `*` stands for each element of a list. */
  readonly path: string;
  readonly label: Said;
  readonly form?: FactForm;
  /** What values that are codes mean. */
  readonly values?: Readonly<Record<string, Said>>;
  /** Told where a record is shown by itself, and not in its list. */
  readonly whole?: true;
}

/** The records of a collection to people. */
export interface View {
  /** What a list of them is called, and one of them. */
  readonly title: Said;
  readonly one: Said;
  /**
   * `cards`: each with a heading and a few facts; `table`: a line each;
   * `thread`: not by themselves, but as a discussion below the records that they refer to.
   */
  readonly form: 'cards' | 'table' | 'thread';
  /** Paths of the heading: the first that has a value. By default, what the collection is named by. */
  readonly heading?: readonly string[];
  /** The path of a text that a card shows the beginning of. */
  readonly lead?: string;
  readonly facts: readonly Fact[];
  /** By what a list is filtered: facts whose values are few. */
  readonly filters?: readonly Fact[];
  /** The path of a record's polls, which are shown with their votes. */
  readonly polls?: string;
  /** Records of another collection to show below one of these, and their reference to it. */
  readonly below?: { readonly collection: string; readonly by: string };
  /** Of a thread: the paths of what stands at the head of each contribution. */
  readonly thread?: ThreadPaths;
}

export interface ThreadPaths {
  readonly parent: string;
  readonly author: string;
  readonly time: string;
  readonly text: string;
  readonly up: string;
  readonly down: string;
}

/** What the collections of a portal look like. */
export interface Views {
  /** What the portal is called. */
  readonly title: Said;
  /** The currency of sums of money: its ISO 4217 code. */
  readonly currency: string;
  /** By collection. */
  readonly of: Readonly<Record<string, View>>;
  /** The menu: collections in groups. Collections that are in no group come last. */
  readonly menu: readonly { readonly title: Said; readonly collections: readonly string[] }[];
}
