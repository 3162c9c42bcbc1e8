// The view that hands in changes: says where the repository is, shows what was changed in records, commits exactly these
// files, pushes on request, and leads back to the main branch.
import { useEffect, useState } from 'preact/hooks';
import { ask, useUnlessRunning } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { ChangesDto, HandedInDto } from '../dto.js';
import { words as editWords } from '../edit/words.js';
import { Icon } from '../icons.js';
import { Heading } from '../shell.js';
import { Commit, type Committed } from './commit.js';
import { Effect } from './effect.js';

export function Changes() {
  const { lang, state } = usePage();
  const words = editWords[lang];
  const [attempt, setAttempt] = useState(0);
  const { data } = useAnswer<ChangesDto>(`edit/changes?attempt=${attempt}`, 'changes');
  const [done, setDone] = useState<{ readonly answer: HandedInDto; readonly good: string }>();
  // The old answer stays while a new one is loading.
  const [changes, setChanges] = useState<ChangesDto>();
  useEffect(() => setChanges(data), [data]);
  const [send, isBusy] = useUnlessRunning(
    async (path: string, body: object, good: (branch: string) => string) => {
      const said = await ask<HandedInDto>(`edit/${path}`, lang, body);
      setAttempt(attempt + 1);
      const answer =
        said.kind === 'ok' ? said.data : { ok: false, output: '', refused: words.lost };
      setDone({ answer, good: good(answer.branch ?? '') });
      // What was handed in is not offered once more while the new answer is loading.
      if (answer.ok) setChanges(undefined);
    },
  );
  const { files = [], branch, isMain = false } = changes ?? {};
  const commit = (asked: Committed) =>
    send('hand-in', { ...asked, seen: { branch, isMain, files } }, words.onBranch);
  const hasErrors = state.errors > 0;
  return (
    <>
      <Heading>{words.changesTitle}</Heading>
      {!changes && (
        <section class="edited" aria-busy="true">
          <h2>{words.edited}</h2>
          <p class="faint" role="status">
            {words.looking}
          </p>
        </section>
      )}
      {changes?.refused !== undefined && <p class="error lines">{changes.refused}</p>}
      {changes && branch !== undefined && <Where changes={changes} />}
      {branch !== undefined && files.length === 0 && !done && <p class="empty">{words.nothing}</p>}
      {changes && files.length > 0 && <Changed changes={changes} />}
      {files.length > 0 && hasErrors && <p class="error">{words.errors}</p>}
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
            onPush={() => send('push', { branch }, () => words.pushed)}
            onUpdate={() => send('update', {}, words.updated)}
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
  const words = editWords[usePage().lang];
  const { branch = '', isMain = false, main = '', remote } = changes;
  if (isMain) return <p>{words.onMain(branch)}</p>;
  const isAlone = remote === undefined || isUnpushed(changes);
  const state = isAlone ? words.notPushed : words.isPushed(remote, main);
  return <p>{`${words.onOwn(branch)} ${state}`}</p>;
}

interface StepsProps extends ChangesProps {
  readonly isBusy: boolean;
  readonly onPush: () => void;
  readonly onUpdate: () => void;
}

/** What can be done besides a commit: the next step first. */
function Steps({ changes, isBusy, onPush, onUpdate }: StepsProps) {
  const words = editWords[usePage().lang];
  const { remote, address } = changes;
  return (
    <>
      {isUnpushed(changes) && (
        <button type="button" class="button main" disabled={isBusy} onClick={onPush}>
          <Icon name="send" />
          {words.push(remote ?? '')}
        </button>
      )}
      {address !== undefined && (
        <a class="button main" href={address} target="_blank" rel="noopener noreferrer">
          {words.pullRequest}
        </a>
      )}
      {remote !== undefined && (
        <button type="button" class="button" disabled={isBusy} onClick={onUpdate}>
          {words.update}
        </button>
      )}
    </>
  );
}

/** What has changed, and in which files. */
function Changed({ changes: { lines, files, branch } }: ChangesProps) {
  const { lang, state } = usePage();
  const words = editWords[lang];
  return (
    <>
      {lines.length > 0 && (
        <section class="edited">
          <h2>{words.edited}</h2>
          <pre>{lines.join('\n')}</pre>
        </section>
      )}
      <Effect key={`${branch} ${state.version} ${lang}`} />
      <details class="files" open={files.length <= 5}>
        <summary>{words.files(files.length)}</summary>
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
  const words = editWords[usePage().lang];
  return (
    <div>
      <p class={ok ? 'good' : 'error lines'}>{ok ? children : (refused ?? words.failed)}</p>
      {output !== '' && <p class="faint">{words.gitSaid}:</p>}
      {output !== '' && <pre>{output}</pre>}
    </div>
  );
}
