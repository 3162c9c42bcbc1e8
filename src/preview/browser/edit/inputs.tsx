// The inputs of most kinds of values. A value that the user does not touch stays exactly as it is.
import { useState } from 'preact/hooks';
import { inLocalTime } from '../../../editing/new/local-time.js';
import type { InputDto, Json, JsonObject, NamesById } from '../dto.js';
import { say } from '../say.js';
import type { Meanwhile, WrongValues } from './saving.js';

/** What the inputs of a form share. */
export interface FormContext {
  readonly wrong: WrongValues;
  /** The changed values as they will be saved, such as markup with `<p>` for blank lines. */
  readonly changed: JsonObject;
  readonly names: NamesById;
  readonly meanwhile?: Meanwhile;
}

export interface InputProps {
  readonly form: FormContext;
  readonly input: InputDto;
  readonly pointer: string;
  readonly label: string;
  /** Undefined if there is none. */
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

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const given = (text: string): string | undefined => (text === '' ? undefined : text);

export function TextInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <input
      {...attributesOf(props)}
      value={textIn(value)}
      onInput={({ currentTarget }) => onChange(given(currentTarget.value))}
    />
  );
}

export function LinesInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <textarea
      {...attributesOf(props)}
      rows={4}
      value={textIn(value)}
      onInput={({ currentTarget }) => onChange(given(withEnds(currentTarget.value, textIn(value))))}
    />
  );
}

/** If the old text has line breaks `\r\n`, the new text gets them, too: a text field in a browser only gives `\n`. */
export const withEnds = (text: string, before: string): string =>
  before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;

/** The input of a number. It keeps as text what JSON would write otherwise, such as `0x10`: then the check reports it. */
export function NumberInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <input
      {...attributesOf(props)}
      inputMode="numeric"
      value={value === undefined || value === null ? '' : String(value)}
      onInput={({ currentTarget }) => {
        const text = currentTarget.value.replaceAll(/\s/g, '');
        const number = Number(text);
        onChange(Number.isFinite(number) && String(number) === text ? number : given(text));
      }}
    />
  );
}

/** The input of a date or, in local time, of a timestamp. */
export function TimeInput(props: InputProps) {
  const { input, value, onChange } = props;
  const isDate = input.kind === 'date';
  const text = textIn(value);
  return (
    <input
      {...attributesOf(props)}
      type={isDate ? 'date' : 'datetime-local'}
      step={1}
      value={isDate ? text : asLocal(text).slice(0, 19)}
      onInput={({ currentTarget: { value } }) => onChange(given(isDate ? value : asLocal(value)))}
    />
  );
}

/** A timestamp in local time; empty if the text is not a time. */
const asLocal = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.valueOf()) ? '' : inLocalTime(date);
};

/**
 * The input of a flag with a default. If the user chooses the default, the field is left out, unless it had this
 * value when the form was opened.
 */
export function CheckBox(props: InputProps) {
  const { value, onChange, absent } = props;
  const [first] = useState(value);
  const { 'aria-required': _, ...attributes } = attributesOf(props);
  return (
    <input
      {...attributes}
      type="checkbox"
      checked={(value ?? absent) === true}
      onChange={({ currentTarget: { checked } }) => {
        if (checked === (first ?? absent)) onChange(first);
        else onChange(checked === absent ? undefined : checked);
      }}
    />
  );
}

/** The word for a value of a choice or a flag; any other value as text. */
export function wordFor(value: Json, { called }: InputDto): string {
  if (typeof value === 'boolean') return value ? say('yes') : say('no');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const word = called?.[text];
  return word ? say(word) : text;
}

/** The values of a choice or a flag, with their names. */
function useNames({ input }: InputProps) {
  const values = input.kind === 'flag' ? [true, false] : (input.values ?? []);
  return { values, nameOf: (one: Json) => wordFor(one, input) };
}

/** The input of a choice, or of a flag that has no default. */
export function Choice(props: InputProps) {
  const { input, value, onChange, absent, needed } = props;
  const { values, nameOf } = useNames(props);
  const byDefault = input.kind === 'flag' ? say('as it follows from the rest') : say('none');
  const without = absent === undefined || absent === null ? byDefault : nameOf(absent);
  return (
    <select
      {...attributesOf(props)}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ currentTarget }) => {
        onChange(values.find((one) => String(one) === currentTarget.value));
      }}
    >
      {/* With the empty option, the field is left out. */}
      {!(needed && value !== undefined) && <option value="">{needed ? '' : without}</option>}
      {values
        .filter((one) => one !== absent || value === one)
        .map((one) => (
          <option key={String(one)} value={String(one)}>
            {nameOf(one)}
          </option>
        ))}
    </select>
  );
}

/** The input of several values of a choice. */
export function CheckBoxes(props: InputProps) {
  const { value, onChange, label } = props;
  const { values, nameOf } = useNames(props);
  const all = Array.isArray(value) ? (value as readonly Json[]) : [];
  const { id } = attributesOf(props);
  return (
    <fieldset class="choices" aria-label={label} id={id}>
      {values.map((one) => (
        <label key={String(one)}>
          <input
            type="checkbox"
            checked={all.includes(one)}
            onChange={({ currentTarget: { checked } }) => {
              const next = checked ? [...all, one] : all.filter((other) => other !== one);
              onChange(next.length === 0 ? undefined : next);
            }}
          />
          {nameOf(one)}
        </label>
      ))}
    </fieldset>
  );
}
