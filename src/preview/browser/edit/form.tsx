// The form of a record, made from the declarations of its fields. While the user types, the values are checked
// together with all data. Only saving writes them.
import { useRef } from 'preact/hooks';
import { labelOf } from '../../../editing/schema/inputs.js';
import { listLink, recordLink } from '../address.js';
import { canEdit } from '../ask.js';
import { usePage } from '../data.js';
import type { FieldDto, JsonObject, RecordDto } from '../dto.js';
import { say } from '../say.js';
import { FieldGroup } from './fields.js';
import { idOf } from './inputs.js';
import { useSaving } from './saving.js';
import { tell } from './toast.js';

interface RecordFormProps {
  readonly collection: string;
  /** The record; undefined for the form of a new record. */
  readonly opened: RecordDto | undefined;
  /** The first values in the form of a new record. */
  readonly begin?: JsonObject | undefined;
  /** Whether the record is no longer there. Then the form is only shown if the user has typed something in it. */
  readonly isGone?: boolean;
}

export function RecordForm({ collection, opened, begin = {}, isGone = false }: RecordFormProps) {
  const { viewOf } = usePage();
  const { fields, discusses } = viewOf(collection);
  const summary = useRef<HTMLDivElement>(null);
  const ended = (saved: number | undefined) => {
    if (saved === undefined) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    tell(say('Saved.'));
    if (opened) return;
    // If the form began with the discussed record, a new contribution is now shown in the discussion of this record.
    const on = discusses && begin[discusses.on];
    location.hash =
      discusses && typeof on === 'number'
        ? recordLink(discusses.of, on, [['at', `${saved}`]])
        : recordLink(collection, saved);
  };
  const saving = useSaving({ collection, fields, opened, begin, ended });
  const { wrong, changed, values, meanwhile, type, isSaving, isChanged } = saving;
  if (isGone && !isChanged) return null;
  return (
    <form
      class="form"
      noValidate
      aria-busy={isSaving || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        tell(''); // removes the message about an earlier save
        saving.save();
      }}
    >
      {isGone && (
        <p class="warning">
          {say('What you typed stays here, and can be saved when the record is back.')}
        </p>
      )}
      <div ref={summary} tabIndex={-1} class="summary" role="alert">
        <Summary saving={saving} fields={fields} />
      </div>
      <fieldset class="all" disabled={isSaving || !canEdit}>
        <FieldGroup
          form={{ wrong, changed, meanwhile, names: opened?.names ?? {} }}
          fields={fields}
          pointer=""
          values={values}
          onChange={type}
        />
      </fieldset>
      {canEdit && <Actions saving={saving} back={opened ? undefined : listLink(collection)} />}
    </form>
  );
}

interface ActionsProps {
  readonly saving: ReturnType<typeof useSaving>;
  /** For the form of a new record: the address to which the button “Cancel” leads. */
  readonly back: string | undefined;
}

function Actions({ saving: { isSaving, isChanged, reset }, back }: ActionsProps) {
  return (
    <div class="actions">
      <button type="submit" class="button main" disabled={isSaving}>
        {say('Save')}
      </button>
      {back !== undefined && !isSaving && (
        <a class="button" href={back}>
          {say('Cancel')}
        </a>
      )}
      {back === undefined && isChanged && !isSaving && (
        <button type="button" class="button" onClick={reset}>
          {say('Discard')}
        </button>
      )}
      <span role="status">
        {isSaving ? say('Saving…') : isChanged && say('What you typed is not saved yet.')}
      </span>
    </div>
  );
}

interface SummaryProps {
  readonly saving: ReturnType<typeof useSaving>;
  readonly fields: readonly FieldDto[];
}

/** Why a record cannot be saved: messages, and for each value with an error a button that leads to its input. */
function Summary({ saving, fields }: SummaryProps) {
  const { isRefused, trouble } = saving;
  const wrong = [...saving.wrong].filter(([, { isError }]) => isError);
  if (!isRefused || wrong.length + trouble.length === 0) return null;
  const nameOf = (pointer: string) => {
    const field = fields.find(({ name }) => name === pointer.split('/')[1]);
    return field ? labelOf(field, say) : pointer.slice(1);
  };
  return (
    <div class="wrongs">
      <h2>{say('Correct this, then save again')}</h2>
      <p class="lines">{trouble.join('\n')}</p>
      <ul>
        {wrong.map(([pointer, { text }]) => (
          <li key={pointer}>
            <button
              type="button"
              class="button"
              onClick={() => document.getElementById(idOf(pointer))?.focus()}
            >
              {nameOf(pointer)}
            </button>
            : {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
