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
  const { id, shown, typed, type, close, giveUp, pick, take, offers } = useReference(props);
  const [active, setActive] = useState(-1);
  const isOpen = typed !== undefined && offers.length > 0;
  const list = useId();
  const isNamed = viewOf(props.input.of ?? '').named.length > 0;
  useEffect(() => setActive(-1), [offers]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen)
        setActive((Math.max(active, step > 0 ? -1 : 0) + step + offers.length) % offers.length);
      else type('', true);
    } else if (event.key === 'Enter') {
      // It takes a name, and never saves a form that may be half filled in.
      event.preventDefault();
      const offer = isOpen ? offers[active] : undefined;
      if (offer) pick(offer);
      else take();
    } else if (event.key === 'Escape') giveUp();
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
  /** The text of which the first offer is to be taken, when it comes. */
  const [taken, setTaken] = useState<string>();
  const shown = id !== undefined ? (known ?? '') : typeof value === 'string' ? value : '';
  // If the name of the record is unknown, its id is looked up.
  const unknown = id !== undefined && known === undefined ? `${id}` : undefined;
  const offers = useOffers(of, taken ?? typed ?? unknown);
  const close = () => setTyped(undefined);
  const pick = (offer: OfferDto) => {
    setFound(offer);
    onChange(offer.id);
    close();
    setTaken(undefined);
  };
  useEffect(() => {
    const own = offers.find((one) => one.id === id);
    if (own) setFound(own);
  }, [offers, id]);
  useEffect(() => {
    if (taken !== undefined && offers[0]) pick(offers[0]);
  }, [offers, taken]);
  return {
    ...{ id, typed, offers, close, pick, shown },
    /** `isOnlyAsking`: looks records up, but does not change the value. */
    type: (next: string, isOnlyAsking = false) => {
      setTyped(next);
      setTaken(undefined);
      const text = next.trim();
      if (!isOnlyAsking)
        onChange(text === '' ? undefined : /^\d+$/.test(text) ? Number(text) : text);
    },
    /** Takes the first record that the text may mean, unless it already is the name of one. */
    take: () => {
      const text = typed ?? (id === undefined ? shown : '');
      if (text.trim() === '') close();
      else setTaken(text);
    },
    giveUp: () => {
      close();
      setTaken(undefined);
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

const NO_OFFERS: readonly OfferDto[] = [];

/** The records that the typed text may mean, once they are known; undefined asks for nothing. */
function useOffers(collection: string, typed: string | undefined): readonly OfferDto[] {
  const { lang } = usePage();
  const [answer, setAnswer] = useState<{ typed: string; offers: readonly OfferDto[] }>();
  useEffect(() => {
    if (typed === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const path = `names/${collection}?${new URLSearchParams({ q: typed })}`;
      const answer = await askEdit<readonly OfferDto[]>(path, lang, undefined, stop.signal);
      if (!stop.signal.aborted && answer.kind === 'ok') setAnswer({ typed, offers: answer.data });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [collection, typed, lang]);
  // Those of another text are no answer to this one.
  return answer && answer.typed === typed ? answer.offers : NO_OFFERS;
}
