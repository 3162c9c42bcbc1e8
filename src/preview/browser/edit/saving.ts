// The state of a form: the typed values, their errors, and saving. While the user types, the server checks the values
// together with all data. Only saving writes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isObject } from '../../../model/fields.js';
import { setUnsaved } from '../address.js';
import { type Answer, ask, isRefused, useUnlessRunning } from '../ask.js';
import { useAnswer } from '../data.js';
import type { FieldDto, Json, JsonObject, OutcomeDto, RecordDto } from '../dto.js';
import { withParagraphs } from './paragraphs.js';

/** The errors and warnings, by the JSON Pointers of their values. */
export type WrongValues = ReadonlyMap<string, { readonly isError: boolean; readonly text: string }>;

/** The milliseconds between the last typed letter and the check by the server. */
const TYPING_MS = 300;

export interface SavingProps {
  readonly collection: string;
  readonly fields: readonly FieldDto[];
  /** The record as it is now; undefined if the form is for a new record. */
  readonly opened: RecordDto | undefined;
  /** The first values in the form of a new record. */
  readonly begin: JsonObject;
  /** Called after an attempt to save, unless the user has left the form. `id`: undefined if nothing was saved. */
  readonly ended: (id: number | undefined) => void;
}

/** What the user has typed, and what the form showed before in the same fields. */
interface Typing {
  readonly typed: JsonObject;
  readonly seen: JsonObject;
}

const NOTHING: Typing = { typed: {}, seen: {} };

/** The changed values as they are saved: markup has paragraphs for blank lines, and a missing value is null. */
function changedIn(fields: readonly FieldDto[], { typed, seen }: Typing): JsonObject {
  const changed = fields.filter(({ name }) => !isSame(typed[name], seen[name]));
  return Object.fromEntries(
    changed.map(({ name, kind }) => {
      const [value = null, old] = [typed[name], seen[name]];
      if (kind !== 'markup' || typeof value !== 'string') return [name, value];
      return [name, withParagraphs(value, typeof old === 'string' ? old : '')];
    }),
  );
}

/** The values in a form. Each follows changes of the record until the user changes it. */
function useValues({ fields, opened, begin }: SavingProps) {
  const [latest, setLatest] = useState(opened);
  const [typing, setTyping] = useState(NOTHING);
  useEffect(() => setLatest(opened), [opened]);
  const shown: JsonObject = latest?.record ?? begin;
  const { typed, seen } = typing;
  const isTyped = (name: string) => !isSame(typed[name], seen[name]);
  const own = Object.entries(typed).filter(([name]) => isTyped(name));
  const isChanged = own.length > 0;
  const values: JsonObject = { ...shown, ...Object.fromEntries(own) };
  const changed = useMemo(
    () => changedIn(fields, opened ? typing : { typed: values, seen: {} }),
    [typing],
  );
  useEffect(() => setUnsaved(isChanged), [isChanged]);
  useEffect(() => () => setUnsaved(false), []);
  const type = (field: string, value: Json | undefined) =>
    setTyping({
      typed: { ...typed, [field]: value },
      seen: isTyped(field) ? seen : { ...seen, [field]: shown[field] },
    });
  /** Shows a record, and drops what the user typed. */
  const adopt = (now: RecordDto | undefined) => {
    setLatest(now);
    setTyping(NOTHING);
  };
  /** Settles that somebody else has changed a value, too: from now on, their value counts as seen. */
  const settle = (pointer: string, isTaken: boolean) => {
    const [steps, now] = [pointer.split('/').slice(1), valueAt(shown, pointer)];
    setTyping({
      typed: isTaken ? withValue(typed, steps, now) : typed,
      seen: withValue(seen, steps, now),
    });
  };
  return { shown, values, typing, type, changed, isChanged, adopt, settle };
}

/** The value that a JSON Pointer finds in the fields of a form, whose names have neither `/` nor `~`. */
const valueAt = (all: JsonObject, pointer: string): Json | undefined =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), all);

function withValue(
  all: JsonObject,
  [step = '', ...below]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const inner = all[step];
  const next = below.length === 0 ? value : withValue(isObject(inner) ? inner : {}, below, value);
  return { ...all, [step]: next };
}

/** The values of a form that somebody else has changed since the user began to type in them. */
export interface Meanwhile {
  /** The JSON Pointers of these values. */
  readonly pointers: ReadonlySet<string>;
  /** The value that is there now. */
  readonly now: (pointer: string) => Json | undefined;
  /** Takes the value that is there now, or keeps what the user typed. */
  readonly settle: (pointer: string, isTaken: boolean) => void;
}

export function useSaving(props: SavingProps) {
  const { collection, opened, ended } = props;
  const { shown, values, typing, type, changed, isChanged, adopt, settle } = useValues(props);
  /** The answer to the last save if it was refused, and the values that this save sent. */
  const [refusal, setRefusal] = useState<{ outcome: OutcomeDto | null; of: JsonObject }>();
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const path = `edit/save/${collection}${opened ? `/${opened.id}` : ''}`;
  const body = { values: changed, seen: typing.seen };
  const tried = useAnswer<OutcomeDto>(Object.keys(changed).length > 0 ? path : undefined, {
    ...{ body: { ...body, try: true }, wait: TYPING_MS },
  });
  const adoptNow = (now: RecordDto | undefined) => {
    adopt(now);
    setRefusal(undefined);
  };
  const [save, isSaving] = useUnlessRunning(async () => {
    const outcome = await ask<OutcomeDto>(path, body);
    if (outcome?.ok) {
      setUnsaved(false);
      const now: Answer<RecordDto> = await ask(`data/record/${collection}/${outcome.id}`);
      if (opened && now && !isRefused(now)) adoptNow(now);
    } else setRefusal({ outcome, of: changed });
    if (!isLeft.current) ended(outcome?.ok ? outcome.id : undefined);
  });
  // The errors of a refused save are shown until the user types.
  const outcome = refusal?.of === changed ? refusal.outcome : tried;
  const { text, problems = [] } = outcome ?? {};
  const isShown = (pointer: string) =>
    refusal || Object.hasOwn(typing.typed, pointer.split('/')[1] ?? '');
  const general = problems.flatMap(({ field, message }) => (field === null ? [message] : []));
  return {
    ...{ values, type, changed, isChanged, save, isSaving },
    isRefused: refusal !== undefined,
    /** Drops what the user typed, and shows the present record. */
    reset: () => adoptNow(opened),
    /** The errors and warnings of fields that the user has typed in; after a refused save, those of all fields. */
    wrong: wrongValues(problems.filter(({ field }) => field !== null && isShown(field))),
    /** Messages that do not belong to a field, if saving was refused. */
    trouble: refusal ? [...(text === undefined ? [] : [text]), ...general] : [],
    /** The values that somebody else has changed, too. */
    meanwhile: {
      pointers: new Set(
        problems.flatMap((one) => (one.isChangedMeanwhile && one.field ? [one.field] : [])),
      ),
      now: (pointer: string) => valueAt(shown, pointer),
      settle,
    },
  };
}

function wrongValues(problems: OutcomeDto['problems']): WrongValues {
  const wrong = new Map<string, { isError: boolean; text: string }>();
  for (const { field, message, hint, severity } of problems) {
    const before = wrong.get(field ?? '');
    const text = hint ? `${message}; ${hint}` : message;
    wrong.set(field ?? '', {
      isError: before?.isError || severity === 'error',
      text: before ? `${before.text}\n${text}` : text,
    });
  }
  return wrong;
}

const isSame = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);
