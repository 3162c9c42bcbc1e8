// The discussion of a record: each contribution is below the one that it answers, and further to the right.
import { useEffect } from 'preact/hooks';
import { recordLink } from './address.js';
import { canEdit } from './ask.js';
import { useAnswer, usePage } from './data.js';
import type { CollectionDto, CommentDto, RecordDto } from './dto.js';
import { timeInWords } from './format.js';
import { Markup } from './markup.js';
import { NamedLink, Withheld } from './named-link.js';
import { say } from './say.js';

interface DiscussionProps {
  readonly of: RecordDto;
  readonly discussion: NonNullable<CollectionDto['discussion']>;
  /** The id of the contribution that the reader wants to see; 0 for none. */
  readonly at: number;
}

export function Discussion({ of: { collection, id }, discussion, at }: DiscussionProps) {
  const { data } = useAnswer<readonly CommentDto[]>(`data/discussion/${collection}/${id}`);
  const isThere = data !== undefined;
  useEffect(() => {
    if (at > 0) document.getElementById(`at-${at}`)?.scrollIntoView({ block: 'center' });
  }, [at, isThere]);
  if (!data) return null;
  return (
    <section class="discussion">
      <h2 class="section">
        {data.length > 0
          ? say('Discussion: {count, plural, one {# comment} other {# comments}}', {
              count: data.length,
            })
          : say('Nobody has commented yet.')}
      </h2>
      {canEdit && (
        <a
          class="button"
          href={recordLink(discussion.collection, 'new', [[discussion.on, `${id}`]])}
        >
          {say('Add a comment')}
        </a>
      )}
      <ol>
        {data.map((comment) => (
          <li
            key={comment.id}
            id={`at-${comment.id}`}
            class={at === comment.id ? 'comment wanted' : 'comment'}
            style={{ '--level': `${comment.level}` }}
          >
            <Comment comment={comment} on={[discussion.on, `${id}`]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface CommentProps {
  readonly comment: CommentDto;
  /** The field that names the discussed record, and its value in an answer. */
  readonly on: readonly [string, string];
}

function Comment({ comment, on }: CommentProps) {
  const { lang, viewOf } = usePage();
  const { collection, id, author, time, html, withheld } = comment;
  const { answers = '' } = viewOf(collection).discusses ?? {};
  return (
    <article aria-label={`№ ${id}`}>
      <header>
        {author ? <NamedLink record={author} /> : <span class="item">{say('Unknown')}</span>}
        <time dateTime={time} title={time}>
          {timeInWords(time, lang)}
        </time>
        {canEdit && (
          <a href={recordLink(collection, 'new', [on, [answers, `${id}`]])}>
            {say('Reply')}
            <span class="unseen">: № {id}</span>
          </a>
        )}
        <a class="number" href={recordLink(collection, id)}>
          № {id}
        </a>
      </header>
      {withheld && <Withheld reason={withheld} />}
      <Markup html={html} heading={3} />
    </article>
  );
}
