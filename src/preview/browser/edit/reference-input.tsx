// The input of a reference. The browser completes the name of the record; a number is its id. The server offers records
// by the typed text, and asks which one is meant if several have the same name.
import { useId, useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { ask, useLater } from '../ask.js';
import { usePage } from '../data.js';
import type { OfferDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { attributesOf, type InputProps } from './input-props.js';

/** How long after the last letter a request is sent. */
const TYPING_MS = 150;

/** The text for a record in the browser's list: its name, and what distinguishes it from records with the same name. */
const textOf = ({ id, name, within }: OfferDto): string =>
  [name || '—', ...(within === '' ? [] : [within]), `№ ${id}`].join(' · ');

/** The record in the input, its text, and the records that the text may mean. */
function useNamed({ value, onChange, form }: InputProps, of: string) {
  const { lang } = usePage();
  const [picked, setPicked] = useState<OfferDto>();
  /** The text that is being typed; undefined while nobody types. */
  const [typed, setTyped] = useState<string>();
  const namesOf = (text: string) => `data/names/${of}?${new URLSearchParams({ q: text })}`;
  const path = typed === undefined ? undefined : namesOf(typed);
  const offers = useLater<readonly OfferDto[]>([path], TYPING_MS, [lang]) ?? [];
  const id = typeof value === 'number' && value !== 0 ? value : undefined;
  const name = picked?.id === id ? picked?.name : form.names[of]?.[`${id}`];
  const shown = id === undefined ? (typeof value === 'string' ? value : '') : (name ?? `${id}`);
  const pick = (offer: OfferDto) => {
    setPicked(offer);
    setTyped(undefined);
    onChange(offer.id);
  };
  const type = (next: string) => {
    const offer = offers.find((one) => textOf(one) === next);
    if (offer) return pick(offer);
    setTyped(next);
    const given = next.trim();
    onChange(given === '' ? undefined : /^\d+$/.test(given) ? Number(given) : given);
  };
  /** Takes the first record that is offered for the typed text. */
  const take = async (box: HTMLInputElement) => {
    const asked = box.value;
    if (id !== undefined || asked === '') return;
    const answer = await ask<readonly OfferDto[]>(namesOf(asked));
    const first = answer.kind === 'ok' ? answer.data[0] : undefined;
    if (first && box.value === asked) pick(first);
  };
  return { id, name, text: typed ?? shown, offers, type, take, setTyped };
}

export function ReferenceInput(props: InputProps) {
  const { titleOf } = usePage();
  const { of = '' } = props.input;
  const { id, name, text, offers, type, take, setTyped } = useNamed(props, of);
  const list = useId();
  return (
    <div class="finder">
      <input
        {...attributesOf(props)}
        list={list}
        autocomplete="off"
        placeholder={say('Name or number…')}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onFocus={() => setTyped(text)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // a form that may be half filled in is not saved
          take(event.currentTarget);
        }}
      />
      <datalist id={list}>
        {offers.map((offer) => (
          <option key={offer.id} value={textOf(offer)} />
        ))}
      </datalist>
      {id !== undefined && (
        <a
          class="button"
          href={recordLink(of, id)}
          aria-label={say('Open: {name}', {
            name: titleOf({ collection: of, id, name: name ?? '' }),
          })}
        >
          <Icon name="forward" />
        </a>
      )}
    </div>
  );
}
