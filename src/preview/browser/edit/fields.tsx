// The fields of a record or of a part: each with its label, its input, its explanation, and its errors.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { helpOf, labelOf } from '../../../editing/schema/inputs.js';
import { isObject } from '../../../model/fields.js';
import type { FieldDto, InputDto, Json, JsonObject } from '../dto.js';
import { say } from '../say.js';
import { type FormContext, type InputProps, idOf } from './input-props.js';
import {
  CheckBox,
  CheckBoxes,
  Choice,
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
  /** The JSON pointer of the record or part with the fields. */
  readonly pointer: string;
  readonly values: JsonObject;
  readonly onChange: (field: string, value: Json | undefined) => void;
}

/**
 * Fields beside and below each other. Lists and parts come after them, folded away, unless the form always shows them:
 * a post may have many votes. Rarely used fields come last, folded away.
 */
export function FieldGroup({ form, fields, pointer, values, onChange }: FieldGroupProps) {
  // The fields that had a value at the beginning. This does not change, so that no field moves while somebody types in
  // it.
  const [given] = useState(() => new Set(Object.keys(values)));
  const main = fields.filter(({ name, isMain }) => isMain || given.has(name));
  const shown = main.length > 0 ? main : fields;
  const rest = fields.filter((field) => !shown.includes(field));
  const folded = main.filter(({ kind, isMain }) => !isMain && GROUPS.has(kind));
  const isWrong = ({ name }: FieldDto) =>
    [...form.wrong.keys()].some((at) => `${at}/`.startsWith(`${pointer}/${name}/`));
  const one = (field: FieldDto) => (
    <Field
      key={field.name}
      form={form}
      field={field}
      pointer={`${pointer}/${field.name}`}
      value={values[field.name]}
      onChange={(value) => onChange(field.name, value)}
    />
  );
  return (
    <>
      <div class="field-group">{shown.filter((field) => !folded.includes(field)).map(one)}</div>
      {folded.map((field) => (
        <Folded key={field.name} of={field} value={values[field.name]} isWrong={isWrong(field)}>
          {one(field)}
        </Folded>
      ))}
      {rest.length > 0 && (
        <Folded isWrong={rest.some(isWrong)}>
          <div class="field-group">{rest.map(one)}</div>
        </Folded>
      )}
    </>
  );
}

interface FoldedProps {
  /** The field, and its value. Without a field, these are the rarely used fields. */
  readonly of?: FieldDto;
  readonly value?: Json | undefined;
  readonly isWrong: boolean;
  readonly children: ComponentChildren;
}

/** Fields that are shown when somebody opens them, or if they have an error. */
function Folded({ of, value, isWrong, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isWrong);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {of ? labelOf(of, say) : say('More fields')}
        {Array.isArray(value) && <span class="count"> {value.length}</span>}
      </summary>
      {children}
    </details>
  );
}

/** Inputs that need a line of their own. */
const WIDE: ReadonlySet<InputDto['kind']> = new Set(['lines', 'markup', 'choices', 'list', 'part']);
/** Inputs that consist of several inputs. */
const GROUPS: ReadonlySet<InputDto['kind']> = new Set(['choices', 'list', 'part']);

function Field({
  field,
  ...rest
}: Omit<InputProps, 'input' | 'label'> & { readonly field: FieldDto }) {
  const { pointer, form } = rest;
  const id = idOf(pointer);
  const label = labelOf(field, say);
  const isGroup = GROUPS.has(field.kind);
  const Tag = isGroup ? 'fieldset' : 'div';
  const Label = isGroup ? 'legend' : 'label';
  const isCheck = field.kind === 'flag' && typeof field.absent === 'boolean';
  const isWide = field.isHeading || WIDE.has(field.kind);
  return (
    <Tag class={`field of-${field.kind} ${isWide ? 'wide' : ''} ${isCheck ? 'check' : ''}`}>
      <Label {...(!isGroup && { for: id })}>
        {label}
        {field.needed && <span class="faint"> · {say('needed')}</span>}
      </Label>
      <Input {...rest} input={field} label={label} needed={field.needed} absent={field.absent} />
      <p class="faint" id={`${id}-about`}>
        {helpOf(field, say)}
      </p>
      <Wrong form={form} pointer={pointer} />
    </Tag>
  );
}

/** The errors of one value. */
function Wrong({ form, pointer }: Pick<InputProps, 'form' | 'pointer'>) {
  const { isError = true, text = '' } = form.wrong.get(pointer) ?? {};
  return (
    <p class={isError ? 'error' : 'warning'} id={`${idOf(pointer)}-wrong`}>
      {text}
    </p>
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
function ListInput(props: InputProps) {
  const { input, value, onChange, pointer, label } = props;
  const isPart = input.element!.kind === 'part';
  const all = Array.isArray(value) ? (value as readonly Json[]) : [];
  const box = useRef<HTMLDivElement>(null);
  // The keys of elements, so that elements and typed text stay when another element is removed.
  const keys = useRef<number[]>([]);
  while (keys.current.length < all.length) keys.current.push(Math.max(0, ...keys.current) + 1);
  const focus = (what: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(what)?.focus());
  const takeOut = (place: number) => {
    keys.current.splice(place, 1);
    const rest = all.filter((_, i) => i !== place);
    onChange(rest.length === 0 ? undefined : rest);
    focus('.add');
  };
  const add = () => {
    onChange([...all, isPart ? {} : '']);
    focus(`.element:nth-child(${all.length + 1}) :is(input, textarea, select)`);
  };
  return (
    <div class={isPart ? 'elements parts' : 'elements'} ref={box}>
      {all.map((one, place) => (
        <ListElement
          {...props}
          key={keys.current[place]}
          input={input.element!}
          pointer={`${pointer}/${place}`}
          label={`${label} ${place + 1}`}
          value={one === '' ? undefined : one}
          onChange={(next) => onChange(all.map((old, i) => (i === place ? (next ?? '') : old)))}
          onTakeOut={() => takeOut(place)}
        />
      ))}
      <button type="button" class="button add" onClick={add}>
        + {say('Add')}
        <span class="unseen">: {label}</span>
      </button>
    </div>
  );
}

function ListElement({ onTakeOut, ...props }: InputProps & { readonly onTakeOut: () => void }) {
  const { input, pointer, label, form } = props;
  const id = idOf(pointer);
  return (
    <fieldset class="element">
      <legend class="unseen">{label}</legend>
      <div>
        {input.kind !== 'part' && (
          <label class="unseen" for={id}>
            {label}
          </label>
        )}
        <Input {...props} />
        <span id={`${id}-about`} />
        <Wrong form={form} pointer={pointer} />
      </div>
      <button
        type="button"
        class="button"
        onClick={onTakeOut}
        aria-label={say('Take out: {name}', { name: label })}
      >
        ✕
      </button>
    </fieldset>
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
