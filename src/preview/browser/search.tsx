// What was found in everything, by collection, with the words around it.
import { listLink, recordLink } from './address.js';
import { useAnswer, useAround } from './data.js';
import { Heading } from './shell.js';
import type { ToldHit, ToldSearch } from './told.js';

export function Search({ query, version }: { readonly query: string; readonly version: unknown }) {
  const { words, say, viewOf } = useAround();
  const { data, failure } = useAnswer<ToldSearch>(
    `search?${new URLSearchParams({ q: query })}`,
    'search',
    version,
  );
  return (
    <>
      <Heading>{query === '' ? words.search : words.found(query)}</Heading>
      {failure && <p class="empty">{words.noSnapshot}</p>}
      {data && data.groups.length === 0 && query !== '' && (
        <p class="empty">{words.nothingFound}</p>
      )}
      {data?.groups.map(({ collection, hits, more }) => (
        <section key={collection} class="group">
          <h2 class="section">{say(viewOf(collection).title)}</h2>
          <ul class="hits">
            {hits.map((hit) => (
              <li key={hit.id}>
                <a class="item" href={linkTo(collection, hit)}>
                  {hit.name || words.record(say(viewOf(collection).one), hit.id)}
                </a>
                {hit.excerpt !== hit.name && (
                  <p>
                    <Marked text={hit.excerpt} query={query} />
                  </p>
                )}
              </li>
            ))}
          </ul>
          {more && viewOf(collection).form !== 'thread' && (
            <p>
              <a href={listLink(collection, [['q', query]])}>{words.more}</a>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

/** A text with the words marked. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const words = query.split(/\s+/).filter(Boolean);
  // Letters that stand for one another, and nothing in the words that means anything to a pattern.
  const parts = words.map((word) =>
    word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/[её]/gi, '[её]'),
  );
  if (parts.length === 0) return text;
  return text
    .split(new RegExp(`(${parts.join('|')})`, 'giu'))
    .map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}

/** To a record, or to its place below another one. */
function linkTo(collection: string, { id, above }: ToldHit): string {
  if (!above) return recordLink(collection, id);
  return `${recordLink(above.collection, above.id)}?${collection}=${id}`;
}
