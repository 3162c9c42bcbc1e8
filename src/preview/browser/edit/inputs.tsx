// The inputs of a form, one for each kind of value. What nobody has touched stays as it is, to the byte.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { FieldDto, InputDto, Json, JsonObject, NamesById, OfferDto, Said } from '../dto.js';
import { isObject } from '../paths.js';
import { askEdit } from './ask.js';
import { MarkupInput } from './markup-input.js';
import { words as editWords } from './words.js';

/** What all inputs of one form share. */
export interface FormContext {
  /** Messages by the pointers of their values. */
  readonly wrong: ReadonlyMap<string, readonly string[]>;
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

/** A field with its label, its explanation and what is wrong with it. */
export function Field({
  field,
  ...rest
}: Omit<InputProps, 'input' | 'label'> & { readonly field: FieldDto }) {
  const { say, lang } = usePage();
  const words = editWords[lang];
  const { pointer, form } = rest;
  const label = say(field.label);
  const about = say(field.about);
  const isGroup = field.kind === 'list' || field.kind === 'part';
  const Tag = isGroup ? 'fieldset' : 'div';
  const Label = isGroup ? 'legend' : 'label';
  return (
    <Tag class={`field ${isGroup ? 'group' : field.kind === 'markup' ? 'wide' : ''}`}>
      <Label {...(!isGroup && { for: idOf(pointer) })}>
        {label} {field.needed && <span class="faint">({words.needed})</span>}
      </Label>
      <p class="faint" id={`${idOf(pointer)}-about`}>
        {about.toLowerCase() === label.toLowerCase() ? '' : `${about} · `}
        <code>{field.name}</code>
      </p>
      <Input {...rest} input={field} label={label} needed={field.needed} absent={field.absent} />
      <Wrong form={form} pointer={pointer} />
    </Tag>
  );
}

/** What is wrong with one value. */
export function Wrong({ form, pointer }: Pick<InputProps, 'form' | 'pointer'>) {
  const own = form.wrong.get(pointer) ?? [];
  return (
    <p class="error" id={`${idOf(pointer)}-wrong`}>
      {own.join(' ')}
    </p>
  );
}

export const idOf = (pointer: string): string => `field${pointer.replaceAll(/[^\w]/g, '-')}`;

function Input(props: InputProps) {
  const { input, value, onChange, pointer, label, form, needed = false } = props;
  const words = editWords[usePage().lang];
  const about = {
    id: idOf(pointer),
    'aria-describedby': `${idOf(pointer)}-about ${idOf(pointer)}-wrong`,
    'aria-invalid': form.wrong.has(pointer),
    'aria-required': needed,
  };
  const text = typeof value === 'string' ? value : '';
  const put = (next: string) => onChange(next === '' ? undefined : next);
  switch (input.kind) {
    case 'text':
      return (
        <input {...about} value={text} onInput={({ currentTarget }) => put(currentTarget.value)} />
      );
    case 'lines':
      return (
        <textarea
          {...about}
          rows={6}
          value={text}
          onInput={({ currentTarget }) => put(withEnds(currentTarget.value, text))}
        />
      );
    case 'markup':
      return (
        <MarkupInput
          about={about}
          label={label}
          value={text}
          onChange={(next) => put(withEnds(next, text))}
        />
      );
    case 'number':
      return (
        <input
          {...about}
          inputMode="decimal"
          value={value === undefined || value === null ? '' : String(value)}
          onInput={({ currentTarget: { value } }) => {
            const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
            onChange(value.trim() === '' ? undefined : isNumber ? Number(value) : value);
          }}
        />
      );
    case 'time':
    case 'date':
      return (
        <input
          {...about}
          type={input.kind === 'date' ? 'date' : 'datetime-local'}
          step={1}
          value={input.kind === 'date' ? text : localOf(text)}
          onInput={({ currentTarget: { value } }) => {
            put(input.kind === 'date' || value === '' ? value : withOffset(value));
          }}
        />
      );
    case 'flag':
    case 'choice':
      return <Choice {...props} about={about} />;
    case 'reference':
      return <Reference {...props} about={about} />;
    case 'list':
      return <ListInput {...props} />;
    case 'part':
      return <Part {...props} />;
    default:
      return (
        <textarea
          {...about}
          rows={3}
          value={
            typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
          }
          onInput={({ currentTarget: { value } }) => {
            try {
              onChange(value.trim() === '' ? undefined : (JSON.parse(value) as Json));
            } catch {
              onChange(value);
            }
          }}
          placeholder={words.none}
        />
      );
  }
}

type AboutProps = Readonly<Record<string, string | boolean>>;

/** A value of an enumeration, or yes and no. */
function Choice(props: InputProps & { readonly about: AboutProps }) {
  const { input, value, onChange, absent, needed, about, form, pointer } = props;
  const { lang, say } = usePage();
  const words = editWords[lang];
  const called = form.called(pointer) ?? {};
  const values = input.kind === 'flag' ? [true, false] : (input.values ?? []);
  const nameOf = (one: Json) => {
    if (one === true) return words.yes;
    if (one === false) return words.no;
    const name = called[String(one)];
    return name ? say(name) : String(one);
  };
  const without =
    absent === undefined || absent === null
      ? input.kind === 'flag'
        ? words.byItself
        : words.none
      : nameOf(absent);
  return (
    <select
      {...about}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ currentTarget }) => {
        onChange(values.find((one) => String(one) === currentTarget.value));
      }}
    >
      {/* A default is chosen by giving nothing. */}
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

/** The names that may be meant by what is typed. */
function useOffers(collection: string, typed: string): readonly OfferDto[] {
  const { lang } = usePage();
  const [offers, setOffers] = useState<readonly OfferDto[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const query = new URLSearchParams({ q: typed });
      const path = `names/${collection}?${query}`;
      const answer = await askEdit<readonly OfferDto[]>(path, lang, undefined, stop.signal);
      if (!stop.signal.aborted && answer.kind === 'ok') setOffers(answer.data);
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [collection, typed, lang]);
  return offers;
}

const shownOffer = ({ id, name, within }: OfferDto) =>
  `${name}${within === '' ? '' : `, ${within}`} · ${id}`;

interface FinderProps {
  readonly of: string;
  readonly about: AboutProps;
  /** How the value is shown, while nobody types here. */
  readonly shown: string;
  readonly onFound: (id: number | string | undefined, offer?: OfferDto) => void;
}

/** Finds a record by its name. */
function Finder({ of, about, shown, onFound }: FinderProps) {
  const words = editWords[usePage().lang];
  const [typed, setTyped] = useState(shown);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement !== box.current) setTyped(shown);
  }, [shown]);
  const offers = useOffers(of, typed === shown ? '' : typed);
  const list = useId();
  return (
    <>
      <input
        {...about}
        ref={box}
        list={list}
        value={typed}
        autocomplete="off"
        placeholder={words.find}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          const offer = offers.find((one) => shownOffer(one) === value);
          const [, id] = /^(?:.* · )?(\d+)$/.exec(value.trim()) ?? [];
          if (offer) onFound(offer.id, offer);
          else if (value.trim() === '') onFound(undefined);
          else onFound(id === undefined ? value : Number(id));
        }}
      />
      <datalist id={list}>
        {offers.map((offer) => (
          <option key={offer.id} value={shownOffer(offer)} />
        ))}
      </datalist>
    </>
  );
}

function Reference({
  input,
  value,
  onChange,
  form,
  about,
}: InputProps & { readonly about: AboutProps }) {
  const of = input.of ?? '';
  const [found, setFound] = useState<OfferDto>();
  const known = found?.id === value ? found?.name : form.names[of]?.[String(value)];
  const shown =
    value === undefined || value === null || value === 0
      ? ''
      : typeof value === 'number'
        ? `${known === undefined ? '' : `${known} · `}${value}`
        : String(value);
  return (
    <Finder
      of={of}
      about={about}
      shown={found && found.id === value ? shownOffer(found) : shown}
      onFound={(id, offer) => {
        setFound(offer);
        onChange(id);
      }}
    />
  );
}

/** A list: each element with what takes it out, and what adds another one. */
function ListInput({ input, value, onChange, form, pointer, label }: InputProps) {
  const words = editWords[usePage().lang];
  const element = input.element!;
  const all = Array.isArray(value) ? (value as readonly Json[]) : [];
  const change = (next: readonly Json[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <>
      {all.map((one, place) => {
        const at = `${pointer}/${place}`;
        const name = `${label} ${place + 1}`;
        return (
          <div class="element" key={place}>
            <fieldset class="plain">
              <legend class="unseen">{name}</legend>
              {element.kind !== 'part' && (
                <label class="unseen" for={idOf(at)}>
                  {name}
                </label>
              )}
              <Input
                form={form}
                input={element}
                pointer={at}
                label={name}
                value={one === '' ? undefined : one}
                onChange={(next) => change(all.map((old, i) => (i === place ? (next ?? '') : old)))}
              />
              <span class="unseen" id={`${idOf(at)}-about`} />
              <Wrong form={form} pointer={at} />
            </fieldset>
            <button
              type="button"
              class="button"
              onClick={() => change(all.filter((_, i) => i !== place))}
              aria-label={words.takeOut(name)}
            >
              ✕
            </button>
          </div>
        );
      })}
      <button
        type="button"
        class="button"
        onClick={() => onChange([...all, element.kind === 'part' ? {} : ''])}
      >
        {words.add}
      </button>
    </>
  );
}

/** An object with fields of its own. */
function Part({ input, value, onChange, form, pointer }: InputProps) {
  const own: JsonObject = isObject(value) ? value : {};
  return (
    <div class="part">
      {input.fields!.map((field) => (
        <Field
          key={field.name}
          form={form}
          field={field}
          pointer={`${pointer}/${field.name}`}
          value={own[field.name]}
          onChange={(next) => {
            const { [field.name]: _, ...others } = own;
            onChange(next === undefined ? others : { ...others, [field.name]: next });
          }}
        />
      ))}
    </div>
  );
}

/** The line ends that a text had before: a text field has one kind alone. */
const withEnds = (text: string, before: string): string =>
  before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;

const two = (number: number) => String(Math.trunc(number)).padStart(2, '0');

/** A timestamp as the input has it: in local time. */
function localOf(text: string): string {
  const date = new Date(text);
  if (text === '' || Number.isNaN(date.valueOf())) return '';
  const minutes = -date.getTimezoneOffset();
  return new Date(date.valueOf() + minutes * 60_000).toISOString().slice(0, 19);
}

function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${local.length === 16 ? `${local}:00` : local}${offset}`;
}
