// The arguments of the messages about findings, by the names of the messages.
import type {
  Contradiction,
  Expected,
  HostLimit,
  Ignored,
  MissingId,
  Near,
  NestedSet,
  Nesting,
  NoChoice,
  OtherFormat,
  RuleBreach,
  SameValue,
  SyntaxCause,
  Taken,
  TakenReference,
  Texts,
  WithoutCompanions,
  WrongByte,
  WrongType,
} from './catalogue.js';

/** The arguments of each message; undefined for a message without any. */
export interface MessageArguments {
  syntax: Texts<'found'> & { readonly cause?: SyntaxCause | undefined };
  'syntax/nothing': undefined;
  'syntax/lines': undefined;
  'syntax/conflict': undefined;
  'syntax/over-lines': undefined;
  'syntax/format': { readonly format: Exclude<OtherFormat, 'utf-16'> };
  encoding: WrongByte | undefined;
  'encoding/utf-16': undefined;
  'encoding/name': undefined;
  'encoding/surrogate': Texts<'half'>;
  'duplicate-key': Texts<'key'>;
  'unsafe-integer': Texts<'source'>;
  'unknown-collection': Near & Texts<'name'> & { readonly known?: readonly string[] };
  'ignored-file': Ignored;
  'foreign-file': undefined;
  'foreign-file/sent': undefined;
  /** `origin`: the value of the live portal, as JSON; undefined if it has none. */
  'import-conflict/field': { readonly origin: string | undefined };
  'import-conflict/there': undefined;
  'import-conflict/here': MissingId;
  'import-conflict/versions': Texts<'fields'>;
  'host-conflict': Texts<'path' | 'first' | 'second'>;
  'host-limit/files': HostLimit;
  'host-limit/fileBytes': HostLimit;
  'host-limit/bytes': HostLimit;
  'host-limit/rules': HostLimit & { readonly unit?: string };
  'search-left-out/records': { readonly most: number; readonly found: number };
  'search-left-out/program': undefined;
  'unknown-field': Near & Texts<'key'> & { readonly free: readonly string[] };
  'missing-field': Texts<'field'> & { readonly wanted: Expected };
  'missing-field/source': Texts<'field'>;
  'wrong-type': WrongType;
  'wrong-type/page': undefined;
  'wrong-type/dump': undefined;
  'wrong-type/by-id': undefined;
  'wrong-type/inside': Texts<'key'>;
  'bad-value/choice': NoChoice;
  'bad-value/range': Texts<'found'> & { readonly least: number; readonly most?: number };
  'bad-value/number': Texts<'source'>;
  'bad-value/depth': { readonly most: number };
  'bad-value/length': { readonly found?: number; readonly most: number };
  'bad-value/few': { readonly found: number; readonly least: number };
  'bad-value/text-short': { readonly found: number; readonly least: number };
  'bad-value/text-long': { readonly found: number; readonly most: number };
  /** `wanted`: the form that the text must have: `url`, `email`, or a regular expression. */
  'bad-value/form': Texts<'found' | 'wanted'>;
  'bad-value/size': { readonly most: number };
  'bad-value/file-size': { readonly most: number };
  'bad-value/text-size': { readonly most: number };
  'bad-timestamp': Texts<'found'>;
  'bad-date': Texts<'found'>;
  'duplicate-id': Taken;
  'dangling-reference': MissingId;
  'dangling-reference/taken': TakenReference;
  'unknown-id': MissingId;
  disagrees: Texts<'field'> & { readonly given: number; readonly computed: number };
  cycle: Texts<'ring'>;
  'broken-tree/part': NestedSet;
  'broken-tree/stray': NestedSet & Texts<'field'>;
  'broken-tree/nesting': NestedSet & Nesting;
  'inconsistent/agreement': Contradiction;
  'inconsistent/tree-number': { readonly own: number; readonly shared: number };
  'inconsistent/tree-shared': { readonly value: number; readonly other: number };
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
  'implausible/null-character': Texts<'field'>;
  'implausible/same-reference': Texts<'field'> & { readonly id: number };
  'implausible/bare-markup': Texts<'found'>;
  'implausible/unclosed-tag': Texts<'found'>;
  'implausible/far-year': Texts<'found'>;
  'implausible/same': SameValue;
  'implausible/companions': WithoutCompanions;
}

export type MessageName = keyof MessageArguments;

/** The arguments of the message with a name. */
export type Arguments<N extends MessageName> = MessageArguments[N];
