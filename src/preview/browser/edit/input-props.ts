// What all inputs of a form are given, and what they say of themselves to those who hear the page.
import type { InputDto, Json, NamesById, Said } from '../dto.js';
import type { WrongValues } from './saving.js';

/** What all inputs of one form share. */
export interface FormContext {
  readonly wrong: WrongValues;
  readonly names: NamesById;
  /** What values of enumerations are called, by pointer. */
  readonly called: (pointer: string) => Readonly<Record<string, Said>> | undefined;
}

export interface InputProps {
  readonly form: FormContext;
  readonly input: InputDto;
  readonly pointer: string;
  readonly label: string;
  /** Undefined: the record does not give it. */
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly needed?: boolean;
  readonly absent?: Json | undefined;
}

/** The id of what a value is put in by. */
export const idOf = (pointer: string): string => `field${pointer.replaceAll(/[^\w]/g, '-')}`;

/** The attributes of what a value is put in by. */
export function attributesOf({ pointer, form, needed = false }: InputProps) {
  const id = idOf(pointer);
  return {
    id,
    'aria-describedby': `${id}-about ${id}-wrong`,
    'aria-invalid': form.wrong.get(pointer)?.isError === true,
    'aria-required': needed,
  };
}
