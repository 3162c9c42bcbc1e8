// The state of a form: the typed values, their errors, and how they are saved. While somebody types, the server checks
// the values in a dry run; only saving writes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { setUnsaved } from '../address.js';
import { ask, askFor, useLater, useUnlessRunning } from '../ask.js';
import type { FieldDto, Json, JsonObject, OutcomeDto, RecordDto } from '../dto.js';
import { withParagraphs } from './paragraphs.js';

/** The error at one place of a record. */
export interface WrongValue {
  readonly isError: boolean;
  readonly text: string;
}

/** The errors, by the JSON pointers of values. */
export type WrongValues = ReadonlyMap<string, WrongValue>;

export interface Saving {
  readonly values: JsonObject;
  readonly change: (field: string, value: Json | undefined) => void;
  /** The changed values in the form in which they are saved. */
  readonly changed: JsonObject;
  readonly isChanged: boolean;
  /** The errors of the fields that somebody has changed; after a refused save, of all fields. */
  readonly wrong: WrongValues;
  /** Whether a save was refused. */
  readonly isRefused: boolean;
  /** Messages that belong to no field. Empty unless saving was refused or somebody else changed the record. */
  readonly trouble: readonly string[];
  /** Whether somebody else has changed the record meanwhile. */
  readonly isOld: boolean;
  /** Discards what was typed, and shows the present record. */
  readonly reset: () => void;
  /**
   * Saves, then calls `ended` with the id of the record, or undefined if it was not saved. Does not call it if the form
   * was left.
   */
  readonly save: (ended: (id: number | undefined) => void) => Promise<void>;
  /** Whether it is being saved. Meanwhile nothing can be typed. */
  readonly isSaving: boolean;
}

/** How long after the last letter the server checks the values. */
const TYPING_MS = 300;

interface SavingProps {
  readonly collection: string;
  readonly fields: readonly FieldDto[];
  /** The record as it is now; undefined for a new one. */
  readonly opened: RecordDto | undefined;
  /** The values with which the form of a new record starts. */
  readonly begin: JsonObject;
}

/** A record for the form, in which fields that accept any JSON have their text. */
const inForm = (opened: RecordDto | undefined): JsonObject => ({
  ...opened?.record,
  ...opened?.texts,
});

/** The changed values in the form in which they are saved; null removes the field. */
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

/** The values of a form. Until somebody types, they follow the record; typed values stay. */
function useValues({ fields, opened, begin }: SavingProps) {
  /** The record when somebody began to type. */
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

export function useSaving(props: SavingProps): Saving {
  const { collection, opened } = props;
  const id = opened?.id;
  const { seen, values, setValues, changed, isChanged, adopt } = useValues(props);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  /** The refused save, and its values. */
  const [refusal, setRefusal] = useState<readonly [OutcomeDto, ...of: unknown[]]>();
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const path = id === undefined ? `edit/save/${collection}` : `edit/save/${collection}/${id}`;
  const body = { values: changed, seen };
  const hasValues = Object.keys(changed).length > 0;
  const tried = useLater<OutcomeDto>(
    [hasValues ? path : undefined, { ...body, try: true }],
    TYPING_MS,
    [changed, opened],
  );
  const begun = (now: RecordDto | undefined) => {
    adopt(now);
    setTouched(new Set());
    setRefusal(undefined);
  };
  const [save, isSaving] = useUnlessRunning(async (ended: Parameters<Saving['save']>[0]) => {
    const outcome: OutcomeDto = await askFor<OutcomeDto>(path, body);
    if (outcome.ok) {
      setUnsaved(false);
      const now = await ask<RecordDto>(`data/record/${collection}/${outcome.id}`);
      if (id !== undefined && now.kind === 'ok') begun(now.data);
    } else setRefusal([outcome, changed, opened]);
    if (!isLeft.current) ended(outcome.ok ? outcome.id : undefined);
  });
  const change = (field: string, value: Json | undefined) => {
    setTouched((all) => new Set([...all, field]));
    setValues((all) => ({ ...all, [field]: value }));
  };
  const isRefused = refusal !== undefined;
  // The errors of a save of the same values stay.
  const isTold = refusal?.[1] === changed && refusal[2] === opened;
  const outcome = isTold ? refusal?.[0] : hasValues ? tried : undefined;
  const isShown = (pointer: string) => isRefused || touched.has(pointer.split('/')[1] ?? '');
  const { isOld = false, text, problems = [] } = outcome ?? {};
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
