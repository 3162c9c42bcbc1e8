// A record by itself: what it says, its facts, its polls, what is below it, its JSON and its place.
import { editorLink, listLink } from './address.js';
import { useAnswer, useAround } from './data.js';
import { CardFacts, RecordFacts, titleOf } from './facts.js';
import { initials } from './format.js';
import { Icon } from './icons.js';
import { List } from './list.js';
import { LongMarkup } from './markup.js';
import { isObject, valuesAt } from './paths.js';
import { Heading } from './shell.js';
import { Thread } from './thread.js';
import type { JsonObject, ToldPlace, ToldRecord, ToldView } from './told.js';

interface RecordProps {
  readonly collection: string;
  readonly id: number;
  readonly query: URLSearchParams;
  readonly version: unknown;
}

export function Record({ collection, id, query, version }: RecordProps) {
  const around = useAround();
  const { words, say } = around;
  const view = around.viewOf(collection);
  const path = `${collection}/${id}`;
  const { data, failure } = useAnswer<ToldRecord>(`record/${path}`, path, version);
  const name = data ? titleOf(around, collection, data.record) : words.record(say(view.one), id);
  // The heading is the same one before and after the answer, so that it keeps the focus.
  return (
    <>
      <a class="back" href={listLink(collection)}>
        <Icon name="back" />
        {say(view.title)}
      </a>
      <article>
        <div class="head">
          {view.form === 'people' && (
            <span class="initials" aria-hidden="true">
              {initials(name)}
            </span>
          )}
          <Heading>{name}</Heading>
        </div>
        {failure && <p class="empty">{failure === 'missing' ? words.gone : words.noSnapshot}</p>}
        {!data && !failure && <p aria-busy="true" />}
        {data && <Contents collection={collection} name={name} data={data} version={version} />}
      </article>
      {data && (
        <Below collection={collection} id={id} view={view} query={query} version={version} />
      )}
    </>
  );
}

interface ContentsProps {
  readonly collection: string;
  readonly name: string;
  readonly data: ToldRecord;
  readonly version: unknown;
}

function Contents({ collection, name, data: { record, names }, version }: ContentsProps) {
  const view = useAround().viewOf(collection);
  const facts = { facts: view.facts, record, names };
  return (
    <>
      {/* Who reads an article wants to know who wrote it and when, and then what it says. */}
      {view.facts.some(({ form }) => form === 'markup') ? (
        <CardFacts {...facts} />
      ) : (
        <RecordFacts {...facts} />
      )}
      <Texts view={view} record={record} name={name} />
      {view.polls !== undefined &&
        valuesAt(record, view.polls).map(
          (poll, place) => isObject(poll) && <Poll key={place} poll={poll} />,
        )}
      <Tools collection={collection} record={record} name={name} version={version} />
    </>
  );
}

interface TextsProps {
  readonly view: ToldView;
  readonly record: JsonObject;
  readonly name: string;
}

/** What takes more than a line. */
function Texts({ view, record, name }: TextsProps) {
  const { words, say } = useAround();
  return view.facts.map((fact) => {
    const [text] = valuesAt(record, fact.path);
    if (typeof text !== 'string') return null;
    if (fact.form === 'markup') {
      return <LongMarkup key={fact.path} html={text} title={words.textOf(name)} />;
    }
    if (fact.form !== 'lines') return null;
    return (
      <section key={fact.path}>
        <h2>{say(fact.label)}</h2>
        <p class="lines">{text}</p>
      </section>
    );
  });
}

/** A poll and how the votes fell. */
function Poll({ poll }: { readonly poll: JsonObject }) {
  const { words } = useAround();
  const variants = valuesAt(poll, 'variants.*').filter(isObject);
  const votes = variants.map((variant) => valuesAt(variant, 'votes.*').length);
  const all = votes.reduce((sum, count) => sum + count, 0);
  return (
    <section class="poll">
      <h2>
        <span class="badge">{words.poll}</span> {String(poll['title'] ?? '')}
      </h2>
      <ul>
        {variants.map((variant, place) => (
          <li key={place}>
            <span>{String(variant['title'] ?? '')}</span>
            <span class="count">{words.votes(votes[place]!)}</span>
            <span class="share" aria-hidden="true">
              <span style={{ width: `${all === 0 ? 0 : (100 * votes[place]!) / all}%` }} />
            </span>
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
  readonly version: unknown;
}

/** Where it stands, and what the API says of it. */
function Tools({ collection, record, name, version }: ToolsProps) {
  const { words } = useAround();
  const path = `${collection}/${record['id']}`;
  const { data: place } = useAnswer<ToldPlace>(`place/${path}`, path, version);
  return (
    <footer class="tools">
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

interface BelowProps {
  readonly collection: string;
  readonly id: number;
  readonly view: ToldView;
  readonly query: URLSearchParams;
  readonly version: unknown;
}

/** The records that belong to this one: a discussion, or a list. */
function Below({ collection, id, view: { below }, query, version }: BelowProps) {
  const { viewOf, say } = useAround();
  if (!below) return null;
  const { form, title } = viewOf(below.collection);
  if (form === 'thread') {
    const at = Number(query.get(below.collection)) || undefined;
    return (
      <Thread above={collection} id={id} collection={below.collection} at={at} version={version} />
    );
  }
  const chosen = new URLSearchParams([[below.by, `${id}`]]);
  return (
    <section class="below">
      <h2 class="section">{say(title)}</h2>
      <List collection={below.collection} query={chosen} version={version} embedded />
    </section>
  );
}
