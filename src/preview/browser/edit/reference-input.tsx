// The input of a reference: finds the record by its name or its id, while somebody types.
import { useEffect, useId, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { OfferDto } from '../dto.js';
import { askEdit } from './ask.js';
import { attributesOf, type InputProps } from './input-props.js';
import { words as editWords } from './words.js';

/** How long after the last letter the server is asked. */
const TYPING_MS = 150;

export function ReferenceInput(props: InputProps) {
  const { viewOf, lang } = usePage();
  const words = editWords[lang];
  const { id, shown, typed, type, close, pick, offers } = useReference(props);
  const [active, setActive] = useState(-1);
  const isOpen = typed !== undefined && offers.length > 0;
  const list = useId();
  const isNamed = viewOf(props.input.of ?? '').named.length > 0;
  useEffect(() => setActive(-1), [typed]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen)
        setActive((Math.max(active, step > 0 ? -1 : 0) + step + offers.length) % offers.length);
      else type('', true);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const offer = offers[active];
      if (offer) pick(offer);
      else close();
    } else if (event.key === 'Escape') close();
  };
  return (
    <div class="finder">
      <input
        {...attributesOf(props)}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={active < 0 ? undefined : `${list}-${active}`}
        autocomplete="off"
        placeholder={isNamed ? words.find : words.findText}
        value={typed ?? shown}
        onInput={({ currentTarget: { value } }) => type(value)}
        onBlur={close}
        onKeyDown={press}
      />
      {id !== undefined && typed === undefined && <span class="faint">№ {id}</span>}
      <div role="listbox" id={list} aria-label={words.offers(offers.length)} hidden={!isOpen}>
        {isOpen &&
          offers.map((offer, place) => (
            <Option
              key={offer.id}
              id={`${list}-${place}`}
              offer={offer}
              isActive={place === active}
              onPick={() => pick(offer)}
            />
          ))}
      </div>
    </div>
  );
}

/** The state of the input: the id, the text that stands for it, and the records that the typed text may mean. */
function useReference({ input, value, onChange, form }: InputProps) {
  const of = input.of ?? '';
  const id = typeof value === 'number' && value !== 0 ? value : undefined;
  const [found, setFound] = useState<OfferDto>();
  const known = found?.id === id ? found?.name : form.names[of]?.[String(id)];
  /** The text that is being typed; undefined while nobody types. */
  const [typed, setTyped] = useState<string>();
  // If the name of the record is unknown, its id is looked up.
  const offers = useOffers(
    of,
    typed ?? (id !== undefined && known === undefined ? `${id}` : undefined),
  );
  useEffect(() => {
    const own = offers.find((one) => one.id === id);
    if (own) setFound(own);
  }, [offers, id]);
  const close = () => setTyped(undefined);
  return {
    ...{ id, typed, offers, close },
    shown: id !== undefined ? (known ?? '') : typeof value === 'string' ? value : '',
    /** `isOnlyAsking`: looks records up, but does not change the value. */
    type: (next: string, isOnlyAsking = false) => {
      setTyped(next);
      const text = next.trim();
      if (!isOnlyAsking)
        onChange(text === '' ? undefined : /^\d+$/.test(text) ? Number(text) : text);
    },
    pick: (offer: OfferDto) => {
      setFound(offer);
      onChange(offer.id);
      close();
    },
  };
}

interface OptionProps {
  readonly id: string;
  readonly offer: OfferDto;
  readonly isActive: boolean;
  readonly onPick: () => void;
}

function Option({ id, offer, isActive, onPick }: OptionProps) {
  return (
    // The text field handles the keyboard, and keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={(item) => {
        if (isActive) item?.scrollIntoView({ block: 'nearest' });
      }}
      onMouseDown={(event) => {
        event.preventDefault();
        onPick();
      }}
    >
      <span>
        {offer.name || '—'}
        {offer.within !== '' && <span class="faint"> · {offer.within}</span>}
      </span>
      <span class="faint">№ {offer.id}</span>
    </div>
  );
}

/** The records that the typed text may mean; undefined asks for nothing. */
function useOffers(collection: string, typed: string | undefined): readonly OfferDto[] {
  const { lang } = usePage();
  const [offers, setOffers] = useState<readonly OfferDto[]>([]);
  useEffect(() => {
    if (typed === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const path = `names/${collection}?${new URLSearchParams({ q: typed })}`;
      const answer = await askEdit<readonly OfferDto[]>(path, lang, undefined, stop.signal);
      if (!stop.signal.aborted && answer.kind === 'ok') setOffers(answer.data);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [collection, typed, lang]);
  return offers;
}
