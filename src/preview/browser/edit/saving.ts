// The state of a form: the typed values, what is wrong with them, and how they are saved. While somebody types, the
// server checks the values in a dry run; only saving writes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { setUnsaved } from '../address.js';
import { ask, askFor, useUnlessRunning } from '../ask.js';
import type { FieldDto, Json, JsonObject, OutcomeDto, RecordDto } from '../dto.js';
import { withParagraphs } from './paragraphs.js';

/** What is wrong at one place of a record. */
export interface WrongValue {
  readonly isError: boolean;
  readonly text: string;
}

/** What is wrong, by the JSON pointers of values. */
export type WrongValues = ReadonlyMap<string, WrongValue>;

export interface Saving {
  readonly values: JsonObject;
  readonly change: (field: string, value: Json | undefined) => void;
  /** The changed values, as they are saved. */
  readonly changed: JsonObject;
  readonly isChanged: boolean;
  /** What is wrong with the fields that somebody has changed; after a refused save, with all fields. */
  readonly wrong: WrongValues;
  /** Whether a save was refused. */
  readonly isRefused: boolean;
  /** Messages that belong to no field. Empty unless saving was refused or somebody else changed the record. */
  readonly trouble: readonly string[];
  /** Somebody else has changed the record meanwhile. */
  readonly isOld: boolean;
  /** Gives up what was typed, for the record as it is now. */
  readonly reset: () => void;
  /** Saves, then calls `ended` with the id of the record, or undefined if it was not saved; unless the form was left. */
  readonly save: (ended: (id: number | undefined) => void) => Promise<void>;
  /** Whether a save is under way: nothing can be typed then. */
  readonly isSaving: boolean;
}

/** How long after the last letter the server checks the values. */
const TYPING_MS = 300;

interface SavingProps {
  readonly collection: string;
  readonly fields: readonly FieldDto[];
  /** The record as it is now; undefined for a new one. */
  readonly opened: RecordDto | undefined;
  /** Values that a new record begins with. */
  readonly begin: JsonObject;
}

/** A record as the form has it: values of any JSON as their texts. */
const inForm = (opened: RecordDto | undefined): JsonObject => ({
  ...opened?.record,
  ...opened?.texts,
});

/** The changed values, as they are saved; null: the field is taken out. */
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

/** The values of a form. While nobody has typed, they follow the record; what is typed stays. */
function useValues({ fields, opened, begin }: SavingProps) {
  /** The record as it was when somebody began to type. */
  const [base, setBase] = useState(opened);
  const before = inForm(base);
  const [values, setValues] = useState<JsonObject>({ ...begin, ...before });
  const changed = useMemo(() => changedIn(fields, values, before), [values, base]);
  const isChanged = !isSame(values, { ...begin, ...before });
  const adopt = (now: RecordDto | undefined) => {
    setBase(now);
    setValues({ ...begin, ...inForm(now) });
  };
  useEffect(() => {
    if (!isChanged && opened !== base) adopt(opened);
  }, [opened]);
  useEffect(() => setUnsaved(isChanged), [isChanged]);
  useEffect(() => () => setUnsaved(false), []);
  return { seen: base?.record ?? {}, values, setValues, changed, isChanged, adopt };
}

/**
 * Has the server check changed values, a moment after the last letter, and again when the record is another one. What a
 * save has told of the same values stays.
 */
function useTryOut(
  changed: JsonObject,
  opened: RecordDto | undefined,
  isSent: boolean,
  tryOut: (signal: AbortSignal) => ReturnType<typeof ask<OutcomeDto>>,
  tell: (outcome: OutcomeDto | undefined) => void,
): void {
  const sent = useRef<readonly [changed: JsonObject, opened: RecordDto | undefined]>();
  useEffect(() => {
    if (isSent) {
      sent.current = [changed, opened];
      return;
    }
    if (sent.current?.[0] === changed && sent.current[1] === opened) return;
    if (Object.keys(changed).length === 0) {
      tell(undefined);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await tryOut(stop.signal);
      if (!stop.signal.aborted && answer.kind === 'ok') tell(answer.data);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [changed, opened, isSent]);
}

export function useSaving(props: SavingProps): Saving {
  const { collection, opened } = props;
  const id = opened?.id;
  const { seen, values, setValues, changed, isChanged, adopt } = useValues(props);
  const [outcome, setOutcome] = useState<OutcomeDto>();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isRefused, setRefused] = useState(false);
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const path = id === undefined ? `edit/save/${collection}` : `edit/save/${collection}/${id}`;
  const body = { values: changed, seen };
  const tryOut = (signal: AbortSignal) => ask<OutcomeDto>(path, { ...body, try: true }, signal);
  const begun = (now: RecordDto | undefined) => {
    adopt(now);
    setTouched(new Set());
    setRefused(false);
    setOutcome(undefined);
  };
  const [save, isSaving] = useUnlessRunning(async (ended: Parameters<Saving['save']>[0]) => {
    const refused = (text: string): OutcomeDto => ({ ok: false, problems: [], text });
    const { ok, ...outcome } = await askFor(path, body, refused);
    if (ok) {
      setUnsaved(false);
      const now = await ask<RecordDto>(`data/record/${collection}/${outcome.id}`);
      if (id !== undefined && now.kind === 'ok') begun(now.data);
    } else {
      setRefused(true);
      setOutcome({ ok, ...outcome });
    }
    if (!isLeft.current) ended(ok ? outcome.id : undefined);
  });
  useTryOut(changed, opened, isSaving, tryOut, setOutcome);
  const change = (field: string, value: Json | undefined) => {
    setTouched((all) => new Set([...all, field]));
    setValues((all) => ({ ...all, [field]: value }));
  };
  const isShown = (pointer: string) => isRefused || touched.has(pointer.split('/')[1] ?? '');
  const { isOld = false, text } = outcome ?? {};
  const problems = outcome?.problems ?? [];
  const general = problems.filter(({ field }) => field === null).map(({ message }) => message);
  const trouble = [...(text === undefined ? [] : [text]), ...general];
  return {
    ...{ values, change, changed, isChanged, save, isSaving, isOld, isRefused },
    reset: () => begun(opened),
    wrong: wrongIn(problems, isShown),
    trouble: isRefused || isOld ? trouble : [],
  };
}

function wrongIn(
  problems: OutcomeDto['problems'],
  isShown: (pointer: string) => boolean,
): WrongValues {
  const wrong = new Map<string, WrongValue>();
  for (const { field, message, hint, severity } of problems) {
    if (field === null || !isShown(field)) continue;
    const { isError = false, text } = wrong.get(field) ?? {};
    wrong.set(field, {
      isError: isError || severity === 'error',
      text: [...(text === undefined ? [] : [text]), hint ? `${message}; ${hint}` : message].join(
        '\n',
      ),
    });
  }
  return wrong;
}

const isSame = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);
