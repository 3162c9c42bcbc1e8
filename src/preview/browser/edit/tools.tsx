// The tools for a record besides its form: hide, show, remove; and undo.
import { useState } from 'preact/hooks';
import { askFor, canEdit, useUnlessRunning } from '../ask.js';
import type { OutcomeDto, RecordDto } from '../dto.js';
import { Icon } from '../icons.js';
import { Reason } from '../named-link.js';
import { say } from '../say.js';
import { Removing } from './removing.js';
import { tell } from './toast.js';

type Turn = NonNullable<RecordDto['turn']>;

/** The errors in one text; empty if there are none. */
const wrongIn = ({ ok, text, problems }: OutcomeDto): string =>
  ok ? '' : [text, ...problems.map(({ message }) => message)].filter(Boolean).join('\n');

/** The tools for a record, and why readers do not see it, if they do not. */
export function RecordTools({ record: opened }: { readonly record: RecordDto }) {
  const [isRemoving, setRemoving] = useState(false);
  const { collection, id, record, withheld, turn } = opened;
  const [wrong, setWrong] = useState('');
  const [hideOrShow] = useUnlessRunning(async ({ field, value }: Turn) => {
    const body = { values: { [field]: value }, seen: record };
    const outcome = await askFor<OutcomeDto>(`edit/save/${collection}/${id}`, body);
    setWrong(wrongIn(outcome));
    if (outcome.ok) tell(withheld === null ? say('Readers no longer see it.') : say('Saved.'));
  });
  return (
    <section class="record-tools" aria-label={say('Change')}>
      {withheld !== null && (
        <p class="draft">
          <strong class="mark">{say('Readers do not see this')}</strong>:{' '}
          <Reason reason={withheld} />
        </p>
      )}
      {canEdit && (
        <div class="actions">
          {turn && (
            <button
              type="button"
              class="button"
              onClick={({ detail }) => detail < 2 && hideOrShow(turn)}
            >
              {withheld === null ? say('Hide from readers') : say('Show to readers')}
            </button>
          )}
          <button
            type="button"
            class="button"
            aria-expanded={isRemoving}
            onClick={() => setRemoving(!isRemoving)}
          >
            {say('Remove')}
          </button>
        </div>
      )}
      <p class="error" role="status">
        {wrong}
      </p>
      {isRemoving && (
        <Removing {...{ collection, id, record }} onCancel={() => setRemoving(false)} />
      )}
    </section>
  );
}

/** A button that undoes the last change. */
export function UndoButton() {
  const [undo] = useUnlessRunning(async () => {
    tell((await askFor<OutcomeDto>('edit/undo', {})).text ?? '');
  });
  return (
    <button
      type="button"
      class="button"
      aria-label={say('Undo the last change')}
      title={say('Undo the last change')}
      // The second click of a double click would undo another change.
      onClick={({ detail }) => detail < 2 && undo()}
    >
      <Icon name="undo" />
      <span class="word">{say('Undo')}</span>
    </button>
  );
}
