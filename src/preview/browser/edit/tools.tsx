// What can be done with a record beside its form: hide, show, remove, undo; and the records that readers do not see.
import { useState } from 'preact/hooks';
import { listLink, recordLink } from '../address.js';
import { usePage } from '../data.js';
import type { DraftDto, OutcomeDto, WrittenDto } from '../dto.js';
import { Icon } from '../icons.js';
import { askEdit, canEdit, useEdit } from './ask.js';
import { words as editWords } from './words.js';

/** The link to what makes a record. */
export function NewLink({ collection }: { readonly collection: string }) {
  const { lang, viewOf, say } = usePage();
  if (!canEdit) return null;
  return (
    <a class="button main" href={`#/${collection}/new`}>
      {editWords[lang].create(say(viewOf(collection).one))}
    </a>
  );
}

/** Records that readers do not get to see, each with the reason. */
export function Drafts({ collection }: { readonly collection: string }) {
  const { lang } = usePage();
  const answer = useEdit<readonly DraftDto[]>(`drafts/${collection}`);
  if (answer?.kind !== 'ok' || answer.data.length === 0) return null;
  return (
    <details class="drafts">
      <summary>{editWords[lang].drafts(answer.data.length)}</summary>
      <ul>
        {answer.data.map(({ id, name, reason }) => (
          <li key={id}>
            <a class="item" href={recordLink(collection, id)}>
              {name || `№ ${id}`}
            </a>{' '}
            <span class="faint">
              {id} · {reason}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface RecordToolsProps {
  readonly collection: string;
  readonly id: number;
  readonly written: WrittenDto;
}

/** What an editor can do with a record; and, where readers do not see it, why. */
export function RecordTools({ collection, id, written }: RecordToolsProps) {
  const { lang } = usePage();
  const words = editWords[lang];
  const [said, setSaid] = useState<OutcomeDto>();
  const { record, withheld, turn } = written;
  const tell = async (path: string, body: object) => {
    const outcome = await askEdit<OutcomeDto>(path, lang, body);
    setSaid(outcome.kind === 'ok' ? outcome.data : { ok: false, problems: [], text: words.lost });
    return outcome.kind === 'ok' ? outcome.data : undefined;
  };
  const remove = async (cascade: boolean) => {
    const done = await tell(`remove/${collection}/${id}`, { cascade, seen: record });
    if (done?.ok) location.hash = listLink(collection);
  };
  return (
    <section class="record-tools" aria-label={words.change}>
      {withheld !== null && (
        <p class="draft">
          <strong>{words.draft}</strong>: {withheld}
        </p>
      )}
      <div class="actions">
        <a class="button main" href={`${recordLink(collection, id)}/edit`}>
          <Icon name="edit" />
          {words.change}
        </a>
        {turn && (
          <button
            type="button"
            class="button"
            onClick={() => {
              tell(`save/${collection}/${id}`, {
                values: { [turn.field]: turn.value },
                seen: record,
              });
            }}
          >
            {withheld === null ? words.hide : words.show}
          </button>
        )}
        <button type="button" class="button" onClick={() => remove(false)}>
          {words.remove}
        </button>
      </div>
      <div role="status">
        {said && !said.ok && (
          <>
            <pre>
              {[said.text, ...said.problems.map(({ message }) => message)]
                .filter(Boolean)
                .join('\n')}
            </pre>
            {said.along !== undefined && (
              <button type="button" class="button" onClick={() => remove(true)}>
                {words.removeAll(said.along)}
              </button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** Takes back the last change. */
export function UndoButton() {
  const { lang } = usePage();
  const words = editWords[lang];
  const [said, setSaid] = useState('');
  if (!canEdit) return null;
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={words.undo}
        onClick={async () => {
          const answer = await askEdit<OutcomeDto>('undo', lang, {});
          setSaid(answer.kind === 'ok' ? (answer.data.text ?? '') : words.lost);
          setTimeout(() => setSaid(''), 8000);
        }}
      >
        <Icon name="undo" />
        <span class="word">{words.undo}</span>
      </button>
      <p class="toast" role="status">
        {said}
      </p>
    </>
  );
}
