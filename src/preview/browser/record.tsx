// A record: its form, what an editor can do with it, the records that refer to it, and its discussion.
import { listLink, recordLink } from './address.js';
import { canEdit } from './ask.js';
import { useAnswer, usePage } from './data.js';
import { Discussion } from './discussion.js';
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
  /** The values with which the form of a new record starts. */
  readonly begin?: JsonObject;
  /** The contribution to the discussion that the reader wants to see. */
  readonly at?: number;
}

export function Record({ collection, id, begin, at = 0 }: RecordProps) {
  const { viewOf, titleOf } = usePage();
  const { title, singular, discussion } = viewOf(collection);
  const path = id === undefined ? undefined : `data/record/${collection}/${id}`;
  const { data, failure } = useAnswer<RecordDto>(path);
  const isNew = id === undefined;
  const name = isNew
    ? say('Add: {one}', { one: say(singular).toLowerCase() })
    : titleOf(data ?? { collection, id, name: '' });
  // The heading is the same element before and after the answer, so that it keeps the focus.
  return (
    <>
      <a class="back" href={listLink(collection)}>
        <Icon name="back" />
        {say(title)}
      </a>
      <Heading>{name}</Heading>
      {!isNew && !data && failure && (
        <p class="empty">
          {failure === 'missing'
            ? say('There is no such record.')
            : say('The data cannot be read.')}
        </p>
      )}
      {!isNew && !data && !failure && <p aria-busy="true" />}
      {data && <InDiscussion record={data} />}
      {data && <RecordTools record={data} />}
      {(isNew || data) && <RecordForm collection={collection} opened={data} begin={begin} />}
      {data && <Referrers record={data} />}
      {data && discussion && <Discussion of={data} discussion={discussion} at={at} />}
    </>
  );
}

/** For a comment: links to its discussion, and to an answer. */
function InDiscussion({
  record: { collection, id, record, names },
}: {
  readonly record: RecordDto;
}) {
  const { viewOf, titleOf } = usePage();
  const { discusses } = viewOf(collection);
  const discussed = discusses && record[discusses.on];
  if (!discusses || typeof discussed !== 'number') return null;
  const { of, on, answers } = discusses;
  const name = names[of]?.[`${discussed}`] ?? '';
  return (
    <div class="actions">
      <a href={recordLink(of, discussed, [['at', `${id}`]])}>
        {say('In the discussion of')}: {titleOf({ collection: of, id: discussed, name })}
      </a>
      {canEdit && (
        <a
          class="button"
          href={recordLink(collection, 'new', [
            [on, `${discussed}`],
            [answers, `${id}`],
          ])}
        >
          {say('Reply')}
        </a>
      )}
    </div>
  );
}

/** How many records refer to this one, with links to them, and its place in the data files. */
function Referrers({ record }: { readonly record: RecordDto }) {
  const { viewOf, titleOf } = usePage();
  const { collection, id, place, link, referrers } = record;
  const all = Object.entries(referrers);
  return (
    <footer class="tools">
      {all.length > 0 && <h2>{say('Refer to it:')}</h2>}
      {all.map(([name, count]) => (
        <a key={name} class="button" href={listLink(name, [['of', `${collection}/${id}`]])}>
          {say(viewOf(name).title)} <span class="count">{count}</span>
        </a>
      ))}
      <a
        class="place"
        href={link}
        aria-label={say('Open in the editor: {name}', { name: titleOf(record) })}
      >
        № {id} · {place}
      </a>
    </footer>
  );
}
