// The input of a reference. The user types a part of a name, or an id. The server suggests records.
import { useId, useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { ask, isRefused } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { OfferDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { attributesOf, type InputProps } from './inputs.js';

/** The milliseconds between the last typed letter and the request. */
const TYPING_MS = 150;

type Offers = readonly OfferDto[];

interface ReferenceProps extends InputProps {
  /** Whether `onChange` is only called when the user has chosen a record or emptied the input. */
  readonly isFilter?: boolean;
}

/** A suggestion as the browser shows it: `Липецк · Липецкая область · № 35`. */
const suggestion = ({ id, name, within }: OfferDto): string =>
  [name, within, `№ ${id}`].filter(Boolean).join(' · ');

/** The id that is typed, as `35`, `№ 35` or a whole suggestion; undefined for other texts, and for too long numbers. */
function idIn(text: string): number | undefined {
  const [, digits] = /^\s*(?:(?:.* · )?№\s*)?(\d+)\s*$/.exec(text) ?? [];
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** The record in the input, the text of the input, and the suggested records. */
function useNamed({ value, onChange, form, isFilter = false }: ReferenceProps, of: string) {
  /** The text that the user is editing, if any. */
  const [typed, setTyped] = useState<string>();
  const id = typeof value === 'number' && value !== 0 ? value : undefined;
  const known = form.names[of]?.[`${id}`];
  const namesOf = (text: string) => `data/names/${of}?${new URLSearchParams({ q: text })}`;
  // If the form does not know the name of the record, requests it by the id.
  const sought = typed ?? (id === undefined || known ? undefined : `${id}`);
  const answer = useAnswer<Offers>(sought === undefined ? undefined : namesOf(sought), {
    ...{ key: of, wait: TYPING_MS },
  });
  const offers = isRefused(answer) ? [] : (answer ?? []);
  const name = known ?? offers.find((one) => one.id === id)?.name;
  const shown = id === undefined ? (typeof value === 'string' ? value : '') : (name ?? `${id}`);
  const choose = (chosen: number) => {
    setTyped(undefined);
    onChange(chosen);
  };
  const type = (text: string) => {
    const chosen = offers.find((one) => suggestion(one) === text);
    if (chosen) return choose(chosen.id);
    setTyped(text);
    const isEmpty = text.trim() === '';
    if (isEmpty || !isFilter) onChange(isEmpty ? undefined : (idIn(text) ?? text.trim()));
  };
  /** Chooses the record with the typed number, otherwise the first record that is suggested for the typed text. */
  const take = async (box: HTMLInputElement) => {
    const asked = box.value;
    if (asked === shown && typeof value !== 'string') return;
    const number = idIn(asked);
    if (number !== undefined) return choose(number);
    if (asked.trim() === '') return;
    const answer = await ask<Offers>(namesOf(asked));
    if (isRefused(answer) || !answer?.[0] || box.value !== asked) return;
    choose(answer[0].id);
  };
  const begin = () => setTyped(shown);
  /** Ends the typing. In a filter, chooses the record with the typed number. */
  const leave = (text: string) => {
    const number = idIn(text);
    if (isFilter && text !== shown && number !== undefined) choose(number);
    else setTyped(undefined);
  };
  return { id, name, text: typed ?? shown, offers, type, take, leave, begin };
}

export function ReferenceInput(props: ReferenceProps) {
  const { titleOf } = usePage();
  const { of = '' } = props.input;
  const { id, name, text, offers, type, take, leave, begin } = useNamed(props, of);
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
        onFocus={begin}
        onBlur={({ currentTarget }) => leave(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // Enter must not save the form, which may be half filled in
          take(event.currentTarget);
        }}
      />
      <datalist id={list}>
        {offers.map((one) => (
          <option key={one.id} value={suggestion(one)} />
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
