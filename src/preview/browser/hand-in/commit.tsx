// The form of a commit: a message, and the branch.
import { useState } from 'preact/hooks';
import type { ChangesDto } from '../dto.js';
import { say } from '../say.js';

/** The values of the form. */
export interface Committed {
  readonly message: string;
  readonly branch: string;
}

interface LineProps {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** A further CSS class of the field. */
  readonly kind?: 'wide';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A one-line input, with its explanation. */
function Line({ name, label, help, kind, value, onChange }: LineProps) {
  return (
    <div class={`field ${kind ?? ''}`}>
      <label for={name}>{label}</label>
      <input
        id={name}
        required
        aria-describedby={`${name}-about`}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p class="faint" id={`${name}-about`}>
        {help}
      </p>
    </div>
  );
}

interface CommitProps {
  readonly changes: ChangesDto;
  readonly isBusy: boolean;
  /** Whether nothing can be typed at the moment. Typed text stays. */
  readonly isLocked: boolean;
  readonly onCommit: (asked: Committed) => void;
}

export function Commit({ changes, isBusy, isLocked, onCommit }: CommitProps) {
  const [message, setMessage] = useState('');
  const day = new Date().toISOString().slice(0, 10);
  const [fresh] = useState(`edit-${day}-${Math.random().toString(36).slice(2, 6)}`);
  const [typed, setBranch] = useState<string>();
  const branch = typed ?? ((!changes.isMain && changes.branch) || fresh);
  return (
    <form
      class="form"
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onCommit({ message, branch });
      }}
    >
      <fieldset class="all field-group" disabled={isLocked}>
        <Line
          name="message"
          label={say('What have you changed?')}
          help={say('A line for your colleagues: what has changed, and in which records.')}
          kind="wide"
          value={message}
          onChange={setMessage}
        />
        <Line
          name="branch"
          label={say('Name of the branch')}
          help={say(
            'Your changes wait there until somebody looks at them; what is published stays.',
          )}
          value={branch}
          onChange={setBranch}
        />
      </fieldset>
      <div class="actions">
        <button type="submit" class="button main" disabled={isLocked}>
          {say('Hand in')}
        </button>
        <span role="status">{isBusy && say('One moment…')}</span>
      </div>
    </form>
  );
}
