// What every language must be able to say: the messages by name, each with what it is told, and the
// words of the reports. The checks give names and arguments; no argument is in any language.

/** The languages of messages and reports. */
export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What an editor reads of a finding. */
export interface Wording {
  /** What was found, and what was expected. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** What kind of value a field takes. */
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

/** Why a text stops being JSON, where its surroundings tell. */
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

/** Why a moment is none, though it is written like one. */
export type TimeFault =
  | { readonly part: 'month' | 'hour' | 'minute' | 'second' | 'offset'; readonly given: number }
  | { readonly part: 'day'; readonly given: number; readonly days: number };

/** A wrong moment or day: as found, as it should be, and why it cannot be. */
export interface WrongTime {
  readonly found: string;
  readonly instead?: string | undefined;
  /** The offset of `instead` is an assumption. */
  readonly assumed?: boolean;
  readonly why?: TimeFault | undefined;
}

/** A record that others refer to and that is not there. */
export interface MissingId {
  readonly collection: string;
  readonly id: number;
}

/** What is known of a missing record. */
export interface MissingRecord extends MissingId {
  /** How many records refer to it, or to those that are gone with it. */
  readonly referring: number;
  /** How many records that others refer to are gone with it, itself among them. */
  readonly together: number;
  /** There is no record at all in its collection. */
  readonly isCollectionEmpty: boolean;
  /** Ids that it may be a slip of, and the names of their records. */
  readonly near: readonly { readonly id: number; readonly name?: string | undefined }[];
  /** How git had it, where git did. */
  readonly lost?: LostRecord | undefined;
  /** How many other problems are not listed because they follow. */
  readonly followers: number;
}

/** A record as git last had it. */
export interface LostRecord {
  readonly name?: string | undefined;
  /** Its file, relative to the working folder. */
  readonly file: string;
  readonly line: number;
  /** Where nothing stands in the way: the command that brings it back, and the file or folder. */
  readonly restore?: { readonly command: string; readonly path: string } | undefined;
  /** The command that prints the file. */
  readonly show: string;
}

/** A value of a record that goes against a rule; undefined where nothing is written. */
export interface RuleBreach {
  readonly field: string;
  readonly found: string | undefined;
}

/** The messages by name, each with its arguments. What stands before the slash is the code. */
export interface Messages {
  /** `found`: see `SyntaxFault` in source/json.ts. */
  syntax: { readonly found: string; readonly cause?: SyntaxCause | undefined };
  'syntax/nothing': undefined;
  'syntax/lines': undefined;
  'syntax/over-lines': undefined;
  encoding:
    | {
        readonly byte: string;
        /** The encoding that the file seems to have, and how the text reads in it. */
        readonly seems?: string | undefined;
        readonly reads?: string | undefined;
      }
    | undefined;
  /** Of a file or folder. */
  'encoding/name': undefined;
  'encoding/surrogate': { readonly half: string };
  'duplicate-key': { readonly key: string };
  'unsafe-integer': { readonly source: string };
  'unknown-collection': {
    readonly name: string;
    readonly nearest: string | undefined;
    readonly known?: readonly string[];
  };
  'ignored-file': { readonly what: 'link' | 'file' | 'other' | 'front-matter' };
  'foreign-file': undefined;
  /** Two hosts want one file to be different ones. */
  'host-conflict': { readonly path: string; readonly hosts: readonly [string, string] };
  'host-limit/files': HostLimit;
  'host-limit/fileBytes': HostLimit;
  'host-limit/bytes': HostLimit;
  'host-limit/rules': HostLimit & { readonly unit?: string };
  'unknown-field': {
    readonly key: string;
    readonly nearest: string | undefined;
    /** The fields that may be there, and are not. */
    readonly free: readonly string[];
  };
  'missing-field': { readonly field: string; readonly wanted: Expected };
  'missing-field/source': { readonly field: string };
  'wrong-type': {
    readonly wanted: Expected;
    readonly found: string;
    /** For an id: of which collection. */
    readonly collection?: string | undefined;
    /** The JSON of what was meant. */
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
  /** The hints of these are {@link Catalogue.missing}. */
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
    /** The id that `reference` gives. */
    readonly id: number;
  };
  'inconsistent/tree-number': { readonly own: number; readonly shared: number };
  'inconsistent/tree-shared': { readonly value: number; readonly other: number };
  'inconsistent/event-subject': RuleBreach;
  'inconsistent/free-of-charge': RuleBreach;
  'inconsistent/root-without-user': RuleBreach;
  'unsafe-html/element': { readonly found: string };
  'unsafe-html/handler': { readonly found: string };
  'unsafe-html/address': { readonly found: string };
  'unsafe-html/frame': { readonly found: string };
  'unsafe-html/raw-text': { readonly found: string };
}

/** A limit of a host, and how much there is of what it limits. */
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

/** Why records are not for everyone: a reason of their own, or the one they refer to. */
export type ReasonName =
  | 'not-public'
  | 'closed-to-guests'
  | 'hidden'
  | 'private'
  | 'for-some'
  | 'refers';

/** What is said of files that are brought into their canonical form. */
export interface FormatWords {
  readonly repaired: string;
  readonly more: (repairs: number) => string;
  /** `isCheck`: nothing was written, it only would be. */
  readonly summary: (
    files: number,
    changed: number,
    same: number,
    refused: number,
    isCheck: boolean,
  ) => string;
}

/** What is said of the builds of a preview; `ms`: milliseconds. */
export interface PreviewWords {
  readonly built: (ms: number, written: number, removed: number) => string;
  readonly checked: (ms: number) => string;
  /** The last good snapshot. */
  readonly stays: string;
}

/** What a report says besides its problems. */
export interface ReportWords {
  /** Stands before the count of the problems that a git ref had already. */
  readonly wereBefore: (ref: string) => string;
  /** Stands before the count of the problems of other files than were asked for. */
  readonly areElsewhere: string;
  readonly withoutCache: (folder: string, reason: string) => string;
  readonly format: FormatWords;
  readonly preview: PreviewWords;
  readonly error: string;
  readonly warning: string;
  readonly errors: (count: number) => string;
  readonly warnings: (count: number) => string;
  readonly records: (count: number) => string;
  readonly files: (count: number) => string;
  readonly bytes: (count: number) => string;
  /** Of kB, MB, GB and TB. */
  readonly units: readonly [string, string, string, string];
  /** Between a whole number and its fraction. */
  readonly point: string;
  readonly withheld: (records: number, collection: string, reason: string) => string;
  /** How many are withheld in all, and that `--verbose` tells more. */
  readonly withheldInAll: (records: number) => string;
  readonly nothingWritten: string;
  readonly changes: (written: number, unchanged: number, removed: number) => string;
  readonly snapshot: string;
  /** "and in 19 more places:", before some of them. */
  readonly morePlaces: (count: number) => string;
  /** Of the table by code. */
  readonly columns: {
    readonly count: string;
    readonly code: string;
    readonly files: string;
    readonly example: string;
  };
  /** Above the few problems that are shown of so many. */
  readonly firstOnes: (count: number) => string;
  /** That `--all` prints each. */
  readonly all: (problems: number) => string;
}

/** All that is said, in one language. */
export interface Catalogue {
  readonly messages: { readonly [N in MessageName]: (args: Messages[N]) => Wording };
  /** What to do about a missing record. */
  readonly missing: (record: MissingRecord) => string;
  /** Behind a hint: that so many other problems follow from this one. */
  readonly followers: (count: number) => string;
  /** `to`: for `refers`, the collection of the record that is referred to. */
  readonly reasons: { readonly [N in ReasonName]: (to: string) => string };
  readonly report: ReportWords;
}
