// The edited records in words: what each one is, which fields changed, and a button that takes the changes back.
import { useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { ask, messagesOf, useUnlessRunning } from '../ask.js';
import type { EditedDto, OutcomeDto } from '../dto.js';
import { tell } from '../edit/toast.js';
import { beginning } from '../format.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';

/** The most letters of a name that are shown. */
const MOST_LETTERS = 120;
const KINDS = { added: 'added', changed: 'changed', removed: 'removed', withheld: 'withheld now' };

interface EditedProps {
  readonly record: EditedDto;
  /** Called when the record was taken back. */
  readonly onBack: () => void;
}

export function Edited({ record, onBack }: EditedProps) {
  const { collection, id, kind, singular, on, changes } = record;
  const [wrong, setWrong] = useState('');
  const [takeBack, isBusy] = useUnlessRunning(async () => {
    const outcome = await ask<OutcomeDto>(`edit/take-back/${collection}/${id}`, {});
    if (!outcome?.ok) return setWrong(outcome ? messagesOf(outcome) : say('That did not work.'));
    tell(say('Taken back. Undo brings it again.'));
    onBack();
  });
  const name = record.name === '' ? `№ ${id}` : beginning(record.name, MOST_LETTERS);
  return (
    <li class="part edited">
      <div class="title">
        <div class="told">
          <p class="faint">
            {singular} · <span class={kind}>{say(KINDS[kind])}</span>
          </p>
          <h3>{kind === 'removed' ? name : <a href={recordLink(collection, id)}>{name}</a>}</h3>
          {on && <p class="faint">{say('on: {name}', { name: on })}</p>}
        </div>
        <button type="button" class="button" disabled={isBusy} onClick={takeBack}>
          <Icon name="undo" />
          {say('Take back')}
          <span class="unseen">: {name}</span>
        </button>
      </div>
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <div key={change.label}>
              <dt>{change.label}</dt>
              <dd>
                <Change change={change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="error" role="status">
        {wrong}
      </p>
    </li>
  );
}

function Change({ change }: { readonly change: EditedDto['changes'][number] }) {
  const { before, after, isList, parts } = change;
  if (parts?.length === 0) return <>{say('much of the text')}</>;
  if (parts) {
    return (
      <p class="lines">
        {parts.map(({ text, is }, place) => {
          if (is === 'added') return <ins key={place}>{text}</ins>;
          return is === 'removed' ? <del key={place}>{text}</del> : text;
        })}
      </p>
    );
  }
  const old = before === '' ? <span class="faint">{say('nothing')}</span> : <del>{before}</del>;
  const now = after === '' ? <span class="faint">{say('nothing')}</span> : <ins>{after}</ins>;
  if (!isList) {
    return (
      <p>
        {old} → {now}
      </p>
    );
  }
  return (
    <>
      {after !== '' && (
        <p>
          {say('added')}: {now}
        </p>
      )}
      {before !== '' && (
        <p>
          {say('taken out')}: {old}
        </p>
      )}
    </>
  );
}
