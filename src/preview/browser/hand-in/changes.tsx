// The view for handing in changes: the state of the repository, the changed records, and buttons that commit and
// push.
import { useState } from 'preact/hooks';
import { type Answer, ask, isRefused, useUnlessRunning } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { ChangesDto, HandedInDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { Heading } from '../shell.js';

/** What the last request did. `good`: the message if it succeeded. */
interface Done {
  readonly answer: Answer<HandedInDto>;
  readonly good: string;
}

export function Changes() {
  const [asked, setAsked] = useState({ times: 0, handedIn: 0 });
  // A new key empties the form of the commit: the typed message is removed after handing in, and stays after a refusal.
  const key = `changes ${asked.handedIn}`;
  const answer = useAnswer<ChangesDto>(`edit/changes?times=${asked.times}`, { key });
  const changes = isRefused(answer) ? undefined : answer;
  const [done, setDone] = useState<Done>();
  const [send, isBusy] = useUnlessRunning(async (path: string, body: object, good: string) => {
    const answer = await ask<HandedInDto>(`edit/${path}`, body);
    setDone({ answer, good });
    setAsked(({ times, handedIn }) => ({
      times: times + 1,
      handedIn: handedIn + (answer?.ok ? 1 : 0),
    }));
  });
  return (
    <>
      <Heading>{say('Hand in what has changed')}</Heading>
      {answer === undefined && (
        <section aria-busy="true">
          <h2>{say('Edited records')}</h2>
          <p class="faint" role="status">
            {say('Looking for what has changed…')}
          </p>
        </section>
      )}
      {isRefused(answer) && <p class="error">{answer.text}</p>}
      {changes && <Where changes={changes} />}
      {changes?.files.length === 0 && !done && (
        <p class="empty">{say('Nothing has changed since the last time.')}</p>
      )}
      {changes && changes.files.length > 0 && (
        <>
          <Changed changes={changes} />
          <Commit key={key} {...{ changes, send, isBusy }} />
        </>
      )}
      <div role="status">{done && <Said {...done} />}</div>
      {changes && isUnpushed(changes) && (
        <div class="actions">
          <button
            type="button"
            class="button main"
            disabled={isBusy}
            onClick={() => send('push', { branch: changes.branch }, say('Pushed.'))}
          >
            <Icon name="send" />
            {say('Push to {remote}', { remote: changes.remote ?? '' })}
          </button>
        </div>
      )}
    </>
  );
}

interface ChangesProps {
  readonly changes: ChangesDto;
}

const isUnpushed = ({ isMain, remote, unpushed }: ChangesDto): boolean =>
  !isMain && remote !== undefined && unpushed > 0;

/** The present branch, and where its commits are. */
function Where({ changes }: ChangesProps) {
  const { branch, isMain, main = 'main', remote } = changes;
  if (isMain) {
    return (
      <p>
        {branch === ''
          ? say('No branch is checked out. What you hand in goes to a new branch.')
          : say('You are on {branch}, the main branch. What you hand in goes to a new branch.', {
              branch,
            })}
      </p>
    );
  }
  const isAlone = remote === undefined || isUnpushed(changes);
  const state = isAlone
    ? say('So far its commits are on this computer alone.')
    : say(
        'All its commits are on {remote}. When they are merged, go back in a terminal with {command}: the next change then gets a new branch.',
        { remote, command: `git switch ${main} && git pull` },
      );
  return <p>{`${say('You are on the branch {branch}.', { branch })} ${state}`}</p>;
}

/** The changed records and files. */
function Changed({ changes: { lines, files, comparing } }: ChangesProps) {
  return (
    <>
      {lines.length > 0 && (
        <section class="edited">
          <h2>{say('Edited records')}</h2>
          <pre>{lines.join('\n')}</pre>
        </section>
      )}
      <p class="faint">
        {say('In a terminal, {command} shows what changes in the API.', { command: comparing })}
      </p>
      <details open={files.length <= 5}>
        <summary>{say('Changed files: {count}', { count: files.length })}</summary>
        <ul>
          {files.map((file) => (
            <li key={file}>
              <code>{file}</code>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface CommitProps extends ChangesProps {
  readonly send: (path: string, body: object, good: string) => void;
  readonly isBusy: boolean;
}

/** The form of a commit: a message, and the branch. */
function Commit({ changes: { branch, isMain, files }, send, isBusy }: CommitProps) {
  const { state } = usePage();
  const hasErrors = state.errors > 0;
  const day = new Date().toISOString().slice(0, 10);
  const [fresh] = useState(`edit-${day}-${Math.random().toString(36).slice(2, 6)}`);
  const [message, setMessage] = useState('');
  const [chosen, choose] = useState((!isMain && branch) || fresh);
  const lines = [
    {
      ...{ id: 'message', value: message, put: setMessage },
      label: say('What have you changed?'),
      help: say('A line for your colleagues: what has changed, and in which records.'),
    },
    {
      ...{ id: 'branch', value: chosen, put: choose },
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
        const body = { message, branch: chosen, seen: { branch, isMain, files } };
        send('hand-in', body, say('Committed on the branch {branch}.', { branch: chosen }));
      }}
    >
      {hasErrors && <p class="error">{say('The data has errors: put them right first.')}</p>}
      <fieldset class="all field-group" disabled={isBusy || hasErrors}>
        {lines.map(({ id, value, put, label, help }) => (
          <div key={id} class="field wide">
            <label for={id}>{label}</label>
            <input
              {...{ id, value }}
              required
              aria-describedby={`${id}-about`}
              onInput={({ currentTarget }) => put(currentTarget.value)}
            />
            <p class="faint" id={`${id}-about`}>
              {help}
            </p>
          </div>
        ))}
      </fieldset>
      <div class="actions">
        <button type="submit" class="button main" disabled={isBusy || hasErrors}>
          {say('Hand in')}
        </button>
        <span role="status">{isBusy && say('One moment…')}</span>
      </div>
    </form>
  );
}

/** The message of success or refusal, and what git printed. */
function Said({ answer, good }: Done) {
  const output = answer && 'output' in answer ? answer.output : '';
  const refused = isRefused(answer) ? answer.text : undefined;
  return (
    <>
      <p class={answer?.ok ? 'good' : 'error'}>
        {answer?.ok ? good : (refused ?? say('That did not work.'))}
      </p>
      {output !== '' && (
        <>
          <p class="faint">{say('What git says')}:</p>
          <pre>{output}</pre>
        </>
      )}
    </>
  );
}
