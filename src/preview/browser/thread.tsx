// A discussion: comments below what they answer. Deep and long branches are folded, and what is folded is
// not made, so that a discussion of thousands opens as fast as a short one.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { recordLink } from './address.js';
import { useAnswer, useAround } from './data.js';
import { initials, timeInWords } from './format.js';
import { Icon } from './icons.js';
import { EditLink } from './list.js';
import { ShortMarkup } from './markup.js';
import { isObject, nameOf, valuesAt } from './paths.js';
import type { JsonObject, ToldThread, ToldView } from './told.js';
import { type Branch, branchesOf, pathTo } from './tree.js';

/** So many comments in a row are made at once. */
const ROW = 50;
/** Answers that are deeper are folded; on a narrow page earlier, since each level takes room. */
const DEPTH = { wide: 4, narrow: 2 };
const NARROW = 600;
/** A comment that is deeper is shown with so many of those above it, and not from the beginning. */
const ABOVE = 20;

interface ThreadProps {
  /** The collection and the id of what is discussed. */
  readonly above: string;
  readonly id: number;
  readonly collection: string;
  /** The comment that the reader wants to see. */
  readonly at: number | undefined;
  readonly version: unknown;
}

export function Thread({ above, id, collection, at, version }: ThreadProps) {
  const { words, viewOf } = useAround();
  const path = `thread/${above}/${id}`;
  const { data } = useAnswer<ToldThread>(path, path, version);
  const view = viewOf(collection);
  const parent = view.thread?.parent ?? '';
  const branches = useMemo(() => (data ? branchesOf(data.records, parent) : []), [data, parent]);
  const open = useMemo(() => pathTo(branches, at), [branches, at]);
  const isThere = branches.length > 0;
  useEffect(() => {
    if (at !== undefined && isThere)
      document.getElementById(`at-${at}`)?.scrollIntoView({ block: 'center' });
  }, [at, isThere]);
  if (!data) return null;
  const count = branches.reduce((sum, { size }) => sum + size, 0);
  const first = open.size > 2 * ABOVE ? [...open][ABOVE] : undefined;
  return (
    <section class="thread">
      <h2 class="section">{count > 0 ? words.discussion(count) : words.noDiscussion}</h2>
      {first && <a href={recordLink(above, id)}>{words.wholeDiscussion}</a>}
      {/* For another comment it is unfolded anew. */}
      <Row
        key={at ?? 0}
        branches={first ? [first] : branches}
        depth={0}
        around={{ collection, view, open, at }}
      />
    </section>
  );
}

/** What all of a discussion has in common. */
interface Surroundings {
  readonly collection: string;
  readonly view: ToldView;
  /** The comments on the way to the one that the reader wants to see, and that one. */
  readonly open: ReadonlySet<Branch>;
  readonly at: number | undefined;
}

interface RowProps {
  readonly branches: readonly Branch[];
  readonly depth: number;
  readonly around: Surroundings;
}

function Row({ branches, depth, around }: RowProps) {
  const { words } = useAround();
  const wanted = branches.findIndex((branch) => around.open.has(branch)) + 1;
  const [most, setMost] = useState(ROW);
  const shown = branches.slice(0, Math.max(most, wanted));
  const rest = branches.slice(shown.length);
  if (branches.length === 0) return null;
  return (
    <>
      <ol class="row">
        {shown.map((branch) => (
          <Comment
            key={Number(branch.record['id'])}
            branch={branch}
            depth={depth}
            around={around}
          />
        ))}
      </ol>
      {rest.length > 0 && (
        <button type="button" class="button" onClick={() => setMost(shown.length + 10 * ROW)}>
          {words.moreReplies(rest.reduce((sum, { size }) => sum + size, 0))}
        </button>
      )}
    </>
  );
}

function Comment({
  branch,
  depth,
  around,
}: {
  branch: Branch;
  depth: number;
  around: Surroundings;
}) {
  const { words, lang, viewOf } = useAround();
  const { record, answers, size } = branch;
  const { thread } = around.view;
  const id = Number(record['id']);
  const [author] = valuesAt(record, thread?.author ?? '');
  const named = isObject(author) ? nameOf(viewOf(thread?.people ?? '').named, author) : undefined;
  const name = named ?? words.unknownAuthor;
  const [time] = valuesAt(record, thread?.time ?? '');
  const [text] = valuesAt(record, thread?.text ?? '');
  const most = innerWidth < NARROW ? DEPTH.narrow : DEPTH.wide;
  return (
    <li id={`at-${id}`} class={around.at === id ? 'comment wanted' : 'comment'}>
      <article aria-label={name}>
        <header>
          <span class="initials" aria-hidden="true">
            {initials(name)}
          </span>
          {isObject(author) ? (
            <a href={`#/${thread?.people}/${author['id']}`}>{name}</a>
          ) : (
            <span>{name}</span>
          )}
          {typeof time === 'string' && (
            <time dateTime={time} title={time}>
              {timeInWords(time, lang)}
            </time>
          )}
          <Rating record={record} view={around.view} />
          <EditLink collection={around.collection} id={id} name={words.record(name, id)} />
        </header>
        {typeof text === 'string' && <ShortMarkup html={text} />}
      </article>
      {depth + 1 < most || answers.length === 0 ? (
        <Row branches={answers} depth={depth + 1} around={around} />
      ) : (
        <Folded branch={branch} count={size - 1} around={around} />
      )}
    </li>
  );
}

/** Answers that are made when the reader unfolds them; from there on they are not further indented. */
function Folded({
  branch,
  count,
  around,
}: {
  branch: Branch;
  count: number;
  around: Surroundings;
}) {
  const { words } = useAround();
  const isWanted = around.open.has(branch) && Number(branch.record['id']) !== around.at;
  const [isOpen, setOpen] = useState(isWanted);
  return (
    <details
      class="folded"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.replies(count)}</summary>
      {isOpen && <Row branches={branch.answers} depth={0} around={around} />}
    </details>
  );
}

function Rating({
  record,
  view: { thread },
}: {
  readonly record: JsonObject;
  readonly view: ToldView;
}) {
  const { words } = useAround();
  const [up = 0] = valuesAt(record, thread?.up ?? '').map(Number);
  const [down = 0] = valuesAt(record, thread?.down ?? '').map(Number);
  if (up === 0 && down === 0) return null;
  return (
    <span class="rating" title={words.rating(up, down)}>
      <span class="unseen">{words.rating(up, down)}</span>
      <span aria-hidden="true">
        <Icon name="up" />
        {up}
      </span>
      {down > 0 && (
        <span aria-hidden="true">
          <Icon name="down" />
          {down}
        </span>
      )}
    </span>
  );
}
