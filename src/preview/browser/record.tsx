// The view of a record: buttons, a form, links to the records that refer to it, and its discussion.
import { useRef } from 'preact/hooks';
import { listLink, recordLink } from './address.js';
import { canEdit, isRefused } from './ask.js';
import { useAnswer, usePage } from './data.js';
import { Discussion, Reply } from './discussion.js';
import type { JsonObject, RecordDto } from './dto.js';
import { RecordForm } from './edit/form.js';
import { RecordTools } from './edit/tools.js';
import { Icon } from './icons.js';
import { say } from './say.js';
import { Heading } from './shell.js';

interface RecordProps {
  readonly collection: string;
  /** Undefined for a new record. */
  readonly id?: number;
  /** The first values in the form of a new record. */
  readonly begin?: JsonObject;
  /** The contribution to scroll to in the discussion. */
  readonly at?: number;
}

export function Record({ collection, id, begin, at = 0 }: RecordProps) {
  const { viewOf, titleOf } = usePage();
  const { title, singular, discussion } = viewOf(collection);
  const isNew = id === undefined;
  const answer = useAnswer<RecordDto>(isNew ? undefined : `data/record/${collection}/${id}`);
  const record = isRefused(answer) ? undefined : (answer ?? undefined);
  // If the record goes away while the user types, the form stays, with the record as it was.
  const last = useRef(record);
  if (record) last.current = record;
  const name = isNew
    ? say('Add: {one}', { one: say(singular).toLowerCase() })
    : titleOf(record ?? { collection, id, name: '' });
  // The heading is the same element before and after the answer, so that it keeps the focus.
  return (
    <>
      <a class="back" href={listLink(collection)}>
        <Icon name="back" />
        {say(title)}
      </a>
      <Heading>{name}</Heading>
      {!isNew && answer === undefined && <p aria-busy="true" />}
      {answer === null && <p class="empty">{say('There is no such record.')}</p>}
      {isRefused(answer) && <p class="empty">{answer.text}</p>}
      {record && <RecordTools record={record} />}
      {(isNew || last.current) && (
        <RecordForm {...{ collection, begin }} opened={last.current} isGone={!isNew && !record} />
      )}
      {record && <Referrers record={record} />}
      {record && discussion && <Discussion of={record} discussion={discussion} at={at} />}
    </>
  );
}

/** Links from a record: to its discussion, to records that refer to it, to the API, and to its data file. */
function Referrers({ record: opened }: { readonly record: RecordDto }) {
  const { viewOf, titleOf } = usePage();
  const { collection, id, record, names, place, link, api, referrers } = opened;
  const { discusses } = viewOf(collection);
  const discussed = discusses && Number(record[discusses.on]);
  return (
    <footer>
      {discusses && discussed && (
        <>
          <a class="button" href={recordLink(discusses.of, discussed, [['at', `${id}`]])}>
            {say('In the discussion of')}:{' '}
            {titleOf({
              ...{ collection: discusses.of, id: discussed },
              name: names[discusses.of]?.[`${discussed}`] ?? '',
            })}
          </a>
          {canEdit && <Reply collection={collection} on={[discusses.on, `${discussed}`]} to={id} />}
        </>
      )}
      {Object.keys(referrers).length > 0 && <span class="faint">{say('Refer to it:')}</span>}
      {Object.entries(referrers).map(([name, count]) => (
        <a key={name} class="button" href={listLink(name, [['of', `${collection}/${id}`]])}>
          {say(viewOf(name).title)} <span class="count">{count}</span>
        </a>
      ))}
      {api && (
        <a class="button" href={api} target="_blank" rel="noopener">
          {say('In the API')}
        </a>
      )}
      <a
        class="place"
        href={link}
        aria-label={say('Open in the editor: {name}', { name: titleOf(opened) })}
      >
        № {id} · {place}
      </a>
    </footer>
  );
}
