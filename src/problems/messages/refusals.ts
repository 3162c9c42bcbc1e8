// Why the tool refuses a call: usage errors by name and with their arguments, which are data without a
// language, and what each language must have words for. What `publish` and `verify` refuse is in English.
import type { Said } from './catalogue.js';

/** The refusals by name, each with its arguments. What a caller wrote is quoted already. */
export interface Refusals {
  'data/no-folder': { readonly folder: string };
  'data/no-file': { readonly file: string; readonly data: string };
  'data/changed': { readonly path: string };
  'data/unfinished': { readonly folder: string };
  /** `journal`: the folder with the old files. Without files it is damaged. */
  'data/not-taken-back': { readonly journal: string; readonly files: readonly string[] };
  'fmt/changed': { readonly path: string };
  /** `must`: what the setting is or must be. */
  'setting/value': { readonly name: string; readonly must: Said; readonly found: string };
  'setting/unknown': Near & { readonly name: string; readonly file: string };
  'setting/file': { readonly file: string; readonly reason: string };
  'setting/no-object': { readonly file: string };
  /** One folder is in another one: what is there would be read as data, or served. */
  'setting/inside': {
    readonly name: string;
    readonly outer: string;
    readonly would: 'read' | 'serve';
  };
  'setting/protocol': { readonly found: string };
  'setting/address': { readonly found: string };
  'setting/no-list': Near & { readonly name: string };
  'setting/size': { readonly name: string; readonly found: string };
  'setting/extra': Near & { readonly name: string; readonly known: readonly string[] };
  'setting/rule': Near & { readonly name: string; readonly known: readonly string[] };
  'setting/sibling': { readonly found: string; readonly known: readonly string[] };
  'setting/sibling-twice': { readonly encoding: string };
  'setting/level': { readonly encoding: string; readonly most: number; readonly found: string };
  'host/unknown': Near & { readonly name: string; readonly known: readonly string[] };
  'host/links': { readonly host: string; readonly style: string; readonly needed: string };
  'host/path': { readonly host: string; readonly path: string };
  'host/folder': { readonly host: string; readonly folder: string };
  'host/top': { readonly host: string; readonly path: string };
  'disk/link': { readonly path: string };
  'disk/no-folder': { readonly path: string };
  'disk/no-file': { readonly path: string };
  'disk/refused': { readonly folder: string; readonly reason: Reason; readonly path?: string };
  'disk/temporary': { readonly folder: string; readonly reason: Reason };
  'lock/restless': { readonly folder: string };
  'lock/broken': { readonly folder: string };
  'lock/unreadable': { readonly folder: string; readonly lock: string; readonly reason: string };
  'lock/held': {
    readonly folder: string;
    readonly lock: string;
    readonly by: { readonly pid: string; readonly host: string } | undefined;
    readonly since: string | undefined;
    readonly sign: string;
  };
  'git/missing': undefined;
  'git/no-repository': { readonly folder: string; readonly ref: string; readonly said: string };
  'git/shallow': { readonly ref: string };
  'git/unknown-ref': { readonly ref: string };
  'git/strange-name': { readonly name: string };
  'git/incomplete': { readonly ref: string; readonly said: string };
  'new/unreadable': { readonly collection: string };
  'new/numbered': { readonly collection: string; readonly id: number; readonly field: string };
  'data/restless': { readonly data: string };
  'new/twice': { readonly flag: string; readonly times: number };
  'new/no-json': { readonly flag: string; readonly found: string };
  'new/input-twice': undefined;
  /** `file`: its name as JSON; undefined for standard input. */
  'new/text-unread': {
    readonly field: string;
    readonly file: string | undefined;
    readonly reason: string;
  };
  'new/text-encoding': { readonly field: string; readonly file: string | undefined };
  'new/no-record': {
    readonly flag: string;
    readonly collection: string;
    readonly id: number;
    readonly near: readonly number[];
  };
  'diff/errors': { readonly ref: string; readonly errors: number };
  'diff/no-snapshot': { readonly folder: string };
  'diff/no-page': { readonly path: string };
  'preview/no-port': { readonly first: number; readonly last: number };
  'preview/taken': { readonly port: number };
  'preview/port': { readonly port: number; readonly reason: string };
}

interface Near {
  readonly nearest: string | undefined;
}

/** Why the system refuses: its code, and its own words for codes that nobody has words for. */
export interface Reason {
  readonly code: string;
  readonly said: string;
}

export type RefusalName = keyof Refusals;

/** A refusal as data. */
export interface Refusal<N extends RefusalName = RefusalName> {
  readonly name: N;
  readonly args: Refusals[N];
}

/** The words of one language for whatever ends a command. */
export interface FailureWords {
  readonly refusals: { readonly [N in RefusalName]: (args: Refusals[N]) => string };
  /** Of errors of the system, by their codes; a path is printed after them. */
  readonly system: Readonly<Record<'EMFILE' | 'ENFILE' | 'ENOSPC' | 'EDQUOT', string>> &
    Readonly<Record<string, string>>;
}
