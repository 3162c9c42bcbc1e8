// How the portal declares the view of a collection, by which the preview shows it: the word for its records,
// the facts shown of each, and the filters of its list. A collection without a declared view gets one that
// follows from its fields.
import type { Said } from '../problems/messages/catalogue.js';

/**
 * How the values of a fact are displayed; by default this follows from their type. `lines`: plain text with
 * line breaks; `markup`: HTML.
 */
export type FactForm = 'text' | 'lines' | 'markup' | 'number' | 'money' | 'time' | 'date' | 'flag';

/** A value of a record that is shown, with its label. */
export interface Fact {
  /** The path of its values, such as `certificates.*.exact_category`: `*` stands for each element of a list. */
  readonly path: string;
  readonly label: Said;
  readonly form?: FactForm;
  /** The words to show instead of values that are codes. */
  readonly values?: Readonly<Record<string, Said>>;
  /** Shown on the record's own page only, not in the list. */
  readonly whole?: true;
}

/** How the preview shows the records of a collection. */
export interface View {
  /** The title of the list of records, and the word for one record. */
  readonly title: Said;
  readonly one: Said;
  /**
   * `cards`: a heading and a few facts for each record; `table`: a row for each record;
   * `thread`: no list, but a discussion below the record to which they refer.
   */
  readonly form: 'cards' | 'table' | 'thread';
  /** The heading is the first value at these paths; by default, the collection's `named` fields. */
  readonly heading?: readonly string[];
  /** The path of a text whose beginning is shown on a card. */
  readonly lead?: string;
  readonly facts: readonly Fact[];
  /** The facts by which a list can be filtered: those with few different values. */
  readonly filters?: readonly Fact[];
  /** The path of a record's polls, which are shown with their votes. */
  readonly polls?: string;
  /** Another collection, whose records are shown below the record to which their reference `by` points. */
  readonly below?: { readonly collection: string; readonly by: string };
  /** Only for the form `thread`: the paths of a contribution's parent, author, time, text and votes. */
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

/** How the preview shows the collections of a portal. */
export interface Views {
  /** The name of the portal. */
  readonly title: Said;
  /** The ISO 4217 code of the currency of all amounts; without views `XXX`, which is none. */
  readonly currency: string;
  /** The views, by the name of the collection. */
  readonly of: Readonly<Record<string, View>>;
  /** The menu: collections in groups. Collections that are in no group come last. */
  readonly menu: readonly { readonly title: Said; readonly collections: readonly string[] }[];
}
