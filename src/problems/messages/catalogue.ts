// The languages, and the types of the arguments of messages. The checks return names of messages with such arguments,
// as data without a language.

/** The languages of messages and reports. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A short text in both languages. */
export type Localized = Readonly<Record<Language, string>>;
export type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The words of a finding. */
export interface Wording {
  /** What was found, and what was expected. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** The kind of value that is expected. */
export type Expected =
  | 'record'
  | 'string'
  | 'timestamp'
  | 'date'
  | 'int'
  | 'id'
  | 'boolean'
  | 'array'
  | 'object'
  | 'null';

/** Why a text is not JSON from some place on, if the text around it shows the reason. */
export type SyntaxCause =
  | 'end'
  | 'bracket'
  | 'lines'
  | 'other'
  | 'control'
  | 'escape'
  | 'end-comma'
  | 'no-comma'
  | 'no-colon'
  | 'quote'
  | 'no-value'
  | 'quotes'
  | 'bare-key'
  | 'bare-word'
  | 'comment'
  | 'conflict'
  | 'conflict-records'
  | 'conflict-inside'
  | 'conflict-two'
  | 'number'
  | 'space'
  | 'behind'
  | 'zeros';

/** What a file contains instead of JSON. */
export type OtherFormat =
  | 'lfs'
  | 'utf-16'
  | 'gzip'
  | 'document'
  | 'encrypted'
  | 'link'
  | 'markup'
  | 'script'
  | 'table'
  | 'yaml';

/** A wrong timestamp or date: the found text, and the suggested correction. */
export interface WrongTime {
  readonly found: string;
  readonly instead?: string | undefined;
  /** `instead` has the offset of the time zone with this name, which is an assumption. */
  readonly assumed?: string | undefined;
}

/** The collection and id of a record, such as a missing one that others refer to. */
export interface MissingId {
  readonly collection: string;
  readonly id: number;
}

/**
 * A record without `field` takes it from the field `from` of record `of`, but the reference there leads to no record.
 */
export interface TakenReference extends MissingId, Texts<'field' | 'singular'> {
  readonly of: number;
  readonly from: string;
}

/** What is known of a missing record. */
export interface MissingRecord extends MissingId {
  /** How many records refer to it, or to other records that are missing for the same reason. */
  readonly referring: number;
  /** How many missing records (itself included) have the same cause, such as a missing file. */
  readonly together: number;
  /** Its collection has no records at all. */
  readonly isCollectionEmpty: boolean;
  /** Existing ids that may have been meant, and the names of their records. */
  readonly near: readonly { readonly id: number; readonly name?: string | undefined }[];
  /** How many other problems are not listed, because they follow from this one. */
  readonly followers: number;
}

/** A declared rule, and the field that breaks it; `found` is undefined if the record does not give the field. */
export interface RuleBreach {
  readonly rule: string;
  readonly message: string;
  readonly hint: string;
  readonly field: string;
  readonly found: string | undefined;
}

/** An id that another record already has, and that record's name and place. */
export interface Taken {
  readonly id: number;
  readonly name?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** For a part of a record: the pointer of the part that already has the id. */
  readonly part?: string | undefined;
  /** An id that no other part has. */
  readonly free?: number | undefined;
  readonly twins?: Twins | undefined;
}

/** Something in the data folder that is not read. */
export interface Ignored {
  readonly what: 'link' | 'file' | 'other' | 'front-matter' | 'text' | 'gzip';
  /** The name under which it would be read, if only its extension is wrong: `5.json` for `5.json.txt` and `5.JSON`. */
  readonly meant?: string | undefined;
}

/** A record without some of its companions, which `new` makes with each record. */
export interface WithoutCompanions extends Texts<'rule' | 'singular'> {
  readonly id: number;
  /** The collections in which its companion is missing. */
  readonly lacking: readonly string[];
}

/** Two records with one id: the same record twice, two versions of it, or two that were made independently. */
export type Twins =
  | { readonly kind: 'same' }
  /** They refer to a record whose id is given twice, too, or that cannot be read. That must be corrected first. */
  | { readonly kind: 'follow'; readonly singular: string; readonly id: number }
  | TwoVersions;

/** Two versions of one record, or two records. */
export interface TwoVersions extends Texts<'singular'> {
  readonly kind: 'two' | 'versions';
  /** The data folder, relative to the working folder. */
  readonly folder: string;
  /**
   * The place of the record that was created later, or comes later: its file, its file and line, or also its column if
   * both are on one line.
   */
  readonly place: string;
}

/** A value that another record already has, while both refer to record `id` in the field `within`. */
export interface SameValue extends Taken, Texts<'rule' | 'field' | 'found' | 'within'> {}

/** The fields of a nested set, which span the records below one, and the number of its tree. */
export interface NestedSet extends Texts<'enter' | 'leave'> {
  readonly tree: number;
}

/** The span of a record. */
export interface Nesting {
  readonly left: number;
  readonly right: number;
}

/** A limit of a host, and the amount found. */
export interface HostLimit {
  readonly host: string;
  readonly most: number;
  readonly found: number;
}

/** A value of a wrong type for its field. */
export interface WrongType {
  readonly wanted: Expected;
  readonly found: string;
  /** For a reference: the collection of the id. */
  readonly collection?: string | undefined;
  /** What was probably meant, as JSON. */
  readonly instead?: string | undefined;
  /** Whether the field may be left out. */
  readonly optional: boolean;
}

/** An unknown name, and the nearest known name. */
export interface Near {
  readonly nearest: string | undefined;
}

export interface NoChoice extends Near {
  readonly found: string;
  readonly choices: readonly (string | number)[];
}

/** A byte that is not valid UTF-8, the likely encoding of the file, and the text as read in that encoding. */
export interface WrongByte {
  readonly byte: string;
  readonly seems?: string | undefined;
  readonly reads?: string | undefined;
}

/**
 * A field that must be equal in two records but is not. The field `reference` of one record has the `id` of the other.
 */
export interface Contradiction extends Texts<'field' | 'reference'> {
  readonly own: number;
  readonly other: number;
  readonly id: number;
}
