// The languages, and the types of the arguments of messages. The checks return names of messages with such arguments,
// and no words.

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

/** Why a text is not JSON, if the text around the place shows the reason. */
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

/** A record, by its collection and id; it may be missing. */
export interface MissingId {
  readonly collection: string;
  readonly id: number;
}

/**
 * A record has no value for `field`, so it takes the value of the field `from` of the record `of`. That value refers
 * to a missing record.
 */
export interface TakenReference extends MissingId, Texts<'field' | 'singular'> {
  readonly of: number;
  readonly from: string;
}

/** What is known of a missing record. */
export interface MissingRecord extends MissingId {
  /** How many records refer to it, or to other records that are missing for the same reason. */
  readonly referring: number;
  /** How many records are missing for the same reason, such as a missing file. Includes this record. */
  readonly together: number;
  /** Whether its collection has no records at all. */
  readonly isCollectionEmpty: boolean;
  /** Existing ids that may have been meant, with the names of their records. */
  readonly near: readonly { readonly id: number; readonly name?: string | undefined }[];
  /** How many further problems it causes that are not listed. */
  readonly followers: number;
}

/**
 * A rule of the portal, and the field that breaks it. `found` is undefined if the record does not have that field.
 */
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
  /** For an object in a list: the JSON Pointer of the object that already has the id. */
  readonly part?: string | undefined;
  /** An id that no object in the list has. */
  readonly free?: number | undefined;
  readonly twins?: Twins | undefined;
}

/** Something in the data folder that is not read. */
export interface Ignored {
  readonly what: 'link' | 'file' | 'other' | 'front-matter' | 'text' | 'gzip';
  /** If only its extension is wrong, the name with which it would be read: `5.json` for `5.json.txt` or `5.JSON`. */
  readonly meant?: string | undefined;
}

/** A record without some of its companions, which are the records that `new` writes together with it. */
export interface WithoutCompanions extends Texts<'rule' | 'singular'> {
  readonly id: number;
  /** The collections in which its companion is missing. */
  readonly lacking: readonly string[];
}

/**
 * What two records with the same id are: the same record twice, two versions of it, or two records that were made
 * independently.
 */
export type Twins =
  | { readonly kind: 'same' }
  /**
   * The two records refer to a third record, whose id is used twice, too, or that cannot be read. The third has to be
   * corrected first.
   */
  | { readonly kind: 'follow'; readonly singular: string; readonly id: number }
  | TwoVersions;

/** Two records with the same id that are not equal. */
export interface TwoVersions extends Texts<'singular'> {
  readonly kind: 'two' | 'versions';
  /** The data folder, relative to the working folder. */
  readonly folder: string;
  /** The place of the later record: its file and line; also the column if both records are on one line. */
  readonly place: string;
}

/**
 * Two records have the same value in `field`, and refer to the same record: the field `within` of both records has the
 * value `id`.
 */
export interface SameValue extends Taken, Texts<'rule' | 'field' | 'found' | 'within'> {}

/**
 * The two fields of a nested set, and the id of the root of the tree. The numbers that a record has in these fields
 * enclose the numbers of all records below it.
 */
export interface NestedSet extends Texts<'enter' | 'leave'> {
  readonly tree: number;
}

/** The two numbers of a record in a nested set. */
export interface Nesting {
  readonly left: number;
  readonly right: number;
}

/** The limit of a host that is exceeded, and the amount that was found. */
export interface HostLimit {
  readonly host: string;
  readonly most: number;
  readonly found: number;
}

/** A value of a wrong type for its field. */
export interface WrongType {
  readonly wanted: Expected;
  readonly found: string;
  /** For a reference: the collection to which it refers. */
  readonly collection?: string | undefined;
  /** What was probably meant, as JSON. */
  readonly instead?: string | undefined;
  /** Whether the field may be absent. */
  readonly optional: boolean;
}

/** An unknown name, and the most similar known name. */
export interface Near {
  readonly nearest: string | undefined;
}

export interface NoChoice extends Near {
  readonly found: string;
  readonly choices: readonly (string | number)[];
}

/** A byte that is not valid UTF-8, the encoding that the file probably has, and the text in that encoding. */
export interface WrongByte {
  readonly byte: string;
  readonly seems?: string | undefined;
  readonly reads?: string | undefined;
}

/**
 * A field that must have the same value in two records but has not. The field `reference` of one record refers to the
 * other, whose id is `id`.
 */
export interface Contradiction extends Texts<'field' | 'reference'> {
  readonly own: number;
  readonly other: number;
  readonly id: number;
}
