// Lists the inputs of a record, that is, what a program needs to know to ask a user for each value. The flags of
// commands, the forms in the browser and the labels in JSON Schemas are made from this list.
import { elementOf, type Fields, type Json, partOf, type Type } from '../../model/fields.js';

/** How a value is entered. The kind `choices` is a list of choices, `part` an object, `json` a value of any form. */
export interface InputValue {
  readonly kind:
    | 'text'
    | 'lines'
    | 'markup'
    | 'number'
    | 'flag'
    | 'choice'
    | 'choices'
    | 'time'
    | 'date'
    | 'reference'
    | 'list'
    | 'part'
    | 'json';
  /** For the kind `reference`: the collection of the record. */
  readonly of?: string;
  /** For the kinds `choice` and `choices`: the possible values. */
  readonly values?: readonly (string | number)[];
  /** For the kind `part`: the inputs of the object's fields. */
  readonly fields?: readonly Input[];
  /** For the kind `list`: the input of each element. */
  readonly element?: InputValue;
}

/** The words about a field, in English. */
export interface InputWords {
  readonly label?: string;
  readonly about: string;
  /** What is published without a value. */
  readonly otherwise?: string;
}

/** The input of a field. */
export interface Input extends InputValue, InputWords {
  readonly name: string;
  /** Whether the user has to give a value, because the field has no default and `new` does not fill it in. */
  readonly needed: boolean;
  /** Whether `new` fills in the present time or a slug. */
  readonly isFilled: boolean;
  /** The default; undefined if it is not always the same value. */
  readonly absent?: Json;
}

/** The inputs of fields. Ids, and fields that are always computed or always null, have no input. */
export function inputsOf(fields: Fields): Input[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { type, required, filled, absent, computed, about = name, label, otherwise } = field;
    if (name === 'id' || computed || type.kind === 'nothing') return [];
    const input = {
      ...{ name, about, ...inputOf(type), needed: required && !filled },
      isFilled: filled?.kind === 'now' || filled?.kind === 'slug',
      ...(label !== undefined && { label }),
      ...(otherwise !== undefined && { otherwise }),
      ...(absent.kind === 'constant' && { absent: absent.value }),
    };
    return [input];
  });
}

/** The declared label of a field, or its description up to the first colon or semicolon. `say`: translates a text. */
export const labelOf = ({ label, about }: InputWords, say: (text: string) => string): string =>
  label === undefined ? parted(say(about))[0] : say(label);

/**
 * The rest of a field's description, after the first colon or semicolon, and what is published without a value; empty
 * if there is neither.
 */
export function helpOf({ about, otherwise }: InputWords, say: (text: string) => string): string {
  const absent = otherwise && say('when absent: {value}').replace('{value}', () => say(otherwise));
  const rest = parted(say(about))[1];
  return absent ? capital(rest === '' ? absent : `${rest}; ${absent}`) : rest;
}

const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);

function parted(text: string): readonly [first: string, rest: string] {
  const end = text.search(/[:;] /);
  return end < 0
    ? [capital(text), '']
    : [capital(text.slice(0, end)), capital(text.slice(end + 2))];
}

function inputOf(type: Type): InputValue {
  const element = elementOf(type);
  const fields = partOf(type);
  if (element?.kind === 'choice') return { kind: 'choices', values: element.values };
  if (element) return { kind: 'list', element: inputOf(element) };
  if (fields) return { kind: 'part', fields: inputsOf(fields) };
  switch (type.kind) {
    case 'text':
      return { kind: type.html ? 'markup' : type.long ? 'lines' : 'text' };
    case 'reference':
      return { kind: 'reference', of: type.collection };
    case 'choice':
      return { kind: 'choice', values: type.values };
    case 'boolean':
      return { kind: 'flag' };
    case 'integer':
    case 'id':
      return { kind: 'number' };
    case 'timestamp':
      return { kind: 'time' };
    case 'date':
      return { kind: 'date' };
    default:
      return { kind: 'json' };
  }
}
