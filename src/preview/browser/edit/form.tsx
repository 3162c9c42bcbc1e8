// The form of a record, made from the declarations of its fields. Typed values are checked with all data, in a dry run;
// only saving writes.
import { useRef } from 'preact/hooks';
import { listLink, recordLink } from '../address.js';
import { canEdit } from '../ask.js';
import { usePage } from '../data.js';
import type { JsonObject, RecordDto } from '../dto.js';
import { say } from '../say.js';
import { FieldGroup } from './fields.js';
import { type Saving, useSaving } from './saving.js';
import { Summary } from './summary.js';
import { tell } from './toast.js';

interface RecordFormProps {
  readonly collection: string;
  /** The record; undefined for a new one. */
  readonly opened: RecordDto | undefined;
  /** The values with which the form of a new record starts. */
  readonly begin?: JsonObject | undefined;
}

export function RecordForm({ collection, opened, begin = {} }: RecordFormProps) {
  const { viewOf } = usePage();
  const { fields, discusses } = viewOf(collection);
  const saving = useSaving({ collection, fields, opened, begin });
  const summary = useRef<HTMLDivElement>(null);
  const ended = (saved: number | undefined) => {
    if (saved === undefined) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    tell(say('Saved.'));
    if (opened) return;
    // A contribution is shown in its discussion.
    const on = discusses && begin[discusses.on];
    location.hash =
      discusses && typeof on === 'number'
        ? recordLink(discusses.of, on, [['at', `${saved}`]])
        : recordLink(collection, saved);
  };
  return (
    <form
      class="form"
      noValidate
      aria-busy={saving.isSaving || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        tell(''); // the message about an earlier save
        saving.save(ended);
      }}
    >
      <div ref={summary} tabIndex={-1} class="summary" role="alert">
        <Summary saving={saving} fields={fields} />
      </div>
      <fieldset class="all" disabled={saving.isSaving || !canEdit}>
        <FieldGroup
          form={{ wrong: saving.wrong, changed: saving.changed, names: opened?.names ?? {} }}
          fields={fields}
          pointer=""
          values={saving.values}
          onChange={saving.change}
        />
      </fieldset>
      {canEdit && <Actions saving={saving} back={opened ? undefined : listLink(collection)} />}
    </form>
  );
}

interface ActionsProps {
  readonly saving: Saving;
  /** The link to leave the form of a new record. */
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
