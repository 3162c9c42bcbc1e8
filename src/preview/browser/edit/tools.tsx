// What an editor can do with a record besides changing its fields: hide, show, remove; and undo.
import { useRef, useState } from 'preact/hooks';
import { ask, canEdit, useUnlessRunning } from '../ask.js';
import { usePage } from '../data.js';
import type { JsonObject, OutcomeDto, RecordDto } from '../dto.js';
import { Icon } from '../icons.js';
import { Reason } from '../named-link.js';
import { Removing } from './removing.js';
import { tell } from './toast.js';
import { words as editWords } from './words.js';

type Turn = NonNullable<RecordDto['turn']>;

/** The tools for a record; and why readers do not see it, if they do not. */
export function RecordTools({ record: opened }: { readonly record: RecordDto }) {
  const { lang, words: page } = usePage();
  const words = editWords[lang];
  const [isRemoving, setRemoving] = useState(false);
  const [wrong, setWrong] = useState('');
  const { collection, id, record, withheld, turn } = opened;
  const done = useRef<JsonObject>();
  const [hideOrShow] = useUnlessRunning(async ({ field, value }: Turn) => {
    // The second click of two may come before the changed record.
    if (done.current === record) return;
    const body = { values: { [field]: value }, seen: record };
    const answer = await ask<OutcomeDto>(`edit/save/${collection}/${id}`, lang, body);
    const { ok, text, problems } =
      answer.kind === 'ok' ? answer.data : { ok: false, text: words.lost, problems: [] };
    setWrong(
      ok ? '' : [text, ...problems.map(({ message }) => message)].filter(Boolean).join('\n'),
    );
    if (!ok) return;
    done.current = record;
    const now = await ask<RecordDto>(`data/record/${collection}/${id}`, lang);
    // It may still be withheld, such as with its blog: then the page says so.
    const isSeen = now.kind === 'ok' && now.data.withheld === null;
    tell(withheld === null ? words.hidden : isSeen ? words.shown : words.saved);
  });
  return (
    <section class="record-tools" aria-label={words.change}>
      {withheld !== null && (
        <p class="draft">
          <strong class="mark">{page.draft}</strong>: <Reason reason={withheld} />
        </p>
      )}
      {canEdit && (
        <div class="actions">
          {turn && (
            <button type="button" class="button" onClick={() => hideOrShow(turn)}>
              {withheld === null ? words.hide : words.show}
            </button>
          )}
          <button
            type="button"
            class="button"
            aria-expanded={isRemoving}
            onClick={() => setRemoving(!isRemoving)}
          >
            {words.remove}
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
  const { lang } = usePage();
  const words = editWords[lang];
  const [undo] = useUnlessRunning(async () => {
    const answer = await ask<OutcomeDto>('edit/undo', lang, {});
    tell(answer.kind === 'ok' ? (answer.data.text ?? '') : words.lost);
  });
  return (
    <button
      type="button"
      class="button"
      aria-label={words.undoLast}
      title={words.undoLast}
      onClick={() => undo()}
    >
      <Icon name="undo" />
      <span class="word">{words.undo}</span>
    </button>
  );
}
