// The result of a search in all collections: for each, the number of records, and the first of them.
import { useState } from 'preact/hooks';
import { listLink } from './address.js';
import { useAnswer, usePage } from './data.js';
import type { ListDto } from './dto.js';
import { NamedLink } from './named-link.js';
import { say } from './say.js';
import { Heading } from './shell.js';

/** How many records of each collection are shown. */
const SHOWN = 5;

export function Search({ query }: { readonly query: string }) {
  const { portal } = usePage();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const collections = portal.menu.flatMap((group) => group.collections);
  const isNothing = collections.every((name) => counts[name] === 0);
  return (
    <>
      <Heading>
        {query === '' ? say('Search everything') : say('Search: {query}', { query })}
      </Heading>
      {query !== '' && isNothing && <p class="empty">{say('Nothing was found.')}</p>}
      {query !== '' &&
        collections.map((collection) => (
          <Found
            key={collection}
            {...{ collection, query }}
            onCount={(count) => {
              if (counts[collection] !== count)
                setCounts((all) => ({ ...all, [collection]: count }));
            }}
          />
        ))}
    </>
  );
}

interface FoundProps {
  readonly collection: string;
  readonly query: string;
  readonly onCount: (count: number) => void;
}

function Found({ collection, query, onCount }: FoundProps) {
  const { viewOf } = usePage();
  const choices = [['q', query]] as const;
  const path = `data/list/${collection}?${new URLSearchParams({ q: query })}`;
  const { data } = useAnswer<ListDto>(path, `search ${collection}`);
  if (data) onCount(data.count);
  if (!data || data.count === 0) return null;
  return (
    <section>
      <h2 class="section">{say(viewOf(collection).title)}</h2>
      <ul class="hits">
        {data.records.slice(0, SHOWN).map((record) => (
          <li key={record.id}>
            <NamedLink record={record} />
          </li>
        ))}
      </ul>
      {data.count > SHOWN && (
        <a href={listLink(collection, choices)}>{say('All {count}', { count: data.count })}</a>
      )}
    </section>
  );
}
