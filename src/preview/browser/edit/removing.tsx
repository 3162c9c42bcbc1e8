// Asks before a record is removed: shows what is removed with it, what stays, and what prevents the removal.
import { useEffect, useRef, useState } from 'preact/hooks';
import { listLink } from '../address.js';
import { askFor, useUnlessRunning } from '../ask.js';
import { usePage } from '../data.js';
import type { JsonObject, NamedDto, RemovalDto } from '../dto.js';
import { NamedLink } from '../named-link.js';
import { say } from '../say.js';
import { tell } from './toast.js';

/** The most records of each collection, and the most errors, that are shown. */
const SHOWN = 20;
const ERRORS = 5;

interface RemovingProps {
  readonly collection: string;
  readonly id: number;
  /** The record as the page shows it. */
  readonly record: JsonObject;
  readonly onCancel: () => void;
}

/** No other record is concerned. */
const NONE = { removedToo: [], shownBy: [], namedBy: [] };

/** The server's answer about the removal, and a function that removes. */
function useRemoval({ collection, id, record }: RemovingProps) {
  const [told, setTold] = useState<RemovalDto>();
  // The record when the question was asked, because each build brings a newer one.
  const [seen] = useState(record);
  const heading = useRef<HTMLHeadingElement>(null);
  const send = async (isTried: boolean) => {
    const along = told?.removedToo.map(({ collection, id }) => [collection, id]);
    const body = { seen, ...(isTried ? { try: true } : { along }) };
    const next = await askFor<RemovalDto>(`edit/remove/${collection}/${id}`, body);
    // A refusal may only have a message, without lists of records.
    setTold({ ...NONE, ...next });
    return next.ok;
  };
  useEffect(() => {
    send(true).then(() => heading.current?.focus());
  }, []);
  const [remove, isRunning] = useUnlessRunning(async () => {
    if (!(await send(false))) return heading.current?.focus();
    location.hash = listLink(collection);
    tell(say('Removed.'));
  });
  return { told, heading, remove, isRunning };
}

export function Removing(props: RemovingProps) {
  const { told, heading, remove, isRunning } = useRemoval(props);
  if (!told) return <p aria-busy="true" />;
  const { removedToo, shownBy, namedBy, problems, text } = told;
  const isAsked = told.ok || told.isOther;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const shown = errors.slice(0, ERRORS).map(({ message }) => message);
  const rest =
    errors.length > ERRORS ? [say('{count} more', { count: errors.length - ERRORS })] : [];
  const wrong = [...(text === undefined ? [] : [text]), ...shown, ...rest];
  return (
    <section class="removing" aria-labelledby="removing" aria-busy={isRunning || undefined}>
      <h2 id="removing" ref={heading} tabIndex={-1}>
        {isAsked ? say('Remove this?') : say('It cannot be removed:')}
      </h2>
      {shownBy.length > 0 && (
        <Records
          about={say(
            'It cannot be removed while these show it. Give them another one first, or hide it.',
          )}
          records={shownBy}
        />
      )}
      {!told.ok && wrong.length > 0 && <p class="error">{wrong.join('\n')}</p>}
      {isAsked && (
        <Records about={say('Removed with it, as it cannot be without it:')} records={removedToo} />
      )}
      {isAsked && (
        <Records
          about={say('These stay, and keep a number that leads nowhere:')}
          records={namedBy}
        />
      )}
      <div class="actions">
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
        <button type="button" class="button" disabled={isRunning} onClick={props.onCancel}>
          {say('Cancel')}
        </button>
      </div>
    </section>
  );
}

/** Records, grouped by collection. */
function Records({
  about,
  records,
}: {
  readonly about: string;
  readonly records: readonly NamedDto[];
}) {
  const { viewOf } = usePage();
  if (records.length === 0) return null;
  const collections = [...new Set(records.map(({ collection }) => collection))];
  return (
    <>
      <p>{about}</p>
      {collections.map((collection) => {
        const own = records.filter((one) => one.collection === collection);
        return (
          <details key={collection} open={own.length <= SHOWN / 2}>
            <summary>
              {say(viewOf(collection).title)} <span class="count">{own.length}</span>
            </summary>
            <ul>
              {own.slice(0, SHOWN).map((record, place) => (
                <li key={place}>
                  <NamedLink record={record} />
                </li>
              ))}
              {own.length > SHOWN && (
                <li class="faint">{say('{count} more', { count: own.length - SHOWN })}</li>
              )}
            </ul>
          </details>
        );
      })}
    </>
  );
}
