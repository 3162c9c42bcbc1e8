// The inputs of a record: what is needed to ask a user for each of its values. Flags of commands, forms in the
// browser and JSON Schemas are made from this list.
import { elementOf, type Fields, type Json, partOf, type Type } from '../../model/fields.js';

/** The kind of a value. `choices`: several values of a list of choices; `json`: any value, written as JSON. */
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
  /** For a reference: its collection. */
  readonly of?: string;
  /** For a choice: its values. */
  readonly values?: readonly (string | number)[];
  /** For an object: its inputs. */
  readonly fields?: readonly Input[];
  /** For a list: the input of an element. */
  readonly element?: InputValue;
}

/** The English texts of a field's declaration. */
export interface InputWords {
  readonly label?: string;
  readonly about: string;
}

/** The input of a field. */
export interface Input extends InputValue, InputWords {
  readonly name: string;
  /** Whether the user has to give a value: there is no default, and `new` does not fill in the field. */
  readonly needed: boolean;
  /** Whether `new` fills in the field with the present time or with a slug. */
  readonly isFilled: boolean;
  /** The default, if it is always the same value. */
  readonly absent?: Json;
}

/** The inputs of all fields, except ids and fields that are always computed. */
export function inputsOf(fields: Fields): Input[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { type, required, filled, absent, computed, about = name, label } = field;
    if (name === 'id' || computed || type.kind === 'nothing') return [];
    const input = {
      ...{ name, about, ...inputOf(type), needed: required && !filled },
      isFilled: filled?.kind === 'now' || filled?.kind === 'slug',
      ...(label !== undefined && { label }),
      ...(absent.kind === 'constant' && { absent: absent.value }),
    };
    return [input];
  });
}

/**
 * The label of a field: the declared label, or its description up to the first colon or semicolon. `say`: translates a
 * text.
 */
export const labelOf = ({ label, about }: InputWords, say: (text: string) => string): string =>
  label === undefined ? parted(say(about))[0] : say(label);

/** The explanation of a field: its description after the first colon or semicolon; empty if there is none. */
export const helpOf = ({ about }: InputWords, say: (text: string) => string): string =>
  parted(say(about))[1];

function parted(text: string): readonly [first: string, rest: string] {
  const capital = (part = '') => part.charAt(0).toUpperCase() + part.slice(1);
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
