// The view of a record: its facts, texts and polls, the records below it, its JSON and its place.
import { commentLink, editorLink, listLink, recordLink } from './address.js';
import { useAnswer, usePage } from './data.js';
import type { FactDto, JsonObject, NamedDto, PlaceDto, RecordDto, WrittenDto } from './dto.js';
import { canEdit, useEdit } from './edit/ask.js';
import { RecordTools } from './edit/tools.js';
import { Facts, titleOf } from './facts.js';
import { Icon } from './icons.js';
import { List } from './list.js';
import { Markup } from './markup.js';
import { isObject, valuesAt } from './paths.js';
import { Heading } from './shell.js';
import { Thread } from './thread.js';

interface RecordProps {
  readonly collection: string;
  readonly id: number;
  readonly query: URLSearchParams;
}

export function Record({ collection, id, query }: RecordProps) {
  const context = usePage();
  const { words, say } = context;
  const view = context.viewOf(collection);
  const { data: published, failure } = useAnswer<RecordDto>(`record/${collection}/${id}`);
  const answer = useEdit<WrittenDto>(`record/${collection}/${id}`);
  const written = answer?.kind === 'ok' ? answer.data : undefined;
  // Editors also see records that are withheld from readers.
  const data = published ?? (failure ? written : undefined);
  const name = data ? titleOf(context, collection, data.record) : words.record(say(view.one), id);
  const isWaiting = !data && (!failure || (canEdit && !answer));
  // The heading is the same element before and after the answer, so that it keeps the focus.
  return (
    <>
      <a class="back" href={listLink(collection)}>
        <Icon name="back" />
        {say(view.title)}
      </a>
      <article>
        <Heading>{name}</Heading>
        {!data && failure && !isWaiting && (
          <p class="empty">{failure === 'missing' ? words.gone : words.noSnapshot}</p>
        )}
        {isWaiting && <p aria-busy="true" />}
        {written && <RecordTools collection={collection} id={id} written={written} />}
        {data && <Contents collection={collection} name={name} data={data} />}
      </article>
      {published && <Below collection={collection} id={id} query={query} />}
    </>
  );
}

interface ContentsProps {
  readonly collection: string;
  readonly name: string;
  readonly data: RecordDto;
}

function Contents({ collection, name, data: { record, names } }: ContentsProps) {
  const { facts, polls } = usePage().viewOf(collection);
  const { data: place } = useAnswer<PlaceDto>(`place/${collection}/${record['id']}`);
  // The facts of an article, such as author and date, stand in one line above its text.
  const isArticle = facts.some(({ form }) => form === 'markup');
  return (
    <>
      {place?.above && <Above above={place.above} collection={collection} record={record} />}
      <Facts form={isArticle ? 'line' : 'fields'} facts={facts} record={record} names={names} />
      {facts.map((fact) => (
        <LongText key={fact.path} fact={fact} record={record} />
      ))}
      {polls !== undefined &&
        valuesAt(record, polls).map(
          (poll, place) => isObject(poll) && <Poll key={place} poll={poll} />,
        )}
      <Tools collection={collection} record={record} name={name} place={place} />
    </>
  );
}

interface AboveProps {
  readonly above: NamedDto;
  readonly collection: string;
  readonly record: JsonObject;
}

/** What a comment is on, and its place in the discussion; the record that begins a discussion is not shown there. */
function Above({ above, collection, record }: AboveProps) {
  const { words, say, viewOf } = usePage();
  const isShown = valuesAt(record, viewOf(collection).thread?.parent ?? '').length > 0;
  const link = commentLink(above.collection, above.id, collection, Number(record['id']));
  return (
    <p class="actions">
      <a href={recordLink(above.collection, above.id)}>
        {say(viewOf(above.collection).one)}: {above.name || `№ ${above.id}`}
      </a>
      {isShown && <a href={link}>{words.inDiscussion}</a>}
    </p>
  );
}

/** A text of more than a line: markup, or a text with line breaks. */
function LongText({ fact, record }: { readonly fact: FactDto; readonly record: JsonObject }) {
  const { say } = usePage();
  const [text] = valuesAt(record, fact.path);
  if (typeof text !== 'string') return null;
  if (fact.form === 'markup') return <Markup html={text} heading={2} />;
  if (fact.form !== 'lines') return null;
  return (
    <section class="text">
      <h2>{say(fact.label)}</h2>
      <p class="lines">{text}</p>
    </section>
  );
}

/** A poll and how the votes fell. */
function Poll({ poll }: { readonly poll: JsonObject }) {
  const { words } = usePage();
  const variants = valuesAt(poll, 'variants.*').filter(isObject);
  const votes = variants.map((variant) => valuesAt(variant, 'votes.*').length);
  const all = votes.reduce((sum, count) => sum + count, 0);
  return (
    <section class="poll">
      <h2>
        {words.poll}: {String(poll['title'] ?? '')}
      </h2>
      <ul>
        {variants.map((variant, place) => (
          <li key={place}>
            <span>{String(variant['title'] ?? '')}</span>
            <span class="count">{words.votes(votes[place]!)}</span>
            <progress max={Math.max(1, all)} value={votes[place]} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ToolsProps {
  readonly collection: string;
  readonly record: JsonObject;
  readonly name: string;
  readonly place: PlaceDto | undefined;
}

/** The record's id, its place in the data files, and its JSON. */
function Tools({ collection, record, name, place }: ToolsProps) {
  const { words } = usePage();
  return (
    <footer class="tools">
      <code class="faint">№ {Number(record['id'])}</code>
      <a
        class="button"
        href={editorLink(collection, Number(record['id']))}
        aria-label={words.openRecord(name)}
      >
        <Icon name="edit" />
        {place ? <code>{`${place.file}:${place.line}`}</code> : words.open}
      </a>
      <details>
        <summary class="button">
          <Icon name="code" />
          {words.json}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre tabIndex={0}>{JSON.stringify(record, null, 2)}</pre>
      </details>
    </footer>
  );
}

/** The records that belong to this one: a discussion, or a list. */
function Below({ collection, id, query }: RecordProps) {
  const { viewOf, say } = usePage();
  const { below } = viewOf(collection);
  if (!below) return null;
  const { form, title } = viewOf(below.collection);
  if (form === 'thread') {
    const at = Number(query.get(below.collection)) || undefined;
    return <Thread key={at} above={collection} id={id} collection={below.collection} at={at} />;
  }
  const own = new URLSearchParams([[below.by, `${id}`]]);
  return (
    <section>
      <h2 class="section">{say(title)}</h2>
      <List collection={below.collection} query={own} isEmbedded />
    </section>
  );
}
