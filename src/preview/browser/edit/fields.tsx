// The fields of a record or of an object in it: each with its label, its input, its explanation, and its errors.
import { useRef, useState } from 'preact/hooks';
import { helpOf, labelOf } from '../../../editing/schema/inputs.js';
import { isObject } from '../../../model/fields.js';
import type { FieldDto, InputDto, Json, JsonObject } from '../dto.js';
import { say } from '../say.js';
import {
  CheckBox,
  CheckBoxes,
  Choice,
  type FormContext,
  type InputProps,
  idOf,
  LinesInput,
  NumberInput,
  TextInput,
  TimeInput,
} from './inputs.js';
import { MarkupInput } from './markup-input.js';
import { ReferenceInput } from './reference-input.js';

interface FieldGroupProps {
  readonly form: FormContext;
  readonly fields: readonly FieldDto[];
  /** The JSON Pointer of the object that has the fields. */
  readonly pointer: string;
  readonly values: JsonObject;
  readonly onChange: (field: string, value: Json | undefined) => void;
}

/** Inputs that consist of several inputs. */
const GROUPS: ReadonlySet<InputDto['kind']> = new Set(['choices', 'list', 'part']);
/** Whether a field is a group of inputs, but no main field. Such fields come after the others, folded. */
const isFolded = ({ kind, isMain }: FieldDto) => GROUPS.has(kind) && !isMain;
/** Inputs that need a line of their own. */
const WIDE: ReadonlySet<InputDto['kind']> = new Set(['lines', 'markup']);

/** Fields side by side, then folded groups, then the other fields in one folded part. */
export function FieldGroup({ form, fields, pointer, values, onChange }: FieldGroupProps) {
  // The fields that had a value when the form was opened. This set does not change, so that no field moves while the
  // user types.
  const [given] = useState(() => new Set(Object.keys(values)));
  const main = fields.filter(({ name, isMain }) => isMain || given.has(name));
  const shown = main.length > 0 ? main : fields;
  const rest = fields.filter((field) => !shown.includes(field));
  const isWrong = ({ name }: FieldDto) =>
    [...form.wrong.keys()].some((at) => `${at}/`.startsWith(`${pointer}/${name}/`));
  const fieldOf = (field: FieldDto) => (
    <Field
      key={field.name}
      form={form}
      field={field}
      pointer={`${pointer}/${field.name}`}
      value={values[field.name]}
      isOpen={field.isMain || isWrong(field)}
      onChange={(value) => onChange(field.name, value)}
    />
  );
  return (
    <>
      <div class="field-group">{shown.filter((field) => !isFolded(field)).map(fieldOf)}</div>
      {shown.filter(isFolded).map(fieldOf)}
      {rest.length > 0 && (
        <details open={rest.some(isWrong)}>
          <summary>{say('More fields')}</summary>
          <div class="field-group">{rest.map(fieldOf)}</div>
        </details>
      )}
    </>
  );
}

interface FieldProps extends Omit<InputProps, 'input' | 'label'> {
  readonly field: FieldDto;
  readonly isOpen: boolean;
}

function Field({ field, isOpen, ...rest }: FieldProps) {
  const { pointer, form, value } = rest;
  const { kind, needed, absent, isHeading } = field;
  const label = labelOf(field, say);
  const input = <Input {...rest} input={field} label={label} needed={needed} absent={absent} />;
  const after = (
    <>
      <p class="faint" id={`${idOf(pointer)}-about`}>
        {helpOf(field, say)}
      </p>
      <Wrong form={form} pointer={pointer} />
      {form.meanwhile?.pointers.has(pointer) && <There {...rest} input={field} label={label} />}
    </>
  );
  if (GROUPS.has(kind)) {
    return (
      <details class="field wide" open={isOpen}>
        <summary>
          {label}
          {Array.isArray(value) && <span class="count"> {value.length}</span>}
        </summary>
        {input}
        {after}
      </details>
    );
  }
  const isCheck = kind === 'flag' && typeof absent === 'boolean';
  const isWide = isHeading || WIDE.has(kind);
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label class={isCheck ? 'check' : ''} for={idOf(pointer)}>
        {isCheck && input}
        {label}
        {needed && <span class="faint"> · {say('needed')}</span>}
      </label>
      {!isCheck && input}
      {after}
    </div>
  );
}

/** The errors and warnings about one value. */
function Wrong({ form, pointer }: Pick<InputProps, 'form' | 'pointer'>) {
  const { isError = true, text = '' } = form.wrong.get(pointer) ?? {};
  return (
    <p class={isError ? 'error' : 'warning'} id={`${idOf(pointer)}-wrong`}>
      {text}
    </p>
  );
}

/** For a value that somebody else has changed, too: what is there now, and buttons that choose one of the two values. */
function There({ input, pointer, label, form }: InputProps) {
  const { now, settle } = form.meanwhile!;
  const at = `${pointer}-now`;
  return (
    <div class="there">
      <label for={idOf(at)}>{say('This is there now:')}</label>
      <fieldset class="all" disabled>
        <Input {...{ input, form, label }} pointer={at} value={now(pointer)} onChange={() => {}} />
      </fieldset>
      <div class="actions">
        <button type="button" class="button" onClick={() => settle(pointer, false)}>
          {say('Keep what I typed')}
        </button>
        <button type="button" class="button" onClick={() => settle(pointer, true)}>
          {say('Take what is there now')}
        </button>
      </div>
    </div>
  );
}

const INPUTS: Readonly<Record<InputDto['kind'], (props: InputProps) => preact.JSX.Element>> = {
  text: TextInput,
  lines: LinesInput,
  markup: MarkupInput,
  number: NumberInput,
  flag: (props) =>
    typeof props.absent === 'boolean' ? <CheckBox {...props} /> : <Choice {...props} />,
  choice: Choice,
  choices: CheckBoxes,
  time: TimeInput,
  date: TimeInput,
  reference: ReferenceInput,
  list: ListInput,
  part: Part,
  json: LinesInput,
};

function Input(props: InputProps) {
  const OfKind = INPUTS[props.input.kind];
  return <OfKind {...props} />;
}

/** A list: each element has a button that removes it, and another button adds an element. */
function ListInput({ input, value, onChange, pointer, label, form }: InputProps) {
  const element = input.element!;
  const all = Array.isArray(value) ? (value as readonly Json[]) : [];
  const box = useRef<HTMLDivElement>(null);
  const put = (next: readonly Json[], focused: string) => {
    onChange(next.length === 0 ? undefined : next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(focused)?.focus());
  };
  const add = () =>
    put(
      [...all, element.kind === 'part' ? {} : ''],
      `.element:nth-child(${all.length + 1}) :is(input, textarea, select)`,
    );
  return (
    <div class="elements" ref={box}>
      {all.map((one, place) => {
        const at = `${pointer}/${place}`;
        const name = `${label} ${place + 1}`;
        return (
          // If an element is added or removed, all elements are rendered anew, because the state of their inputs
          // depends on their places.
          <fieldset class="element" key={`${place} of ${all.length}`}>
            <legend class="unseen">{name}</legend>
            <div>
              {element.kind !== 'part' && (
                <label class="unseen" for={idOf(at)}>
                  {name}
                </label>
              )}
              <Input
                {...{ input: element, pointer: at, label: name, form }}
                value={one === '' ? undefined : one}
                onChange={(next) =>
                  onChange(all.map((old, i) => (i === place ? (next ?? '') : old)))
                }
              />
              <span id={`${idOf(at)}-about`} />
              <Wrong form={form} pointer={at} />
            </div>
            <button
              type="button"
              class="button"
              onClick={() => put(all.toSpliced(place, 1), '.add')}
              aria-label={say('Take out: {name}', { name })}
            >
              ✕
            </button>
          </fieldset>
        );
      })}
      <button type="button" class="button add" onClick={add}>
        + {say('Add')}
        <span class="unseen">: {label}</span>
      </button>
    </div>
  );
}

/** An object with fields of its own. */
function Part({ input, value, onChange, form, pointer }: InputProps) {
  const own: JsonObject = isObject(value) ? value : {};
  return (
    <div class="part">
      <FieldGroup
        form={form}
        fields={input.fields!}
        pointer={pointer}
        values={own}
        onChange={(name, next) => {
          const { [name]: _, ...others } = own;
          onChange(next === undefined ? others : { ...others, [name]: next });
        }}
      />
    </div>
  );
}
