// The form of a commit: a message, and the branch.
import { useState } from 'preact/hooks';
import type { ChangesDto } from '../dto.js';
import { say } from '../say.js';

/** The values of the form. */
export interface Committed {
  readonly message: string;
  readonly branch: string;
}

interface CommitProps {
  readonly changes: ChangesDto;
  readonly isBusy: boolean;
  /** Whether nothing can be typed at the moment. Typed text stays. */
  readonly isLocked: boolean;
  readonly onCommit: (asked: Committed) => void;
}

export function Commit({ changes, isBusy, isLocked, onCommit }: CommitProps) {
  const day = new Date().toISOString().slice(0, 10);
  const [fresh] = useState(`edit-${day}-${Math.random().toString(36).slice(2, 6)}`);
  const lines = [
    {
      ...{ name: 'message', kind: 'wide', value: '' },
      label: say('What have you changed?'),
      help: say('A line for your colleagues: what has changed, and in which records.'),
    },
    {
      ...{ name: 'branch', kind: '', value: (!changes.isMain && changes.branch) || fresh },
      label: say('Name of the branch'),
      help: say('Your changes wait there until somebody looks at them; what is published stays.'),
    },
  ];
  return (
    <form
      class="form"
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        onCommit({ message: `${given.get('message')}`, branch: `${given.get('branch')}` });
      }}
    >
      <fieldset class="all field-group" disabled={isLocked}>
        {lines.map(({ name, kind, value, label, help }) => (
          <div key={name} class={`field ${kind}`}>
            <label for={name}>{label}</label>
            <input
              {...{ id: name, name, defaultValue: value }}
              required
              aria-describedby={`${name}-about`}
            />
            <p class="faint" id={`${name}-about`}>
              {help}
            </p>
          </div>
        ))}
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
