// The results of a search in all collections, by collection, each with the text around the found word.
import { commentLink, listLink, recordLink } from './address.js';
import { useAnswer, usePage } from './data.js';
import type { HitDto, SearchDto } from './dto.js';
import { Heading } from './shell.js';

export function Search({ query }: { readonly query: string }) {
  const { words, say, viewOf } = usePage();
  const path = `search?${new URLSearchParams({ q: query })}`;
  const { data, failure } = useAnswer<SearchDto>(path, 'search');
  return (
    <>
      <Heading>{query === '' ? words.search : words.found(query)}</Heading>
      {failure && <p class="empty">{words.noSnapshot}</p>}
      {data && data.groups.length === 0 && query !== '' && (
        <p class="empty">{words.nothingFound}</p>
      )}
      {data?.groups.map(({ collection, hits, more }) => (
        <section key={collection}>
          <h2 class="section">{say(viewOf(collection).title)}</h2>
          <ul class="hits">
            {hits.map((hit) => (
              <li key={hit.id}>
                <a class="item" href={linkTo(collection, hit)}>
                  {hit.name || words.record(say(viewOf(collection).one), hit.id)}
                </a>
                <Excerpt parts={hit.excerpt} />
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

/** A word that was found, marked, and the text around it. */
function Excerpt({ parts: [before, found, after] }: { readonly parts: HitDto['excerpt'] }) {
  return (
    <p>
      {before}
      <mark>{found}</mark>
      {after}
    </p>
  );
}

/** The link to a record, or to a comment below another record. */
function linkTo(collection: string, { id, above }: HitDto): string {
  return above
    ? commentLink(above.collection, above.id, collection, id)
    : recordLink(collection, id);
}
