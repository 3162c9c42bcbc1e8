// The state of a form: the typed values, what is wrong with them, and how they are saved. While somebody types, the
// server checks the values in a dry run; only saving writes.
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { FieldDto, Json, JsonObject, OutcomeDto } from '../dto.js';
import { keepIn, keptIn } from '../kept.js';
import { askEdit, useUnlessRunning, whyNone } from './ask.js';
import { words as editWords } from './words.js';

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
  /** What is wrong with the fields that somebody has changed; after a refused save, with all fields. */
  readonly wrong: WrongValues;
  /** Whether a save was refused. */
  readonly isRefused: boolean;
  /** Messages that belong to no field. Empty unless saving was refused or somebody else changed the record. */
  readonly trouble: readonly string[];
  /** Somebody else has changed the record meanwhile. */
  readonly isOld: boolean;
  /** Whether the values were typed before, when the form was left without saving. */
  readonly isTypedBefore: boolean;
  /** Forgets what was typed: the form is left on purpose. */
  readonly drop: () => void;
  /** Saves; returns the id of the record, or undefined if it was not saved. */
  readonly save: () => Promise<number | undefined>;
}

/** How long after the last letter the server checks the values. */
const TYPING_MS = 300;

interface SavingProps {
  readonly collection: string;
  /** Undefined for a new record. */
  readonly id: number | undefined;
  readonly fields: readonly FieldDto[];
  readonly opened: OpenedRecord;
  /** Whether it was opened once more, since somebody else had changed it. */
  readonly isAnew: boolean;
  readonly begin: JsonObject;
}

/** A record as it was when its form was opened; empty for a new one. */
interface OpenedRecord {
  readonly seen: JsonObject;
  /** As the form has it: values of any JSON as their texts. */
  readonly before: JsonObject;
}

/** What was typed in a form and is not saved. */
interface Typed extends OpenedRecord {
  readonly values: JsonObject;
}

/**
 * What was typed, in the record as it is now: the editor may have hidden it meanwhile. A field that was typed in and has
 * another value now leaves the record as it was, so that a save tells it; when that was told (`isAnew`), it is given up.
 */
function typedOver(now: OpenedRecord, typed: Typed, isAnew: boolean): Typed | undefined {
  const { before, values } = typed;
  const names = Object.keys({ ...before, ...values });
  const own = names.filter((name) => !isSame(values[name], before[name]));
  const kept = own.filter((name) => isSame(before[name], now.before[name]));
  if (kept.length < own.length && !isAnew) return typed;
  if (kept.length === 0) return undefined;
  const changed = Object.fromEntries(kept.map((name) => [name, values[name]]));
  return { ...now, values: { ...now.before, ...changed } };
}

/** The values of a form. The tab keeps what is typed until `drop`: by mistake, a form is left or its page loaded again. */
function useTyped({ begin, opened, isAnew }: SavingProps) {
  const [key] = useState(`preview-typed ${location.hash}`);
  const [typed] = useState(() => {
    const kept = keptIn('sessionStorage', key);
    return kept === null ? undefined : typedOver(opened, JSON.parse(kept) as Typed, isAnew); // this page wrote it
  });
  const { seen, before } = typed ?? opened;
  const [values, setValues] = useState<JsonObject>(typed?.values ?? { ...begin, ...before });
  const drop = () => keepIn('sessionStorage', key, null);
  // At once, since the page may be left before an effect runs.
  useLayoutEffect(() => {
    const isTyped = !isSame(values, { ...begin, ...before });
    const text = isTyped ? JSON.stringify({ seen, before, values } satisfies Typed) : null;
    keepIn('sessionStorage', key, text);
  }, [values]);
  return { seen, before, values, setValues, drop, isTypedBefore: typed !== undefined };
}

/** Has the server check changed values, a moment after the last letter. */
function useTryOut(
  changed: JsonObject,
  tryOut: (signal: AbortSignal) => ReturnType<typeof askEdit<OutcomeDto>>,
  tell: (outcome: OutcomeDto | undefined) => void,
): void {
  useEffect(() => {
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
  }, [changed]);
}

export function useSaving(props: SavingProps): Saving {
  const { collection, id, fields } = props;
  const { lang } = usePage();
  const { seen, before, values, setValues, drop, isTypedBefore } = useTyped(props);
  const [outcome, setOutcome] = useState<OutcomeDto>();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isRefused, setRefused] = useState(false);
  const changed = useMemo(() => {
    const names = fields.map(({ name }) => name);
    const others = names.filter((name) => !isSame(values[name], before[name]));
    return Object.fromEntries(others.map((name) => [name, values[name] ?? null]));
  }, [values]);
  const send = (isTried: boolean, signal?: AbortSignal) => {
    const path = id === undefined ? `save/${collection}` : `save/${collection}/${id}`;
    const body = { values: changed, seen, ...(isTried && { try: true }) };
    return askEdit<OutcomeDto>(path, lang, body, signal);
  };
  useTryOut(changed, (signal) => send(true, signal), setOutcome);
  const save = useUnlessRunning(async () => {
    const answer = await send(false);
    if (answer.kind === 'ok' && answer.data.ok) {
      drop();
      return answer.data.id;
    }
    setRefused(true);
    setOutcome(
      answer.kind === 'ok'
        ? answer.data
        : { ok: false, problems: [], text: whyNone(editWords[lang]) },
    );
    return undefined;
  });
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
    ...{ values, change, save, drop, isTypedBefore, isOld, isRefused },
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
