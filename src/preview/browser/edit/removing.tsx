// Asks before a record is removed. Shows what would be removed with it, what would stay, and what prevents the
// removal.
import { useEffect, useRef, useState } from 'preact/hooks';
import { labelOf } from '../../../editing/schema/inputs.js';
import { listLink } from '../address.js';
import { type Answer, ask, messagesOf, useUnlessRunning } from '../ask.js';
import { usePage } from '../data.js';
import type { JsonObject, NamedDto, RemovalDto } from '../dto.js';
import { NamedLink } from '../named-link.js';
import { say } from '../say.js';
import { tell } from './toast.js';

/** The most records that are shown in each list. */
const SHOWN = 10;

interface RemovingProps {
  readonly collection: string;
  readonly id: number;
  /** The record as the page shows it. */
  readonly record: JsonObject;
  readonly onEnd: () => void;
}

/** The server's answer about the removal, and a function that removes the record. */
function useRemoval({ collection, id, record }: RemovingProps) {
  const [told, setTold] = useState<Answer<RemovalDto>>(null);
  // The record as the question is about it. The record on the page is replaced after each change of the data.
  const [seen, setSeen] = useState(record);
  const dialog = useRef<HTMLDialogElement>(null);
  // The lists are missing if the answer is a refusal that only has a message.
  const {
    removedToo = [],
    shownBy = [],
    namedBy = [],
    changed = [],
    canBeHidden,
  }: Partial<RemovalDto> = told ?? {};
  const send = async (how: object) => {
    const answer = await ask<RemovalDto>(`edit/remove/${collection}/${id}`, { seen, ...how });
    setTold(answer);
    if (answer && 'record' in answer) setSeen(answer.record);
    return answer?.ok;
  };
  useEffect(() => {
    send({ try: true }).then(() => dialog.current?.showModal());
  }, []);
  const [remove, isRunning] = useUnlessRunning(async () => {
    const along = removedToo.map(({ collection, id }) => [collection, id]);
    if (!(await send({ along }))) return;
    location.hash = listLink(collection);
    tell(say('Removed.'));
  });
  return { told, dialog, removedToo, shownBy, namedBy, changed, canBeHidden, remove, isRunning };
}

export function Removing(props: RemovingProps) {
  const { viewOf } = usePage();
  const { told, dialog, removedToo, shownBy, namedBy, changed, canBeHidden, remove, isRunning } =
    useRemoval(props);
  const labels = viewOf(props.collection).fields.flatMap((field) =>
    changed.includes(field.name) ? [labelOf(field, say)] : [],
  );
  if (!told) return <p aria-busy="true" />;
  const isAsked = told.ok || ('isOther' in told && told.isOther);
  return (
    <dialog ref={dialog} aria-labelledby="removing" onClose={props.onEnd}>
      <h2 id="removing">{isAsked ? say('Remove this?') : say('It cannot be removed:')}</h2>
      <Records
        about={
          canBeHidden
            ? say(
                'These records refer to it. First choose another record in them, or hide this one from readers instead.',
              )
            : say(
                'These records refer to it. First choose another record in them, or leave it out there.',
              )
        }
        records={shownBy}
      />
      {!told.ok && <p class="error lines">{messagesOf(told)}</p>}
      {changed.length > 0 && (
        <p>{say('Changed meanwhile: {fields}', { fields: labels.join(', ') })}</p>
      )}
      {isAsked && (
        <>
          <Records
            about={say('These are removed, too, because they cannot exist without it:')}
            records={removedToo}
          />
          <Records
            about={say('These records stay, with an id that no longer exists:')}
            records={namedBy}
          />
        </>
      )}
      <form method="dialog" class="actions">
        {isAsked && (
          <button
            type="button"
            class="button main danger"
            disabled={isRunning}
            onClick={() => remove()}
          >
            {removedToo.length === 0
              ? say('Remove')
              : say('Remove all {count}', { count: removedToo.length + 1 })}
          </button>
        )}
        <button type="submit" class="button" disabled={isRunning}>
          {say('Cancel')}
        </button>
      </form>
    </dialog>
  );
}

interface RecordsProps {
  readonly about: string;
  readonly records: readonly NamedDto[];
}

/** The first {@link SHOWN} of the records, each with the word for its kind. */
function Records({ about, records }: RecordsProps) {
  const { viewOf } = usePage();
  if (records.length === 0) return null;
  return (
    <>
      <p>{about}</p>
      <ul>
        {records.slice(0, SHOWN).map((record, place) => (
          <li key={place}>
            {record.name && `${say(viewOf(record.collection).singular)}: `}
            <NamedLink record={record} />
          </li>
        ))}
        {records.length > SHOWN && (
          <li class="faint">{say('{count} more', { count: records.length - SHOWN })}</li>
        )}
      </ul>
    </>
  );
}
