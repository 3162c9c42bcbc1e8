// Buttons that hide, show or remove a record, and the button that undoes the last change.
import { useState } from 'preact/hooks';
import { ask, canEdit, messagesOf, useUnlessRunning } from '../ask.js';
import type { OutcomeDto, RecordDto } from '../dto.js';
import { Icon } from '../icons.js';
import { Withheld } from '../named-link.js';
import { say } from '../say.js';
import { Removing } from './removing.js';
import { tell } from './toast.js';

/** The buttons for a record, and the reason if readers do not see it. */
export function RecordTools({ record: opened }: { readonly record: RecordDto }) {
  const [isRemoving, setRemoving] = useState(false);
  const { collection, id, record, withheld, toggle } = opened;
  const [wrong, setWrong] = useState('');
  const [hideOrShow] = useUnlessRunning(async () => {
    const body = { values: toggle && { [toggle.field]: toggle.value }, seen: record };
    const outcome = await ask<OutcomeDto>(`edit/save/${collection}/${id}`, body);
    setWrong(outcome && !outcome.ok ? messagesOf(outcome) : '');
    if (outcome?.ok) tell(withheld === null ? say('Readers no longer see it.') : say('Saved.'));
  });
  return (
    <section class="record-tools" aria-label={say('Change')}>
      {withheld !== null && <Withheld reason={withheld} />}
      {canEdit && (
        <div class="actions">
          {toggle && (
            <button
              type="button"
              class="button"
              onClick={({ detail }) => detail < 2 && hideOrShow()}
            >
              {withheld === null ? say('Hide from readers') : say('Show to readers')}
            </button>
          )}
          <button type="button" class="button" onClick={() => setRemoving(true)}>
            {say('Remove')}
          </button>
        </div>
      )}
      <p class="error" role="status">
        {wrong}
      </p>
      {isRemoving && <Removing {...{ collection, id, record }} onEnd={() => setRemoving(false)} />}
    </section>
  );
}

/** A button that undoes the last change. */
export function UndoButton() {
  const [undo] = useUnlessRunning(async () => {
    tell((await ask<OutcomeDto>('edit/undo', {}))?.text ?? '');
  });
  return (
    <button
      type="button"
      class="button"
      aria-label={say('Undo the last change')}
      title={say('Undo the last change')}
      // The second click of a double click is ignored: it would undo another change.
      onClick={({ detail }) => detail < 2 && undo()}
    >
      <Icon name="undo" />
      <span class="word">{say('Undo')}</span>
    </button>
  );
}
