// The languages, and the names and arguments of the messages about findings. A check returns the name and the arguments
// of a message; in-words.ts makes the words.

/** The languages of messages and reports. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A short text in both languages. */
export type Localized = Readonly<Record<Language, string>>;

/** An object with these keys: `Texts<'field'>` is `{ field: string }`. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>;
type Numbers<Name extends string> = Readonly<Record<Name, number>>;

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

/** Why a text is not JSON; `other` if the text around the place does not show the reason. */
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
export type OtherFormat = 'lfs' | 'utf-16' | 'markup';

/** The collection and the id of a record, which may or may not exist. */
export interface MissingId {
  readonly collection: string;
  readonly id: number;
}

/** What is known of a missing record. */
export interface MissingRecord extends MissingId {
  /** How many records refer to the missing record, or to records that are missing for the same reason. */
  readonly referring: number;
  /** How many records are missing for the same reason, such as a missing file. The missing record counts, too. */
  readonly together: number;
  readonly isCollectionEmpty: boolean;
  /** Existing ids that may have been meant, with the names of their records. */
  readonly near: readonly { readonly id: number; readonly name?: string | undefined }[];
  /** How many further problems have the same reason. Reports do not list these. */
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

/** An id or another value that a record already has, and the name and place of that record. */
export interface Taken {
  readonly id: number;
  readonly name?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** For an object in a list: the JSON Pointer of the object that already has the id. */
  readonly part?: string | undefined;
  /** For an object in a list: an id that is still free. */
  readonly free?: number | undefined;
  readonly twins?: Twins | undefined;
}

/**
 * What two records with the same id are: the same record twice, two versions of it, or two records that were made
 * independently.
 */
export type Twins =
  | { readonly kind: 'same' }
  /**
   * The two records refer to a third record. The id of the third is used twice, too, or the third may not have been
   * read. The third has to be corrected first.
   */
  | { readonly kind: 'follow'; readonly singular: string; readonly id: number }
  | TwoVersions;

/** Two records with the same id that are not equal. */
export interface TwoVersions extends Texts<'singular'> {
  readonly kind: 'two' | 'versions';
  /**
   * The place of the record that was created later: `data/users.json:7`. If the times cannot be compared, the place
   * of the record that comes later in the data. It has no line if the file is one JSON object, and a column if both
   * records are on one line.
   */
  readonly place: string;
}

/**
 * The two fields of a nested set, and the id of the root of the tree. The numbers that a record has in these fields
 * enclose the numbers of all records below it.
 */
type NestedSet = Texts<'enter' | 'leave'> & Numbers<'tree'>;

/** The limit of a host that is exceeded, and the amount that was found. */
type HostLimit = Texts<'host'> & Numbers<'most' | 'found'>;

/** The known name that is most similar to an unknown one; undefined if none is similar. */
interface Near {
  readonly nearest: string | undefined;
}

/** The arguments of each message about a finding; undefined for a message without arguments. */
export interface MessageArguments {
  syntax: Texts<'found'> & { readonly cause?: SyntaxCause | undefined };
  'syntax/nothing': undefined;
  'syntax/lines': undefined;
  'syntax/conflict': undefined;
  'syntax/over-lines': undefined;
  'syntax/format': { readonly format: Exclude<OtherFormat, 'utf-16'> };
  /** A byte that is not valid UTF-8, the probable encoding of the file, and a word of the file in that encoding. */
  encoding:
    | (Texts<'byte'> & { readonly seems?: string | undefined; readonly reads?: string | undefined })
    | undefined;
  'encoding/utf-16': undefined;
  'encoding/name': undefined;
  'encoding/surrogate': Texts<'half'>;
  'duplicate-key': Texts<'key'>;
  'unsafe-integer': Texts<'source'>;
  'unknown-collection': Near & Texts<'name'> & { readonly known: readonly string[] };
  'ignored-file': {
    readonly what: 'link' | 'file' | 'other' | 'front-matter' | 'text' | 'gzip';
    /** The name that was probably meant: `5.json` for `5.json.txt` or `5.JSON`. */
    readonly meant?: string | undefined;
  };
  'foreign-file': undefined;
  'foreign-file/sent': undefined;
  'foreign-file/host': undefined;
  /** `origin`: the value in the live portal, as JSON; undefined if the live portal has none. */
  'import-conflict/field': { readonly origin: string | undefined };
  'import-conflict/there': undefined;
  'import-conflict/here': MissingId;
  'import-conflict/versions': Texts<'fields'>;
  'host-conflict': Texts<'path' | 'first' | 'second'>;
  'host-limit/files': HostLimit;
  'host-limit/fileBytes': HostLimit;
  'host-limit/bytes': HostLimit;
  'host-limit/rules': HostLimit & { readonly unit?: string };
  'links-elsewhere': Texts<'baseUrl' | 'host' | 'listen' | 'meant'>;
  'search-left-out/records': Numbers<'most' | 'found'>;
  'search-left-out/program': undefined;
  'unknown-field': Near & Texts<'key'> & { readonly free: readonly string[] };
  'missing-field': Texts<'field'> & { readonly wanted: Expected };
  'missing-field/source': Texts<'field'>;
  'wrong-type': Texts<'found'> & {
    readonly wanted: Expected;
    /** For a reference: the collection to which it refers. */
    readonly collection?: string | undefined;
    /** What was probably meant, as JSON. */
    readonly instead?: string | undefined;
    /** Whether the field may be absent. */
    readonly optional: boolean;
  };
  'wrong-type/page': undefined;
  'wrong-type/dump': undefined;
  'wrong-type/by-id': undefined;
  'wrong-type/inside': Texts<'key'>;
  'bad-value/choice': Near & Texts<'found'> & { readonly choices: readonly (string | number)[] };
  'bad-value/range': Texts<'found'> & Numbers<'least'> & { readonly most?: number };
  'bad-value/number': Texts<'source'>;
  'bad-value/depth': Numbers<'most'>;
  'bad-value/length': Numbers<'most'> & { readonly found?: number };
  'bad-value/few': Numbers<'found' | 'least'>;
  'bad-value/text-short': Numbers<'found' | 'least'>;
  'bad-value/text-long': Numbers<'found' | 'most'>;
  /** `wanted`: the form that the text must have: `url`, `email`, or a regular expression. */
  'bad-value/form': Texts<'found' | 'wanted'>;
  /** A text by which a record should have its address, but which cannot be in an address and in the name of a file. */
  'bad-value/address': Texts<'found'>;
  'bad-value/reserved': Texts<'found'>;
  /** The text is a step of another address below the address of the list. */
  'bad-value/own-address': Texts<'list' | 'found'>;
  'bad-value/size': Numbers<'most'>;
  'bad-value/file-size': Numbers<'most'>;
  'bad-value/text-size': Numbers<'most'>;
  'bad-timestamp': Texts<'found'>;
  'bad-date': Texts<'found'>;
  'duplicate-id': Taken;
  'dangling-reference': MissingId;
  /**
   * A record has no value for `field`, so it takes the value of the field `from` of the record `of`. That value refers
   * to a missing record.
   */
  'dangling-reference/taken': MissingId & Texts<'field' | 'singular' | 'from'> & Numbers<'of'>;
  'unknown-id': MissingId;
  disagrees: Texts<'field'> & Numbers<'given' | 'computed'>;
  cycle: Texts<'ring'>;
  'broken-tree/part': NestedSet;
  'broken-tree/stray': NestedSet & Texts<'field'>;
  'broken-tree/nesting': NestedSet & Numbers<'left' | 'right'>;
  /**
   * A field that must have the same value in two records but has not. The field `reference` of one record refers to the
   * other, whose id is `id`.
   */
  'inconsistent/agreement': Texts<'field' | 'reference'> & Numbers<'own' | 'other' | 'id'>;
  'inconsistent/tree-number': Numbers<'own' | 'shared'>;
  'inconsistent/tree-shared': Numbers<'value' | 'other'>;
  /** Two records with the same text in their addresses, save for upper and lower case. */
  'inconsistent/address': Omit<Taken, 'id'> & Texts<'list' | 'field' | 'found'>;
  'inconsistent/text-twice': Texts<'field' | 'file'>;
  'inconsistent/rule': RuleBreach;
  'unsafe-html/element': Texts<'found'>;
  'unsafe-html/attribute': Texts<'found'>;
  'unsafe-html/handler': Texts<'found'>;
  'unsafe-html/style': Texts<'found'>;
  'unsafe-html/address': Texts<'found'>;
  'unsafe-html/frame': Texts<'found'>;
  'unsafe-html/raw-text': Texts<'found'>;
  'unsafe-html/unended': Texts<'found'>;
  'implausible/rule': RuleBreach;
  'implausible/blank-text': Texts<'field'>;
  'implausible/empty-text': Texts<'field'>;
  'implausible/null-character': Texts<'field'>;
  'implausible/same-reference': Texts<'field'> & Numbers<'id'>;
  'implausible/bare-markup': Texts<'found'>;
  'implausible/unclosed-tag': Texts<'found'>;
  'implausible/far-year': Texts<'found'>;
  /**
   * Two records have the same value in `field`, and refer to the same record: the field `within` of both records has
   * the value `id`.
   */
  'implausible/same': Taken & Texts<'rule' | 'field' | 'found' | 'within'>;
  /**
   * A record without some of its companions, which are the records that `new` writes together with it. `lacking`: the
   * collections in which its companion is missing.
   */
  'implausible/companions': Texts<'rule' | 'singular'> &
    Numbers<'id'> & { readonly lacking: readonly string[] };
}

export type MessageName = keyof MessageArguments;

/** The arguments of one message: `Arguments<'syntax'>`. */
export type Arguments<N extends MessageName> = MessageArguments[N];
