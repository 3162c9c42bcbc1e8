// The form of a record, made of what the model says of its fields. What is typed is tried out on all data; nothing is
// written before it is saved.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { usePage } from '../data.js';
import type { FieldDto, FormsDto, Json, JsonObject, OutcomeDto, WrittenDto } from '../dto.js';
import { Heading } from '../shell.js';
import { askEdit, useEdit } from './ask.js';
import { Field, type FormContext, idOf } from './inputs.js';
import { words as editWords } from './words.js';

interface RecordFormProps {
  readonly collection: string;
  /** Undefined for a new record. */
  readonly id: number | undefined;
  /** Values that a new record begins with. */
  readonly begin?: JsonObject;
}

/** So long after the last letter it is tried out. */
const TYPING_MS = 300;

export function RecordForm({ collection, id, begin = {} }: RecordFormProps) {
  const { lang, viewOf, say } = usePage();
  const words = editWords[lang];
  const forms = useEdit<FormsDto>('forms');
  // The record as it was when it was opened: what is saved meanwhile does not change what is typed here.
  const [opened, setOpened] = useState<WrittenDto>();
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    setOpened(undefined);
    askEdit<WrittenDto>(`record/${collection}/${id}`, lang).then((answer) => {
      if (answer.kind === 'ok') setOpened(answer.data);
      else setMissing(true);
    });
  }, [collection, id, attempt]);
  const one = say(viewOf(collection).one);
  const title = id === undefined ? words.create(one) : `${words.change}: ${one} ${id}`;
  const isReady = forms?.kind === 'ok' && (id === undefined || opened);
  return (
    <>
      <Heading>{title}</Heading>
      {isMissing && <p class="empty">{usePage().words.missing}</p>}
      {!isReady && !isMissing && <p aria-busy="true" />}
      {isReady && (
        <Fields
          key={attempt}
          collection={collection}
          id={id}
          fields={forms.data[collection]!.fields}
          opened={opened}
          begin={begin}
          onReload={() => setAttempt(attempt + 1)}
        />
      )}
    </>
  );
}

interface FieldsProps {
  readonly collection: string;
  readonly id: number | undefined;
  readonly fields: readonly FieldDto[];
  readonly opened: WrittenDto | undefined;
  readonly begin: JsonObject;
  readonly onReload: () => void;
}

function Fields({ collection, id, fields, opened, begin, onReload }: FieldsProps) {
  const page = usePage();
  const { lang, viewOf } = page;
  const words = editWords[lang];
  const before = opened?.record ?? {};
  const [values, setValues] = useState<JsonObject>(opened ? before : begin);
  const [outcome, setOutcome] = useState<OutcomeDto>();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState<{ text: string; isOld: boolean }>();
  const summary = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const changed = useMemo(() => {
    const names = fields.map(({ name }) => name);
    const others = names.filter((name) => !isSame(values[name], before[name]));
    return Object.fromEntries(others.map((name) => [name, values[name] ?? null]));
  }, [values]);
  const path = `save/${collection}${id === undefined ? '' : `/${id}`}`;
  const send = (isTry: boolean, signal?: AbortSignal) =>
    askEdit<OutcomeDto>(
      path,
      lang,
      { values: changed, seen: before, ...(isTry && { try: true }) },
      signal,
    );
  const take = (outcome: OutcomeDto) => {
    setTrouble(outcome.isOld ? { text: outcome.text ?? '', isOld: true } : undefined);
    setOutcome(outcome.isOld ? undefined : outcome);
  };
  useEffect(() => {
    if (Object.keys(changed).length === 0) {
      setOutcome(undefined);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await send(true, stop.signal);
      if (stop.signal.aborted) return;
      if (answer.kind === 'ok') take(answer.data);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [changed]);
  const save = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setAsked(true);
    const answer = await send(false);
    isBusy.current = false;
    if (answer.kind === 'ok' && answer.data.ok) {
      location.hash = recordLink(collection, answer.data.id ?? id ?? 0);
      return;
    }
    if (answer.kind === 'ok') take(answer.data);
    else setTrouble({ text: words.lost, isOld: false });
    requestAnimationFrame(() => summary.current?.focus());
  };
  const own = outcome?.problems.filter(({ field }) => field !== null) ?? [];
  const isShown = (field: string | null) =>
    isAsked || touched.has((field ?? '').split('/')[1] ?? '');
  const wrong = new Map<string, string[]>();
  for (const { field, message, hint } of own) {
    if (!isShown(field)) continue;
    const text = [message, ...(hint === undefined ? [] : [hint])].join(' → ');
    wrong.set(field!, [...(wrong.get(field!) ?? []), text]);
  }
  const general = outcome?.problems.filter(({ field }) => field === null) ?? [];
  const isGeneral = isAsked && (general.length > 0 || outcome?.text !== undefined);
  const form: FormContext = {
    wrong,
    names: opened?.names ?? {},
    called: (pointer) => {
      const name = pointer.slice(1).replaceAll(/\/\d+/g, '.*').replaceAll('/', '.');
      return viewOf(collection).facts.find(({ path }) => path === name)?.values;
    },
  };
  const fieldOf = (field: FieldDto) => (
    <Field
      key={field.name}
      form={form}
      field={field}
      pointer={`/${field.name}`}
      value={values[field.name]}
      onChange={(value: Json | undefined) => {
        setTouched((all) => new Set([...all, field.name]));
        setValues((all) => ({ ...all, [field.name]: value }));
      }}
    />
  );
  const isMain = (field: FieldDto) =>
    field.isMain || before[field.name] !== undefined || begin[field.name] !== undefined;
  const rest = fields.filter((field) => !isMain(field));
  const isRestWrong = rest.some(({ name }) =>
    [...wrong.keys()].some((at) => at.startsWith(`/${name}`)),
  );
  const cancel = id === undefined ? `#/${collection}` : recordLink(collection, id);
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div ref={summary} tabIndex={-1} class="summary" role="alert">
        {trouble && (
          <p class="error">
            {trouble.text}{' '}
            {trouble.isOld && (
              <button type="button" class="button" onClick={onReload}>
                {words.old}
              </button>
            )}
          </p>
        )}
        {isAsked && wrong.size > 0 && (
          <>
            <p class="error">{words.fix}</p>
            <ul>
              {[...wrong].map(([pointer, messages]) => (
                <li key={pointer}>
                  <button
                    type="button"
                    class="link"
                    onClick={() => document.getElementById(idOf(pointer))?.focus()}
                  >
                    {pointer.slice(1)}
                  </button>
                  : {messages.join(' ')}
                </li>
              ))}
            </ul>
          </>
        )}
        {isGeneral && (
          <>
            <p class="error">{words.general}</p>
            <pre>
              {[outcome?.text, ...general.map(({ message }) => message)].filter(Boolean).join('\n')}
            </pre>
          </>
        )}
      </div>
      {fields.filter(isMain).map(fieldOf)}
      {rest.length > 0 && (
        <details open={isRestWrong}>
          <summary class="button">{words.more}</summary>
          {rest.map(fieldOf)}
        </details>
      )}
      <div class="actions">
        <button type="submit" class="button main">
          {words.save}
        </button>
        <a class="button" href={cancel}>
          {words.cancel}
        </a>
      </div>
    </form>
  );
}

const isSame = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);
