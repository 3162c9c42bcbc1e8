// The props of all inputs of a form, and the inputs' attributes for screen readers.
import type { InputDto, Json, JsonObject, NamesById } from '../dto.js';
import type { WrongValues } from './saving.js';

/** What all inputs of one form share. */
export interface FormContext {
  readonly wrong: WrongValues;
  /** The changed values in the form in which they are saved. */
  readonly changed: JsonObject;
  readonly names: NamesById;
}

export interface InputProps {
  readonly form: FormContext;
  readonly input: InputDto;
  readonly pointer: string;
  readonly label: string;
  /** Undefined: the record does not have the field. */
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly needed?: boolean;
  readonly absent?: Json | undefined;
}

/** The HTML id of the input of a value. */
export const idOf = (pointer: string): string => `field${pointer.replaceAll(/[^\w]/g, '-')}`;

/** The HTML attributes of the input of a value. */
export function attributesOf({ pointer, form, needed = false }: InputProps) {
  const id = idOf(pointer);
  return {
    id,
    'aria-describedby': `${id}-about ${id}-wrong`,
    'aria-invalid': form.wrong.get(pointer)?.isError === true,
    'aria-required': needed,
  };
}
