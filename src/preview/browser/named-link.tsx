// The name of a record as a link to its form, and why readers do not see it.
import { recordLink } from './address.js';
import { usePage } from './data.js';
import type { NamedDto, ReasonDto } from './dto.js';
import { say } from './say.js';

export function NamedLink({ record }: { readonly record: NamedDto }) {
  const { titleOf } = usePage();
  return (
    <a class="item" href={recordLink(record.collection, record.id)}>
      {titleOf(record)}
    </a>
  );
}

/** Says that readers do not see a record, and why. */
export function Withheld({ reason }: { readonly reason: ReasonDto }) {
  return (
    <p class="withheld">
      <strong>{say('Readers do not see this')}</strong>: {reason.text}
      {reason.with && (
        <>
          {' '}
          ({say('together with')} <NamedLink record={reason.with} />)
        </>
      )}
    </p>
  );
}
