// A discussion: comments in the order of the API, each below the comment that it answers and further to
// the right.
import { useEffect, useMemo } from 'preact/hooks';
import { commentLink, recordLink } from './address.js';
import { useAnswer, usePage } from './data.js';
import type { JsonObject, ThreadDto } from './dto.js';
import { AddLink } from './edit/tools.js';
import { words as editWords } from './edit/words.js';
import { timeInWords } from './format.js';
import { Icon } from './icons.js';
import { EditLink } from './list.js';
import { Markup } from './markup.js';
import { isObject, nameOf, valuesAt } from './paths.js';

interface ThreadProps {
  /** The collection and the id of what is discussed. */
  readonly above: string;
  readonly id: number;
  readonly collection: string;
  /** The comment that the reader wants to see. */
  readonly at: number | undefined;
}

export function Thread({ above, id, collection, at }: ThreadProps) {
  const { words, viewOf, lang } = usePage();
  const { data } = useAnswer<ThreadDto>(`thread/${above}/${id}`);
  const parent = viewOf(collection).thread?.parent ?? '';
  const comments = useMemo(() => levelsOf(data?.records ?? [], parent), [data, parent]);
  useEffect(() => {
    if (at) document.getElementById(`at-${at}`)?.scrollIntoView({ block: 'center' });
  }, [at, data !== undefined]);
  if (!data) return null;
  return (
    <section class="thread">
      <h2 class="section">
        {comments.length > 0 ? words.discussion(comments.length) : words.noDiscussion}
      </h2>
      <AddLink collection={collection} begin={{ [viewOf(above).below!.by]: id }} class="button">
        {editWords[lang].comment}
      </AddLink>
      <ol>
        {comments.map(({ record, level }) => (
          <li
            key={Number(record['id'])}
            id={`at-${record['id']}`}
            class={at === record['id'] ? 'comment wanted' : 'comment'}
            style={{ '--level': `${level}` }}
          >
            <Comment
              collection={collection}
              record={record}
              link={commentLink(above, id, collection, Number(record['id']))}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * The comments, each with its level. A record without a parent is the placeholder with which a discussion
 * begins, and is left out. In the API's order, a comment comes after the one that it answers.
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
  /** The link to this comment. */
  readonly link: string;
  readonly collection: string;
  readonly record: JsonObject;
}

function Comment({ collection, record, link }: CommentProps) {
  const { words, lang, viewOf } = usePage();
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
        <AddLink collection={collection} begin={{ [thread.parent]: id }} class="reply">
          {editWords[lang].reply}
          <span class="unseen">: {words.record(name, id)}</span>
        </AddLink>
        <a class="number" href={link}>
          № {id}
        </a>
        <EditLink collection={collection} id={id} name={words.record(name, id)} />
      </header>
      {typeof text === 'string' && <Markup html={text} heading={3} />}
    </article>
  );
}
