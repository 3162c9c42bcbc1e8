// The view for handing in changes: the state of the repository, the changes in records, a commit of exactly these
// files, and pushing.
import { useState } from 'preact/hooks';
import { askFor, useUnlessRunning } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { ChangesDto, HandedInDto, RefusedDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { Heading } from '../shell.js';
import { Commit, type Committed } from './commit.js';
import { Effect } from './effect.js';

/** What the last request did. `good`: the message of success. */
interface Done {
  readonly answer: HandedInDto | RefusedDto;
  readonly good: string;
}

/** The present changes, a function that sends a request, and what the last one did. */
function useHandingIn() {
  const [asked, setAsked] = useState({ times: 0, handedIn: 0 });
  // Typed text stays after a refusal, but not after handing in.
  const key = `changes ${asked.handedIn}`;
  const path = `edit/changes?times=${asked.times}`;
  const { data } = useAnswer<ChangesDto | RefusedDto>(path, key);
  const [done, setDone] = useState<Done>();
  const [send, isBusy] = useUnlessRunning(
    async (path: string, body: object, good: (branch: string) => string) => {
      const answer = await askFor<HandedInDto>(`edit/${path}`, body);
      setDone({ answer, good: 'branch' in answer ? good(answer.branch) : '' });
      setAsked(({ times, handedIn }) => ({
        times: times + 1,
        handedIn: handedIn + (answer.ok ? 1 : 0),
      }));
    },
  );
  return { data, send, isBusy, done };
}

export function Changes() {
  const { state } = usePage();
  const { data, send, isBusy, done } = useHandingIn();
  const refused = data && 'ok' in data ? data : undefined;
  const changes = data && 'ok' in data ? undefined : data;
  const hasErrors = state.errors > 0;
  const commit = (asked: Committed) => {
    const { branch, isMain, files } = changes!;
    return send('hand-in', { ...asked, seen: { branch, isMain, files } }, (branch) =>
      say('Committed on the branch {branch}.', { branch }),
    );
  };
  const push = () => send('push', { branch: changes!.branch }, () => say('Pushed.'));
  return (
    <>
      <Heading>{say('Hand in what has changed')}</Heading>
      {!data && (
        <section class="edited" aria-busy="true">
          <h2>{say('Edited records')}</h2>
          <p class="faint" role="status">
            {say('Looking for what has changed…')}
          </p>
        </section>
      )}
      {refused && <p class="error lines">{refused.text}</p>}
      {changes && <Where changes={changes} />}
      {changes?.files.length === 0 && !done && (
        <p class="empty">{say('Nothing has changed since the last time.')}</p>
      )}
      {changes && changes.files.length > 0 && (
        <>
          <Changed changes={changes} />
          {hasErrors && <p class="error">{say('The data has errors: put them right first.')}</p>}
          <Commit {...{ changes, isBusy }} isLocked={isBusy || hasErrors} onCommit={commit} />
        </>
      )}
      <div role="status" class="said">
        {done && <Said {...done} />}
      </div>
      {changes && isUnpushed(changes) && (
        <div class="actions">
          <button type="button" class="button main" disabled={isBusy} onClick={push}>
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

/** The branch that is checked out, and where its commits are. */
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

/** What has changed, and in which files. */
function Changed({ changes: { lines, files, branch } }: ChangesProps) {
  const { lang, state } = usePage();
  return (
    <>
      {lines.length > 0 && (
        <section class="edited">
          <h2>{say('Edited records')}</h2>
          <pre>{lines.join('\n')}</pre>
        </section>
      )}
      <Effect key={`${branch} ${state.version} ${lang}`} />
      <details class="files" open={files.length <= 5}>
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

/** Says whether it succeeded, or why nothing was done, and shows git's own output unchanged. */
function Said({ answer, good }: Done) {
  const { text, output = '' } = { text: undefined, output: undefined, ...answer };
  return (
    <div>
      <p class={answer.ok ? 'good' : 'error lines'}>
        {answer.ok ? good : (text ?? say('That did not work.'))}
      </p>
      {output !== '' && <p class="faint">{say('What git says')}:</p>}
      {output !== '' && <pre>{output}</pre>}
    </div>
  );
}
