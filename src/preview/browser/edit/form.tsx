// The form of a record, made from the declarations of its fields. What is typed is checked with all data, as a dry run;
// only saving writes.
import { useRef, useState } from 'preact/hooks';
import { listLink, recordLink } from '../address.js';
import { usePage } from '../data.js';
import type { FieldDto, FormsDto, JsonObject, WrittenDto } from '../dto.js';
import { titleOf } from '../facts.js';
import { Icon } from '../icons.js';
import { Heading } from '../shell.js';
import { useEdit } from './ask.js';
import { FieldGroup } from './fields.js';
import type { FormContext } from './input-props.js';
import { type Saving, useNoSave, useSaving } from './saving.js';
import { Summary } from './summary.js';
import { tell } from './toast.js';
import { words as editWords } from './words.js';

interface RecordFormProps {
  readonly collection: string;
  /** Undefined for a new record. */
  readonly id: number | undefined;
  /** Values that a new record begins with. */
  readonly begin?: JsonObject;
}

export function RecordForm({ collection, id, begin = {} }: RecordFormProps) {
  const context = usePage();
  const { lang, viewOf, say } = context;
  const words = editWords[lang];
  const forms = useEdit<FormsDto>('forms');
  // The record as it was when it was opened: a save elsewhere does not change what is typed here.
  const [opened, setOpened] = useState<WrittenDto>();
  const [attempt, setAttempt] = useState(0);
  const path = `record/${collection}/${id}?attempt=${attempt}`;
  const isFree = useNoSave();
  const isAsked = isFree && id !== undefined && !opened;
  const answer = useEdit<WrittenDto>(isAsked ? path : undefined);
  if (!opened && answer?.kind === 'ok') setOpened(answer.data);
  const isMissing = answer?.kind === 'missing';
  const { one, title } = viewOf(collection);
  const name = opened ? titleOf(context, collection, opened.record) : `${say(one)} ${id}`;
  const isReady = forms?.kind === 'ok' && isFree && (id === undefined || opened);
  const back = id === undefined ? listLink(collection) : recordLink(collection, id);
  return (
    <>
      <a class="back" href={back}>
        <Icon name="back" />
        {id === undefined ? say(title) : `${say(one)} ${id}`}
      </a>
      <Heading>{id === undefined ? words.create(say(one)) : words.changing(name)}</Heading>
      {isMissing && <p class="empty">{context.words.missing}</p>}
      {!isReady && !isMissing && <p aria-busy="true" />}
      {isReady && (
        <Fields
          {...{ collection, id, opened, begin, back, isAnew: attempt > 0 }}
          fields={forms.data[collection]!}
          onReload={() => {
            setOpened(undefined);
            setAttempt(attempt + 1);
          }}
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
  readonly isAnew: boolean;
  readonly begin: JsonObject;
  /** The link that leaves the form without saving. */
  readonly back: string;
  readonly onReload: () => void;
}

function Fields({ opened, back, onReload, ...props }: FieldsProps) {
  const { collection, fields } = props;
  const { lang, viewOf } = usePage();
  const words = editWords[lang];
  const { record: seen = {}, texts } = opened ?? {};
  const saving = useSaving({ ...props, opened: { seen, before: { ...seen, ...texts } } });
  const summary = useRef<HTMLDivElement>(null);
  const ended = (saved: number | undefined) => {
    if (saved === undefined) requestAnimationFrame(() => summary.current?.focus());
    else {
      location.hash = recordLink(collection, saved);
      tell(words.saved);
    }
  };
  const { isSaving } = saving;
  const form: FormContext = {
    wrong: saving.wrong,
    changed: saving.changed,
    names: opened?.names ?? {},
    called: (pointer) => {
      const path = pointer.slice(1).replaceAll('/', '.');
      const facts = viewOf(collection).facts.filter(({ values }) => values);
      return facts.find((fact) => fact.path.replace(/\.\*$/, '') === path)?.values;
    },
  };
  return (
    <form
      class="form"
      noValidate
      aria-busy={isSaving || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        saving.save(ended);
      }}
    >
      <div ref={summary} tabIndex={-1} class="summary" role="alert">
        <Summary saving={saving} fields={fields} onReload={onReload} />
      </div>
      {saving.isTypedBefore && <p class="faint">{words.typed}</p>}
      <fieldset class="all" disabled={isSaving}>
        <FieldGroup
          form={form}
          fields={fields}
          pointer=""
          values={saving.values}
          onChange={saving.change}
        />
      </fieldset>
      <Actions saving={saving} back={back} />
    </form>
  );
}

function Actions({
  saving: { isSaving, drop },
  back,
}: Pick<FieldsProps, 'back'> & { readonly saving: Saving }) {
  const words = editWords[usePage().lang];
  return (
    <div class="actions">
      <button type="submit" class="button main" disabled={isSaving}>
        {words.save}
      </button>
      {!isSaving && (
        <a class="button" href={back} onClick={drop}>
          {words.cancel}
        </a>
      )}
      <span role="status">{isSaving && words.saving}</span>
    </div>
  );
}
