// The state of a form: the typed values, their errors, and saving. While the user types, the server checks the values
// together with all data. Only saving writes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
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

/** The changed values as they are saved: markup has paragraphs for blank lines, and a missing value is null. */
function changedIn(
  fields: readonly FieldDto[],
  values: JsonObject,
  before: JsonObject,
): JsonObject {
  const changed = fields.filter(({ name }) => !isSame(values[name], before[name]));
  return Object.fromEntries(
    changed.map(({ name, kind }) => {
      const [value = null, old] = [values[name], before[name]];
      if (kind !== 'markup' || typeof value !== 'string') return [name, value];
      return [name, withParagraphs(value, typeof old === 'string' ? old : '')];
    }),
  );
}

/** The values in a form. They follow changes of the record until the user changes one of them. */
function useValues({ fields, opened, begin }: SavingProps) {
  /** The record as it was when the user began to type; before that, as it is now. */
  const [base, setBase] = useState(opened);
  const [typed, setTyped] = useState<JsonObject>({});
  // `texts` has the JSON of values of any structure, because the user edits such values as text.
  const before: JsonObject = { ...base?.record, ...base?.texts };
  const values: JsonObject = { ...begin, ...before, ...typed };
  const changed = useMemo(() => changedIn(fields, values, before), [typed, base]);
  const isChanged = Object.keys(typed).some(
    (name) => !isSame(values[name], { ...begin, ...before }[name]),
  );
  const adopt = (now: RecordDto | undefined) => {
    setBase(now);
    setTyped({});
  };
  useEffect(() => {
    if (!isChanged && opened !== base) adopt(opened);
  }, [opened]);
  useEffect(() => setUnsaved(isChanged), [isChanged]);
  useEffect(() => () => setUnsaved(false), []);
  const type = (field: string, value: Json | undefined) =>
    setTyped((all) => ({ ...all, [field]: value }));
  return { seen: base?.record ?? {}, values, typed, type, changed, isChanged, adopt };
}

export function useSaving(props: SavingProps) {
  const { collection, opened, ended } = props;
  const { seen, values, typed, type, changed, isChanged, adopt } = useValues(props);
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
  const body = { values: changed, seen };
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
  const { isOld = false, text, problems = [] } = outcome ?? {};
  const isShown = (pointer: string) => refusal || Object.hasOwn(typed, pointer.split('/')[1] ?? '');
  const general = problems.flatMap(({ field, message }) => (field === null ? [message] : []));
  return {
    ...{ values, type, changed, isChanged, save, isSaving },
    /** Whether the record has changed meanwhile. */
    isOld,
    isRefused: refusal !== undefined,
    /** Drops what the user typed, and shows the present record. */
    reset: () => adoptNow(opened),
    /** The errors and warnings of fields that the user has typed in; after a refused save, those of all fields. */
    wrong: wrongIn(problems.filter(({ field }) => field !== null && isShown(field))),
    /** Messages that do not belong to a field, if saving was refused or the record has changed meanwhile. */
    trouble: refusal || isOld ? [...(text === undefined ? [] : [text]), ...general] : [],
  };
}

function wrongIn(problems: OutcomeDto['problems']): WrongValues {
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
