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

/** The record in the input, the text of the input, and the suggested records. */
function useNamed({ value, onChange, form }: InputProps, of: string) {
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
  const type = (text: string) => {
    const [, number] = /(?:^|№ )(\d+)\s*$/.exec(text) ?? [];
    // A suggestion that the user chooses ends with `№ 53`. Then only the name is shown.
    setTyped(text.includes('№ ') ? undefined : text);
    onChange(text.trim() === '' ? undefined : number ? Number(number) : text.trim());
  };
  /** Chooses the first record that is suggested for the typed text. */
  const take = async (box: HTMLInputElement) => {
    const asked = box.value;
    if (id !== undefined || asked === '') return;
    const answer = await ask<Offers>(namesOf(asked));
    if (isRefused(answer) || !answer?.[0] || box.value !== asked) return;
    setTyped(undefined);
    onChange(answer[0].id);
  };
  return { id, name, text: typed ?? shown, offers, type, take, setTyped, shown };
}

export function ReferenceInput(props: InputProps) {
  const { titleOf } = usePage();
  const { of = '' } = props.input;
  const { id, name, text, offers, type, take, setTyped, shown } = useNamed(props, of);
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
        onFocus={() => setTyped(shown)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // Enter must not save the form, which may be half filled in
          take(event.currentTarget);
        }}
      />
      <datalist id={list}>
        {offers.map(({ id, name, within }) => (
          <option key={id} value={[name, within, `№ ${id}`].filter(Boolean).join(' · ')} />
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
