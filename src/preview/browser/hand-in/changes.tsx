// The view that hands in changes: says where the repository is, shows what was changed in records, commits exactly these
// files, and pushes on request.
import { useEffect, useState } from 'preact/hooks';
import { askFor, useUnlessRunning } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { ChangesDto, HandedInDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { Heading } from '../shell.js';
import { Commit, type Committed } from './commit.js';
import { Effect } from './effect.js';

/** The changes as they are now, a function that sends a request, and what the last one did. */
function useHandingIn() {
  const [attempt, setAttempt] = useState(0);
  const { data } = useAnswer<ChangesDto>(`edit/changes?attempt=${attempt}`, 'changes');
  const [done, setDone] = useState<{ readonly answer: HandedInDto; readonly good: string }>();
  // The old answer stays while a new one is loading.
  const [changes, setChanges] = useState<ChangesDto>();
  useEffect(() => setChanges(data), [data]);
  const [send, isBusy] = useUnlessRunning(
    async (path: string, body: object, good: (branch: string) => string) => {
      const lost = (refused: string): HandedInDto => ({ ok: false, output: '', refused });
      const answer = await askFor(`edit/${path}`, body, lost);
      setAttempt(attempt + 1);
      setDone({ answer, good: good(answer.branch ?? '') });
      // What was handed in is not offered once more while the new answer is loading.
      if (answer.ok) setChanges(undefined);
    },
  );
  return { changes, send, isBusy, done };
}

export function Changes() {
  const { state } = usePage();
  const { changes, send, isBusy, done } = useHandingIn();
  const { files = [], branch, isMain = false } = changes ?? {};
  const commit = (asked: Committed) =>
    send('hand-in', { ...asked, seen: { branch, isMain, files } }, (branch) =>
      say('Committed on the branch {branch}.', { branch }),
    );
  const hasErrors = state.errors > 0;
  return (
    <>
      <Heading>{say('Hand in what has changed')}</Heading>
      {!changes && (
        <section class="edited" aria-busy="true">
          <h2>{say('Edited records')}</h2>
          <p class="faint" role="status">
            {say('Looking for what has changed…')}
          </p>
        </section>
      )}
      {changes?.refused !== undefined && <p class="error lines">{changes.refused}</p>}
      {changes && branch !== undefined && <Where changes={changes} />}
      {branch !== undefined && files.length === 0 && !done && (
        <p class="empty">{say('Nothing has changed since the last time.')}</p>
      )}
      {changes && files.length > 0 && <Changed changes={changes} />}
      {files.length > 0 && hasErrors && (
        <p class="error">{say('The data has errors: put them right first.')}</p>
      )}
      {changes && files.length > 0 && (
        <Commit {...{ changes, isBusy }} isLocked={isBusy || hasErrors} onCommit={commit} />
      )}
      <div role="status" class="said">
        {done && <Said answer={done.answer}>{done.good}</Said>}
      </div>
      {changes && branch !== undefined && (
        <div class="actions">
          <Steps
            {...{ changes, isBusy }}
            onPush={() => send('push', { branch }, () => say('Pushed.'))}
          />
        </div>
      )}
    </>
  );
}

interface ChangesProps {
  readonly changes: ChangesDto;
}

const isUnpushed = ({ isMain, remote, unpushed = 0 }: ChangesDto): boolean =>
  !isMain && remote !== undefined && unpushed > 0;

/** The branch that is checked out, and where its commits are. */
function Where({ changes }: ChangesProps) {
  const { branch = '', isMain = false, main = 'main', remote } = changes;
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

interface StepsProps extends ChangesProps {
  readonly isBusy: boolean;
  readonly onPush: () => void;
}

/** What can be done besides a commit: the next step first. */
function Steps({ changes, isBusy, onPush }: StepsProps) {
  const { remote, address } = changes;
  return (
    <>
      {isUnpushed(changes) && (
        <button type="button" class="button main" disabled={isBusy} onClick={onPush}>
          <Icon name="send" />
          {say('Push to {remote}', { remote: remote ?? '' })}
        </button>
      )}
      {address !== undefined && (
        <a class="button main" href={address} target="_blank" rel="noopener noreferrer">
          {say('Open a pull request')}
        </a>
      )}
    </>
  );
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

interface SaidProps {
  readonly answer: HandedInDto;
  /** The message of success. */
  readonly children: string;
}

/** Says whether it succeeded, or why nothing was done, and shows git's own output word for word. */
function Said({ answer: { ok, output, refused }, children }: SaidProps) {
  return (
    <div>
      <p class={ok ? 'good' : 'error lines'}>
        {ok ? children : (refused ?? say('That did not work.'))}
      </p>
      {output !== '' && <p class="faint">{say('What git says')}:</p>}
      {output !== '' && <pre>{output}</pre>}
    </div>
  );
}
