// The input of a reference: the browser completes the name of the record; a number is its id. The server knows further
// names, and asks which record is meant where several have the same.
import { useEffect, useId, useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { ask } from '../ask.js';
import { usePage } from '../data.js';
import type { OfferDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { attributesOf, type InputProps } from './input-props.js';

/** How long after the last letter the server is asked. */
const TYPING_MS = 150;

/** A record in the list of the browser: its name, and what tells it apart from its namesakes. */
const textOf = ({ id, name, within }: OfferDto): string =>
  [name || '—', ...(within === '' ? [] : [within]), `№ ${id}`].join(' · ');

export function ReferenceInput(props: InputProps) {
  const { titleOf } = usePage();
  const of = props.input.of ?? '';
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
          // It takes a name, and never saves a form that may be half filled in.
          event.preventDefault();
          take();
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

/** The record that the input names, its text, and what the records are that the text may mean. */
function useNamed({ value, onChange, form }: InputProps, of: string) {
  const id = typeof value === 'number' && value !== 0 ? value : undefined;
  const [picked, setPicked] = useState<OfferDto>();
  /** The text that is being typed; undefined while nobody types. */
  const [typed, setTyped] = useState<string>();
  const { offers, text } = useOffers(of, typed);
  /** Whether Enter was pressed before the offers for what is typed have come. */
  const [isTaken, setTaken] = useState(false);
  const name = picked?.id === id ? picked?.name : form.names[of]?.[String(id)];
  const shown = id === undefined ? (typeof value === 'string' ? value : '') : (name ?? `${id}`);
  const pick = (offer: OfferDto) => {
    setTaken(false);
    setPicked(offer);
    setTyped(undefined);
    onChange(offer.id);
  };
  const type = (next: string) => {
    const offer = offers.find((one) => textOf(one) === next);
    if (offer) return pick(offer);
    setTaken(false);
    setTyped(next);
    const given = next.trim();
    onChange(given === '' ? undefined : /^\d+$/.test(given) ? Number(given) : given);
  };
  useEffect(() => {
    if (isTaken && text === typed && offers[0]) pick(offers[0]);
  }, [isTaken, text, typed]);
  const take = () => {
    if (typed !== undefined && name === undefined) setTaken(true);
  };
  return { id, name, text: typed ?? shown, offers, type, take, setTyped };
}

/** Records that a text may mean. */
interface Offers {
  readonly text: string | undefined;
  readonly offers: readonly OfferDto[];
}

/** The records that the typed text may mean, once they are known; those of the text before until then. */
function useOffers(collection: string, typed: string | undefined): Offers {
  const { lang } = usePage();
  const [offers, setOffers] = useState<Offers>({ text: undefined, offers: [] });
  useEffect(() => {
    if (typed === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const path = `data/names/${collection}?${new URLSearchParams({ q: typed })}`;
      const answer = await ask<readonly OfferDto[]>(path, undefined, stop.signal);
      if (stop.signal.aborted || answer.kind !== 'ok') return;
      setOffers({ text: typed, offers: answer.data });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [collection, typed, lang]);
  return offers;
}
