// What each language must have words for: the messages, by name and with their arguments, and the
// words of the reports. The checks give names and arguments; arguments are data without a language.

/** The languages of messages and reports. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A short text in each language, where it stands by itself. */
export type Said = Readonly<Record<Language, string>>;
/** The rules of what is valid, and surely not meant: the setting `allow` takes their names. */
export const IMPLAUSIBLE = [
  'negative-salary',
  'blank-text',
  'bare-markup',
  'date-ahead',
  'same-slug',
  'city-outside',
] as const;
export type Implausible = (typeof IMPLAUSIBLE)[number];

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
  | 'no-value'
  | 'quotes'
  | 'bare-key'
  | 'bare-word'
  | 'comment'
  | 'conflict'
  | 'number'
  | 'space'
  | 'behind';

/** Why a timestamp or date does not exist although its format is right. */
export type TimeFault =
  | { readonly part: 'month' | 'hour' | 'minute' | 'second' | 'offset'; readonly given: number }
  | { readonly part: 'day'; readonly given: number; readonly days: number };

/** A wrong timestamp or date: as found, the suggested correction, and why it is wrong. */
export interface WrongTime {
  readonly found: string;
  readonly instead?: string | undefined;
  /** The offset of `instead` is an assumption. */
  readonly assumed?: boolean;
  readonly why?: TimeFault | undefined;
}

/** A missing record that others refer to. */
export interface MissingId {
  readonly collection: string;
  readonly id: number;
}

/** What is known of a missing record. */
export interface MissingRecord extends MissingId {
  /** How many records refer to it, or to those that are missing for the same reason. */
  readonly referring: number;
  /** How many missing records (itself included) have the same cause, such as a missing file. */
  readonly together: number;
  /** Its collection has no records at all. */
  readonly isCollectionEmpty: boolean;
  /** Existing ids for which it may be a typing error, and the names of their records. */
  readonly near: readonly { readonly id: number; readonly name?: string | undefined }[];
  /** The record as git last had it, if it did. */
  readonly lost?: LostRecord | undefined;
  /** How many other problems are not listed because they follow from this one. */
  readonly followers: number;
}

/** A record as git last had it. */
export interface LostRecord {
  readonly name?: string | undefined;
  /** Its file, relative to the working folder. */
  readonly file: string;
  readonly line: number;
  /** The command that restores it, and the path it restores; absent if something is in the way. */
  readonly restore?: { readonly command: string; readonly path: string } | undefined;
  /** The command that prints the file. */
  readonly show: string;
}

/** A field whose value breaks a rule; `found` is undefined if the record does not give the field. */
export interface RuleBreach {
  readonly field: string;
  readonly found: string | undefined;
}

/** The messages by name, each with its arguments. The part of a name before the slash is the code. */
export interface Messages {
  /** `found`: see `SyntaxFault` in source/json.ts. */
  syntax: { readonly found: string; readonly cause?: SyntaxCause | undefined };
  'syntax/nothing': undefined;
  'syntax/lines': undefined;
  'syntax/over-lines': undefined;
  encoding:
    | {
        readonly byte: string;
        /** The encoding that the file seems to have, and the text as read in that encoding. */
        readonly seems?: string | undefined;
        readonly reads?: string | undefined;
      }
    | undefined;
  /** The name of a file or folder is not UTF-8. */
  'encoding/name': undefined;
  'encoding/surrogate': { readonly half: string };
  'duplicate-key': { readonly key: string };
  'unsafe-integer': { readonly source: string };
  'unknown-collection': {
    readonly name: string;
    readonly nearest: string | undefined;
    readonly known?: readonly string[];
  };
  'ignored-file': { readonly what: 'link' | 'file' | 'other' | 'front-matter' | 'text' };
  'foreign-file': undefined;
  /** Two hosts need different contents for the same file. */
  'host-conflict': { readonly path: string; readonly hosts: readonly [string, string] };
  /** `origin`: what the origin says, as JSON; undefined if it says nothing. `list`: the conflict's own place. */
  'import-conflict/field': Conflict & { readonly origin: string | undefined };
  /** The origin has removed the record. */
  'import-conflict/there': Conflict;
  /** The data does not have the record, which the origin has changed or added. */
  'import-conflict/here': MissingId & Conflict;
  /** The origin gave several versions of the record while it was read. */
  'import-conflict/versions': { readonly fields: string };
  'host-limit/files': HostLimit;
  'host-limit/fileBytes': HostLimit;
  'host-limit/bytes': HostLimit;
  'host-limit/rules': HostLimit & { readonly unit?: string };
  'unknown-field': {
    readonly key: string;
    readonly nearest: string | undefined;
    /** The known fields that the record does not give. */
    readonly free: readonly string[];
  };
  'missing-field': { readonly field: string; readonly wanted: Expected };
  'missing-field/source': { readonly field: string };
  'wrong-type': {
    readonly wanted: Expected;
    readonly found: string;
    /** For a reference: the collection of the id. */
    readonly collection?: string | undefined;
    /** What was probably meant, as JSON. */
    readonly instead?: string | undefined;
    /** The field may be left out. */
    readonly optional: boolean;
  };
  'bad-value/range': { readonly found: string; readonly least: number };
  'bad-value/choice': {
    readonly found: string;
    readonly choices: readonly (string | number)[];
    readonly nearest: string | undefined;
  };
  'bad-value/number': { readonly source: string };
  'bad-value/depth': { readonly most: number };
  'bad-value/length': { readonly found?: number; readonly most: number };
  'bad-value/size': { readonly most: number };
  /** Of a text in a file of its own. */
  'bad-value/text-size': { readonly most: number };
  'bad-timestamp': WrongTime;
  'bad-date': WrongTime;
  'duplicate-id': {
    readonly id: number;
    /** The record that has the id already: its name, and where it is. */
    readonly name?: string | undefined;
    readonly file?: string | undefined;
    readonly line?: number | undefined;
    /** For a part of a record: the pointer of the part that has the id already. */
    readonly part?: string | undefined;
  };
  /** The hints of the next three come from {@link Catalogue.missing}. */
  'dangling-reference': MissingId;
  'dangling-reference/taken': MissingId & { readonly field: string };
  'unknown-id': MissingId;
  disagrees: { readonly field: string; readonly given: number; readonly computed: number };
  cycle: { readonly ids: readonly number[] };
  'broken-tree/part': { readonly tree: number };
  'broken-tree/order': { readonly lft: number; readonly rght: number };
  'broken-tree/outside': Bounds & { readonly parent: number; readonly of: Bounds };
  'broken-tree/overlap': Bounds & { readonly sibling: number; readonly of: Bounds };
  'inconsistent/agreement': {
    readonly field: string;
    readonly own: number;
    readonly other: number;
    readonly reference: string;
    /** The id in the field `reference`. */
    readonly id: number;
  };
  'inconsistent/tree-number': { readonly own: number; readonly shared: number };
  'inconsistent/tree-shared': { readonly value: number; readonly other: number };
  /** The field's text is in a file of its own, too: its name in the data folder. */
  'inconsistent/text-twice': { readonly field: string; readonly file: string };
  'inconsistent/event-subject': RuleBreach;
  'inconsistent/free-of-charge': RuleBreach;
  'inconsistent/root-without-user': RuleBreach;
  'unsafe-html/element': { readonly found: string };
  'unsafe-html/handler': { readonly found: string };
  /** `found`: the declaration, such as `position: fixed`. */
  'unsafe-html/style': { readonly found: string };
  'unsafe-html/address': { readonly found: string };
  'unsafe-html/frame': { readonly found: string };
  'unsafe-html/raw-text': { readonly found: string };
  'implausible/negative-salary': RuleBreach;
  'implausible/blank-text': { readonly field: string };
  /** `found`: the text from the `<` or `&` on, cut short. */
  'implausible/bare-markup': { readonly found: string };
  /** Days such as `2026-03-05`: of the value, and of the newest other one. */
  'implausible/date-ahead': { readonly found: string; readonly newest: string };
  'implausible/same-slug': SameValue;
  'implausible/city-outside': ValueOutside;
}

/** A reference to a record whose value is not among those that a list names. */
export interface ValueOutside {
  readonly field: string;
  readonly id: number;
  /** What the record with that id has in its field `of`, and the list that does not name it. */
  readonly of: string;
  readonly value: number;
  readonly among: string;
}

/** Where a conflict stands in the list of open ones: a file, a colon and a line. */
export interface Conflict {
  readonly list: string;
}

/** A value that another record has already, although both are `within` the same record. */
export interface SameValue {
  readonly field: string;
  readonly found: string;
  readonly within: string;
  readonly id: number;
  /** The record that has it already: its name, and where it is. */
  readonly name?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** A limit of a host, and the amount found. */
export interface HostLimit {
  readonly host: string;
  readonly most: number;
  readonly found: number;
}

/** An interval of `lft` and `rght`. */
export interface Bounds {
  readonly lft: number;
  readonly rght: number;
}

export type MessageName = keyof Messages;
export type Arguments<N extends MessageName> = Messages[N];

/** Why records are withheld: for their own sake, or because of a record that they refer to. */
export type ReasonName =
  | 'not-public'
  | 'closed-to-guests'
  | 'hidden'
  | 'private'
  | 'for-some'
  | 'refers';

/** The words of `format`, which rewrites data files in their canonical form. */
export interface FormatWords {
  readonly repaired: string;
  readonly more: (repairs: number) => string;
  /** `isCheck`: the files were only checked, and nothing was written. */
  readonly summary: (
    files: number,
    changed: number,
    same: number,
    refused: number,
    isCheck: boolean,
  ) => string;
}

/** The words for the builds of a preview; `ms`: milliseconds. */
export interface PreviewWords {
  readonly built: (ms: number, written: number, removed: number) => string;
  readonly checked: (ms: number) => string;
  /** Says that the last good snapshot is still served. */
  readonly stays: string;
  /** Said when the system watches files no more. */
  readonly unwatched: (reason: string) => string;
}

/** The words of a report besides those of its problems. */
export interface ReportWords {
  /** Printed before the count of the problems that existed at a git ref already. */
  readonly wereBefore: (ref: string) => string;
  /** Printed before the count of the problems in files other than those asked for. */
  readonly areElsewhere: string;
  readonly withoutCache: (folder: string, reason: string) => string;
  /** A killed command had begun to change these files. */
  readonly takenBack: (files: readonly string[]) => string;
  readonly format: FormatWords;
  readonly preview: PreviewWords;
  readonly error: string;
  readonly warning: string;
  readonly errors: (count: number) => string;
  readonly warnings: (count: number) => string;
  readonly records: (count: number) => string;
  readonly files: (count: number) => string;
  readonly bytes: (count: number) => string;
  /** The names of kB, MB, GB and TB. */
  readonly units: readonly [string, string, string, string];
  /** The decimal separator. */
  readonly point: string;
  readonly withheld: (records: number, collection: string, reason: string) => string;
  /** Says how many records are withheld in all, and that `--verbose` tells more. */
  readonly withheldInAll: (records: number) => string;
  readonly nothingWritten: string;
  readonly changes: (written: number, unchanged: number, removed: number) => string;
  readonly snapshot: string;
  /** "and in 19 more places:", followed by some of them. */
  readonly morePlaces: (count: number) => string;
  /** The column heads of the table of problems by code. */
  readonly columns: {
    readonly count: string;
    readonly code: string;
    readonly files: string;
    readonly example: string;
  };
  /** Printed above the first few problems when there are too many to show. */
  readonly firstOnes: (count: number) => string;
  /** Says that `--all` prints every problem. */
  readonly all: (problems: number) => string;
}

/** All words of the tool that are translated, in one language. */
export interface Catalogue {
  readonly messages: { readonly [N in MessageName]: (args: Messages[N]) => Wording };
  /** What to do about a missing record. */
  readonly missing: (record: MissingRecord) => string;
  /** Printed after a hint: that so many other problems follow from this one. */
  readonly followers: (count: number) => string;
  /** Why records are withheld. `to`: for `refers`, the collection of the withheld record referred to. */
  readonly reasons: { readonly [N in ReasonName]: (to: string) => string };
  readonly report: ReportWords;
}
