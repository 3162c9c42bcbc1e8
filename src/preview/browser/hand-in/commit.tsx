// The form of a commit: what was changed, the branch, and who commits, where git does not know that yet.
import { useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { ChangesDto } from '../dto.js';
import { words as editWords } from '../edit/words.js';

/** What the form asks for. */
export interface Committed {
  readonly message: string;
  readonly branch: string;
  readonly name: string;
  readonly address: string;
}

interface LineProps {
  readonly name: 'message' | 'branch' | 'author' | 'email';
  /** A further CSS class of the field. */
  readonly kind?: 'wide';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A one-line input, with its explanation. */
function Line({ name, kind, value, onChange }: LineProps) {
  const words = editWords[usePage().lang];
  return (
    <div class={`field ${kind ?? ''}`}>
      <label for={name}>{words[name]}</label>
      <input
        id={name}
        required
        aria-describedby={`${name}-about`}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p class="faint" id={`${name}-about`}>
        {words[`${name}Help`]}
      </p>
    </div>
  );
}

interface CommitProps {
  readonly changes: ChangesDto;
  readonly isBusy: boolean;
  /** Nothing can be typed now, and what was typed stays. */
  readonly isLocked: boolean;
  readonly onCommit: (asked: Committed) => void;
}

export function Commit({ changes, isBusy, isLocked, onCommit }: CommitProps) {
  const words = editWords[usePage().lang];
  const [message, setMessage] = useState('');
  const day = new Date().toISOString().slice(0, 10);
  const [fresh] = useState(`edit-${day}-${Math.random().toString(36).slice(2, 6)}`);
  const [typed, setBranch] = useState<string>();
  const branch = typed ?? ((!changes.isMain && changes.branch) || fresh);
  const [name, setName] = useState(changes.author?.name ?? '');
  const [address, setAddress] = useState(changes.author?.address ?? '');
  return (
    <form
      class="form"
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onCommit({ message, branch, name, address });
      }}
    >
      <fieldset class="all field-group" disabled={isLocked}>
        <Line name="message" kind="wide" value={message} onChange={setMessage} />
        <Line name="branch" value={branch} onChange={setBranch} />
        {changes.author && <Line name="author" value={name} onChange={setName} />}
        {changes.author && <Line name="email" value={address} onChange={setAddress} />}
      </fieldset>
      <div class="actions">
        <button type="submit" class="button main" disabled={isLocked}>
          {words.handIn}
        </button>
        <span role="status">{isBusy && words.handingIn}</span>
      </div>
    </form>
  );
}
