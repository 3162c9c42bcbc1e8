// A discussion: comments below what they answer, as the API has them, further to the right the deeper
// they are. Of thousands the first are made, until the reader asks for more.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { recordLink } from './address.js';
import { useAnswer, useAround } from './data.js';
import { timeInWords } from './format.js';
import { Icon } from './icons.js';
import { EditLink } from './list.js';
import { Markup } from './markup.js';
import { isObject, nameOf, valuesAt } from './paths.js';
import type { JsonObject, ToldThread } from './told.js';

/** So many comments are made at once. */
const MOST = 200;
/** A comment further on that the reader wants to see is shown with so many before it. */
const BEFORE = 20;

interface ThreadProps {
  /** The collection and the id of what is discussed. */
  readonly above: string;
  readonly id: number;
  readonly collection: string;
  /** The comment that the reader wants to see. */
  readonly at: number | undefined;
}

export function Thread({ above, id, collection, at }: ThreadProps) {
  const { words, viewOf } = useAround();
  const { data } = useAnswer<ToldThread>(`thread/${above}/${id}`);
  const [most, setMost] = useState(MOST);
  const parent = viewOf(collection).thread?.parent ?? '';
  const comments = useMemo(() => levelsOf(data?.records ?? [], parent), [data, parent]);
  const wanted = comments.findIndex(({ record }) => record['id'] === at);
  useEffect(() => {
    if (wanted >= 0) document.getElementById(`at-${at}`)?.scrollIntoView({ block: 'center' });
  }, [at, wanted >= 0]);
  if (!data) return null;
  const first = wanted < MOST ? 0 : wanted - BEFORE;
  const more = comments.length - first - most;
  return (
    <section class="thread">
      <h2 class="section">
        {comments.length > 0 ? words.discussion(comments.length) : words.noDiscussion}
      </h2>
      {first > 0 && <a href={recordLink(above, id)}>{words.wholeDiscussion}</a>}
      <ol>
        {comments.slice(first, first + most).map(({ record, level }) => (
          <li
            key={Number(record['id'])}
            id={`at-${record['id']}`}
            class={at === record['id'] ? 'comment wanted' : 'comment'}
            style={{ '--level': `${level}` }}
          >
            <Comment collection={collection} record={record} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <button type="button" class="button" onClick={() => setMost(most + 5 * MOST)}>
          {words.moreReplies(more)}
        </button>
      )}
    </section>
  );
}

/**
 * The comments, and how deep each is. One without a parent is the placeholder that a discussion begins
 * with, and is not shown. Comments come after what they answer, as the API has them.
 */
function levelsOf(records: readonly JsonObject[], parent: string) {
  const levels = new Map<unknown, number>();
  return records.flatMap((record) => {
    const answered = record[parent] ?? null;
    const level = answered === null ? -1 : (levels.get(answered) ?? -1) + 1;
    levels.set(record['id'], level);
    return level < 0 ? [] : [{ record, level }];
  });
}

interface CommentProps {
  readonly collection: string;
  readonly record: JsonObject;
}

function Comment({ collection, record }: CommentProps) {
  const { words, lang, viewOf } = useAround();
  const { thread } = viewOf(collection);
  if (!thread) return null;
  const id = Number(record['id']);
  const [author] = valuesAt(record, thread.author);
  const named = isObject(author) ? nameOf(viewOf(thread.people).named, author) : undefined;
  const name = named ?? words.unknownAuthor;
  const [time] = valuesAt(record, thread.time);
  const [text] = valuesAt(record, thread.text);
  const [up = 0, down = 0] = [thread.up, thread.down].map((path) =>
    Number(valuesAt(record, path)[0] ?? 0),
  );
  return (
    <article aria-label={name}>
      <header>
        {isObject(author) ? (
          <a class="item" href={recordLink(thread.people, Number(author['id']))}>
            {name}
          </a>
        ) : (
          <span class="item">{name}</span>
        )}
        {typeof time === 'string' && (
          <time dateTime={time} title={time}>
            {timeInWords(time, lang)}
          </time>
        )}
        {up + down > 0 && (
          <span class="rating" title={words.rating(up, down)}>
            <Icon name="up" />
            {up}
            {down > 0 && <Icon name="down" />}
            {down > 0 && down}
          </span>
        )}
        <EditLink collection={collection} id={id} name={words.record(name, id)} />
      </header>
      {typeof text === 'string' && <Markup html={text} heading={3} />}
    </article>
  );
}
