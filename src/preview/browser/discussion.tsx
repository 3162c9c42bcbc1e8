// The discussion of a record. An answer is shown below the contribution that it answers, and is indented.
import { useEffect } from 'preact/hooks';
import { recordLink } from './address.js';
import { canEdit, isRefused } from './ask.js';
import { useAnswer, usePage } from './data.js';
import type { CollectionDto, CommentDto, RecordDto } from './dto.js';
import { timeInWords } from './format.js';
import { Markup } from './markup.js';
import { NamedLink, Withheld } from './named-link.js';
import { say } from './say.js';

interface DiscussionProps {
  readonly of: RecordDto;
  readonly discussion: NonNullable<CollectionDto['discussion']>;
  /** The id of the contribution to scroll to; 0 for none. */
  readonly at: number;
}

export function Discussion({ of: { collection, id }, discussion, at }: DiscussionProps) {
  const answer = useAnswer<readonly CommentDto[]>(`data/discussion/${collection}/${id}`);
  const isThere = answer !== undefined;
  useEffect(() => {
    if (at > 0) document.getElementById(`at-${at}`)?.scrollIntoView({ block: 'center' });
  }, [at, isThere]);
  if (!answer || isRefused(answer)) return null;
  return (
    <section class="discussion">
      <h2>
        {answer.length > 0
          ? say('Discussion: {count, plural, one {# comment} other {# comments}}', {
              count: answer.length,
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
        {answer.map((comment) => (
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
  /** The field that refers to the discussed record, and the id of this record. */
  readonly on: readonly [string, string];
}

function Comment({ comment, on }: CommentProps) {
  const { lang } = usePage();
  const { collection, id, author, time, html, withheld } = comment;
  return (
    <article aria-label={`№ ${id}`}>
      <header>
        {author ? <NamedLink record={author} /> : <span class="item">{say('Unknown')}</span>}
        <time dateTime={time} title={time}>
          {timeInWords(time, lang)}
        </time>
        {canEdit && <Reply collection={collection} on={on} to={id} />}
        <a class="place" href={recordLink(collection, id)}>
          № {id}
        </a>
      </header>
      {withheld && <Withheld reason={withheld} />}
      <Markup html={html} heading={3} />
    </article>
  );
}

interface ReplyProps {
  readonly collection: string;
  /** The field that refers to the discussed record, and the id of this record. */
  readonly on: readonly [string, string];
  /** The id of the contribution to answer. */
  readonly to: number;
}

/** The link to a form in which the user answers a contribution. */
export function Reply({ collection, on, to }: ReplyProps) {
  const { viewOf } = usePage();
  const { answers = '' } = viewOf(collection).discusses ?? {};
  return (
    <a href={recordLink(collection, 'new', [on, [answers, `${to}`]])}>
      {say('Reply')}
      <span class="unseen">: № {to}</span>
    </a>
  );
}
