// The input of a reference. The user types the beginning of a name, or an id. The server suggests records, and asks
// which one is meant if several have the same name.
import { useId, useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { ask, isRefused } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { OfferDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { attributesOf, type InputProps } from './inputs.js';

/** How many milliseconds after the last letter a request is sent. */
const TYPING_MS = 150;

type Offers = readonly OfferDto[];

/** The record in the input, its text, and the suggested records. */
function useNamed({ value, onChange, form }: InputProps, of: string) {
  /** The typed text; undefined if the user is not typing. */
  const [typed, setTyped] = useState<string>();
  const id = typeof value === 'number' && value !== 0 ? value : undefined;
  const known = form.names[of]?.[`${id}`];
  const namesOf = (text: string) => `data/names/${of}?${new URLSearchParams({ q: text })}`;
  // If the record was chosen after the form was opened, its name has to be requested.
  const sought = typed ?? (id === undefined || known ? undefined : `${id}`);
  const answer = useAnswer<Offers>(sought === undefined ? undefined : namesOf(sought), {
    ...{ key: of, wait: TYPING_MS },
  });
  const offers = isRefused(answer) ? [] : (answer ?? []);
  const name = known ?? offers.find((one) => one.id === id)?.name;
  const shown = id === undefined ? (typeof value === 'string' ? value : '') : (name ?? `${id}`);
  const type = (text: string) => {
    const [, number] = /(?:^|№ )(\d+)\s*$/.exec(text) ?? [];
    // A suggestion of the browser has the form `name № id`. When it is chosen, only the name is shown.
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
