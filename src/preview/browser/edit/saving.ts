// The state of a form: the typed values, what is wrong with them, and how they are saved. While somebody types, the
// server checks the values in a dry run; only saving writes.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { FieldDto, Json, JsonObject, OutcomeDto } from '../dto.js';
import { keepIn, keptIn } from '../kept.js';
import { askEdit, useUnlessRunning, whyNone } from './ask.js';
import { withParagraphs } from './paragraphs.js';
import { tell } from './toast.js';
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
  /** The changed values, as they are saved. */
  readonly changed: JsonObject;
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
  /** Saves, then calls `ended` with the id of the record, or undefined if it was not saved; unless the form was left. */
  readonly save: (ended: (id: number | undefined) => void) => Promise<void>;
  /** Whether a save is under way: nothing can be typed then. */
  readonly isSaving: boolean;
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
function typedOver({ fields, opened: now, isAnew }: SavingProps, typed: Typed): Typed | undefined {
  const { before, values } = typed;
  const names = Object.keys({ ...before, ...values });
  const sent = changedIn(fields, values, before);
  // What the record has by now was saved after all: the page was closed before the answer came.
  const own = names.filter(
    (name) => !isSame(values[name], before[name]) && !isSame(sent[name], now.before[name] ?? null),
  );
  const kept = own.filter((name) => isSame(before[name], now.before[name]));
  if (kept.length < own.length && !isAnew) return typed;
  if (kept.length === 0) return undefined;
  const changed = Object.fromEntries(kept.map((name) => [name, values[name]]));
  return { ...now, values: { ...now.before, ...changed } };
}

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

const keyNow = () => `preview-typed ${location.hash}`;

/** The values of a form. The tab keeps what is typed until `drop`: by mistake, a form is left or its page loaded again. */
function useTyped(props: SavingProps) {
  const { begin, opened } = props;
  const [key] = useState(keyNow);
  const [typed] = useState(() => {
    const kept = keptIn('sessionStorage', key);
    return kept === null ? undefined : typedOver(props, JSON.parse(kept) as Typed); // this page wrote it
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
  return { key, seen, before, values, setValues, drop, isTypedBefore: typed !== undefined };
}

/** The saves under way, by the key of what was typed. */
const underWay = new Map<string, Promise<unknown>>();

/** Whether no save is under way that was begun before this form was left: the record is another one after it. */
export function useNoSave(): boolean {
  const [last] = useState(() => underWay.get(keyNow()));
  const [isOver, setOver] = useState(last === undefined);
  useEffect(() => {
    last?.then(() => setOver(true));
  }, []);
  return isOver;
}

/** Has the server check changed values, a moment after the last letter; not those that are sent to be saved. */
function useTryOut(
  changed: JsonObject,
  isSent: boolean,
  tryOut: (signal: AbortSignal) => ReturnType<typeof askEdit<OutcomeDto>>,
  tell: (outcome: OutcomeDto | undefined) => void,
): void {
  useEffect(() => {
    if (isSent) return;
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
  }, [changed, isSent]);
}

export function useSaving(props: SavingProps): Saving {
  const { collection, id, fields } = props;
  const { lang } = usePage();
  const { key, seen, before, values, setValues, drop, isTypedBefore } = useTyped(props);
  const [outcome, setOutcome] = useState<OutcomeDto>();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isRefused, setRefused] = useState(false);
  const changed = useMemo(() => changedIn(fields, values, before), [values]);
  const sent = useRef<JsonObject>();
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const send = (isTried: boolean, signal?: AbortSignal) => {
    const path = id === undefined ? `save/${collection}` : `save/${collection}/${id}`;
    const body = { values: changed, seen, ...(isTried && { try: true }) };
    return askEdit<OutcomeDto>(path, lang, body, signal);
  };
  useTryOut(changed, sent.current === changed, (signal) => send(true, signal), setOutcome);
  const [save, isSaving] = useUnlessRunning(async (ended: Parameters<Saving['save']>[0]) => {
    sent.current = changed;
    const kept = keptIn('sessionStorage', key);
    const asked = send(false);
    underWay.set(key, asked);
    const answer = await asked;
    underWay.delete(key);
    const { ok, ...outcome } =
      answer.kind === 'ok'
        ? answer.data
        : { ok: false, problems: [], text: whyNone(editWords[lang]) };
    if (!ok) {
      setRefused(true);
      setOutcome({ ok, ...outcome });
      if (isLeft.current) tell(editWords[lang].unsaved);
    } else if (keptIn('sessionStorage', key) === kept) drop();
    if (!isLeft.current) ended(ok ? outcome.id : undefined);
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
    ...{ values, change, changed, save, isSaving, drop, isTypedBefore, isOld, isRefused },
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
