// Makes the flags of `new` and `change` from the fields of a collection, and values from the flags that were given.

import { isUtf8 } from 'node:buffer';
import { noteWritten } from '../../engine/compile/written.js';
import { readAtMost } from '../../files/disk/text-file.js';
import { findDefects, isLossIn } from '../../files/source/defects.js';
import { decodeText } from '../../files/source/texts.js';
import type { Portal } from '../../model/endpoint.js';
import {
  elementOf,
  type Field,
  type Fields,
  isAny,
  isText,
  type Json,
  type JsonObject,
  partOf,
  type Type,
} from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { pointerStep, refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { type Line, say, sentence } from '../../problems/say.js';
import { describe, whenNotGiven } from '../schema/describe.js';
import { type InputValue, inputsOf } from '../schema/inputs.js';
import { Unfit } from './unfit.js';

/** A flag for a field of a record, or for a field of an object in the record. */
export interface FieldFlag {
  /** The name without `--`: `title`, or `profile.city`. */
  readonly name: string;
  readonly field: Field;
  /** The placeholder for the flag's value in the help, such as `<number>`. */
  readonly value: Line;
  readonly about: Line;
  /** Whether `new` requires the flag, because the field has no default and `new` does not fill it in. */
  readonly needed: boolean;
}

/** For each flag, the texts that the user gave to it, in order: `--tag a --tag b` gives `tag` → `['a', 'b']`. */
export type FlagTexts = ReadonlyMap<string, readonly string[]>;

/**
 * The flags of fields. Some fields have no flag, such as ids and fields that are always computed. `isNew`: whether the
 * flags are for a new record, so that their texts say what is taken without them.
 */
export function flagsOf(portal: Portal, fields: Fields, holder: string, isNew = true): FieldFlag[] {
  return inputsOf(fields).flatMap((input) => {
    const { name, needed } = input;
    const field = fields[name]!;
    const part = partOf(field.type);
    const inner = part
      ? flagsOf(portal, part, name, isNew).filter(({ field }) => !partOf(field.type))
      : [];
    const about = (lang: Language) => {
      const words = describe(name, field, holder, lang, isNew ? whenNotGiven(field, lang) : '');
      const values = input.values?.join(', ');
      return values === undefined
        ? words
        : `${words} ${say('One of: {values}.', lang, { values })}`;
    };
    return [
      { name, field, needed, value: valueName(portal, input), about },
      ...inner.map((flag) => ({ ...flag, name: `${name}.${flag.name}`, needed: false })),
    ];
  });
}

/**
 * Returns the values of the flags that were given, by the names of the flags. Throws a {@link UsageError} if a flag for
 * a single value is given twice, a text that should be JSON is not, or a file cannot be read.
 */
export function flagValues(flags: readonly FieldFlag[], given: FlagTexts): JsonObject {
  const read = makeReading();
  return Object.fromEntries(
    flags.flatMap(({ name, field: { type } }) => {
      const texts = given.get(name);
      if (!texts) return [];
      const own = type.kind === 'text' ? texts.map((text) => read(name, text)) : texts;
      return [[name, valueFrom(name, type, own)] as const];
    }),
  );
}

function valueName({ collections }: Portal, input: InputValue): Line {
  const { kind, of, values } = input.element ?? input;
  switch (kind) {
    case 'flag':
      return '[true|false]';
    case 'list':
    case 'part':
    case 'json':
      return '<json>';
    case 'reference': {
      const referred = collections.find(({ name }) => name === of);
      return referred && referred.named.length > 0 ? sentence('<number or name>') : '<number>';
    }
    case 'time':
      return '<timestamp>';
    default:
      return kind === 'number' || typeof values?.[0] === 'number' ? '<number>' : '<text>';
  }
}

/** The value that the texts of a flag, or the text of a field of any form, mean. Throws as {@link flagValues} does. */
export function valueFrom(name: string, type: Type, texts: readonly string[]): Json {
  if (type.kind === 'list' || type.kind === 'any-list') {
    const list = texts.flatMap((text) => elementsFrom(name, type, text));
    const inside = texts.map((text) => text.trim().replace(/^\[(.*)\]$/s, '$1'));
    if (type.kind === 'any-list')
      noteWritten(list, `[${inside.filter((text) => text.trim()).join()}]`);
    return list;
  }
  if (texts.length > 1)
    throw refused('--{flag} is given {times} times', { flag: name, times: texts.length });
  return oneFrom(name, type, texts[0]!);
}

/** The elements that one use of a flag adds to a list: those of a JSON list, otherwise a single element. */
function elementsFrom(name: string, type: Type, text: string): readonly Json[] {
  const json = parsed(text);
  if (Array.isArray(json)) {
    mustBeKept(name, type, text);
    return json;
  }
  const element = elementOf(type);
  if (element) return [oneFrom(name, element, text)];
  if (json === undefined) throw notJson(name, text);
  return [json];
}

/**
 * A single value. If a text that should be a number, for example, is not JSON, or is a number that cannot be kept
 * exactly, it stays a text: `check` reports it.
 */
function oneFrom(name: string, type: Type, text: string): Json {
  if (isText(type)) return text;
  const json = parsed(text);
  if (type.kind === 'part' || type.kind === 'any-object') {
    if (json === undefined) throw notJson(name, text);
    mustBeKept(name, type, text);
    if (isAny(type)) noteWritten(json, text.trim());
    return json;
  }
  if (json === null) return null;
  return json === undefined || typeof json === 'object' || !isKept(type, text) ? text : json;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether JSON.parse loses nothing of a JSON text that is read as a value of a type. */
const isKept = (type: Type, text: string): boolean =>
  !findDefects(text).some((defect) => isLossIn(type, defect));

/** Throws an {@link Unfit} if JSON.parse would lose a part of a list or an object. */
function mustBeKept(name: string, type: Type, text: string): void {
  if (isKept(type, text)) return;
  const values = { flag: name, found: quote(text) };
  const line = sentence(
    '--{flag}: {found} has a number that cannot be kept exactly, a key twice, or half of a character',
    values,
  );
  throw new Unfit(line, [{ path: pointerStep(name), lines: [line] }]);
}

function notJson(name: string, text: string): Unfit {
  const values = { flag: name, example: '{"id": 1}', found: JSON.stringify(text) };
  const line = sentence('--{flag} takes JSON, such as {example}, not {found}', values);
  return new Unfit(line, [{ path: pointerStep(name), lines: [sentence('This is not JSON.')] }]);
}

/** Makes a function that replaces `@FILE` by the content of this file, `-` by standard input, and `@@` by `@`. */
function makeReading() {
  let isInputRead = false;
  return (name: string, text: string): string => {
    if (text.startsWith('@@')) return text.slice(1);
    if (text !== '-' && !text.startsWith('@')) return text;
    const isInput = text === '-';
    if (isInput && isInputRead) throw refused('standard input can be one text only');
    isInputRead ||= isInput;
    return textIn(name, isInput ? 0 : text.slice(1));
  };
}

function textIn(name: string, file: string | 0): string {
  const from =
    file === 0
      ? sentence('standard input')
      : sentence('the file {file}', { file: JSON.stringify(file) });
  let bytes: Buffer;
  try {
    bytes = readAtMost(file, LIMITS.textBytes);
  } catch (error) {
    throw refused(
      '--{field}: {file} cannot be read ({reason}); a text that begins with @ is given as @@',
      { field: name, file: from, reason: (error as Error).message },
    );
  }
  if (!isUtf8(bytes)) throw refused('--{field}: {file} is not UTF-8', { field: name, file: from });
  return decodeText(bytes).text;
}
