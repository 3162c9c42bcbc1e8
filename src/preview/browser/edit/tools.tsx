// Tools for records outside of their forms: add, hide, show, remove, undo; and the list of withheld records.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { recordLink } from '../address.js';
import { usePage } from '../data.js';
import type { DraftsDto, JsonObject, OutcomeDto, ReasonDto, WrittenDto } from '../dto.js';
import { Icon } from '../icons.js';
import { askEdit, canEdit, useEdit, useUnlessRunning, whyNone } from './ask.js';
import { NamedLink } from './named-link.js';
import { Removing } from './removing.js';
import { tell } from './toast.js';
import { words as editWords } from './words.js';

interface AddLinkProps {
  readonly collection: string;
  /** Values that the new record begins with. */
  readonly begin?: Readonly<Record<string, number>>;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** The link to the form of a new record. */
export function AddLink({
  collection,
  begin = {},
  class: look = 'button main',
  children,
}: AddLinkProps) {
  const { lang, viewOf, say } = usePage();
  if (!canEdit) return null;
  const query = new URLSearchParams(
    Object.entries(begin).map(([name, value]) => [name, `${value}`]),
  );
  return (
    <a class={look} href={`#/${collection}/new${query.size > 0 ? `?${query}` : ''}`}>
      {children ?? editWords[lang].create(say(viewOf(collection).one))}
    </a>
  );
}

/** Why a record is withheld from readers. */
function Reason({ reason }: { readonly reason: ReasonDto }) {
  const words = editWords[usePage().lang];
  return (
    <>
      {reason.text}
      {reason.with && (
        <>
          {' '}
          ({words.with} <NamedLink record={reason.with} />)
        </>
      )}
    </>
  );
}

/** The records that are withheld from readers, each with the reason. */
export function Drafts({ collection }: { readonly collection: string }) {
  const { lang } = usePage();
  const words = editWords[lang];
  const answer = useEdit<DraftsDto>(`drafts/${collection}`);
  if (answer?.kind !== 'ok' || answer.data.count === 0) return null;
  return (
    <details class="drafts">
      <summary>{words.drafts(answer.data.count)}</summary>
      <ul>
        {answer.data.drafts.map((draft) => (
          <li key={draft.id} class="draft">
            <NamedLink record={draft} />
            <p class="faint">
              № {draft.id} · <strong class="mark">{words.mark}</strong>:{' '}
              <Reason reason={draft.reason} />
            </p>
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

type Turn = NonNullable<WrittenDto['turn']>;

/** What an editor can do with a record; and why it is withheld from readers, if it is. */
export function RecordTools({ collection, id, written }: RecordToolsProps) {
  const { lang } = usePage();
  const words = editWords[lang];
  const [isRemoving, setRemoving] = useState(false);
  const [wrong, setWrong] = useState('');
  const { record, withheld, turn } = written;
  const done = useRef<JsonObject>();
  const [hideOrShow] = useUnlessRunning(async ({ field, value }: Turn) => {
    // The second click of two may come before the changed record.
    if (done.current === record) return;
    const body = { values: { [field]: value }, seen: record };
    const answer = await askEdit<OutcomeDto>(`save/${collection}/${id}`, lang, body);
    const { ok, text, problems } =
      answer.kind === 'ok' ? answer.data : { ok: false, text: whyNone(words), problems: [] };
    setWrong(
      ok ? '' : [text, ...problems.map(({ message }) => message)].filter(Boolean).join('\n'),
    );
    if (!ok) return;
    done.current = record;
    const now = await askEdit<WrittenDto>(`record/${collection}/${id}`, lang);
    // It may still be withheld, such as with its blog: then the page says so.
    const isSeen = now.kind === 'ok' && now.data.withheld === null;
    tell(withheld === null ? words.hidden : isSeen ? words.shown : words.saved);
  });
  return (
    <section class="record-tools" aria-label={words.change}>
      {withheld !== null && (
        <p class="draft">
          <strong class="mark">{words.draft}</strong>: <Reason reason={withheld} />
        </p>
      )}
      <div class="actions">
        <a class="button main" href={`${recordLink(collection, id)}/edit`}>
          <Icon name="edit" />
          {words.change}
        </a>
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
    const answer = await askEdit<OutcomeDto>('undo', lang, {});
    tell(answer.kind === 'ok' ? (answer.data.text ?? '') : whyNone(words));
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
