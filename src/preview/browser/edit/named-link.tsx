// The name of a record, with a link to it.
import { recordLink } from '../address.js';
import { usePage } from '../data.js';
import type { NamedDto } from '../dto.js';

export function NamedLink({ record: { collection, id, name } }: { readonly record: NamedDto }) {
  const { viewOf, say, words } = usePage();
  return (
    <a class="item" href={recordLink(collection, id)}>
      {name || words.record(say(viewOf(collection).one), id)}
    </a>
  );
}
