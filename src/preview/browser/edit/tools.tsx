// What an editor can do with a record besides changing its fields: hide, show, remove; and undo.
import { useRef, useState } from 'preact/hooks';
import { ask, askFor, canEdit, useUnlessRunning } from '../ask.js';
import type { JsonObject, OutcomeDto, RecordDto } from '../dto.js';
import { Icon } from '../icons.js';
import { Reason } from '../named-link.js';
import { say } from '../say.js';
import { Removing } from './removing.js';
import { tell } from './toast.js';

type Turn = NonNullable<RecordDto['turn']>;

/** A function that hides a record from readers, or shows it again; and why it could not. */
function useTurn({ collection, id, record, withheld }: RecordDto) {
  const [wrong, setWrong] = useState('');
  const done = useRef<JsonObject>();
  const [hideOrShow] = useUnlessRunning(async ({ field, value }: Turn) => {
    // The second click of two may come before the changed record.
    if (done.current === record) return;
    const body = { values: { [field]: value }, seen: record };
    const refused = (text: string): OutcomeDto => ({ ok: false, text, problems: [] });
    const path = `edit/save/${collection}/${id}`;
    const { ok, text, problems } = await askFor(path, body, refused);
    setWrong(
      ok ? '' : [text, ...problems.map(({ message }) => message)].filter(Boolean).join('\n'),
    );
    if (!ok) return;
    done.current = record;
    const now = await ask<RecordDto>(`data/record/${collection}/${id}`);
    // It may still be withheld, such as with its blog: then the page says so.
    const isSeen = now.kind === 'ok' && now.data.withheld === null;
    tell(
      withheld === null
        ? say('Readers no longer see it.')
        : isSeen
          ? say('Readers see it again.')
          : say('Saved.'),
    );
  });
  return { hideOrShow, wrong };
}

/** The tools for a record; and why readers do not see it, if they do not. */
export function RecordTools({ record: opened }: { readonly record: RecordDto }) {
  const [isRemoving, setRemoving] = useState(false);
  const { collection, id, record, withheld, turn } = opened;
  const { hideOrShow, wrong } = useTurn(opened);
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
            <button type="button" class="button" onClick={() => hideOrShow(turn)}>
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

/** A button that reverts the last change. */
export function UndoButton() {
  const [undo] = useUnlessRunning(async () => {
    const refused = (text: string): OutcomeDto => ({ ok: false, text, problems: [] });
    tell((await askFor('edit/undo', {}, refused)).text ?? '');
  });
  return (
    <button
      type="button"
      class="button"
      aria-label={say('Undo the last change')}
      title={say('Undo the last change')}
      // The second click of two would take back another change.
      onClick={({ detail }) => detail < 2 && undo()}
    >
      <Icon name="undo" />
      <span class="word">{say('Undo')}</span>
    </button>
  );
}
