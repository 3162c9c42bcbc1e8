// The view that hands in changes: shows them as the command `diff` reports them, commits exactly these files, and
// pushes on request.
import { useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { ChangesDto, HandedInDto } from '../dto.js';
import { Icon } from '../icons.js';
import { Heading } from '../shell.js';
import { askEdit, useEdit, useUnlessRunning, whyNone } from './ask.js';
import { words as editWords } from './words.js';

export function Changes() {
  const { lang } = usePage();
  const words = editWords[lang];
  const [attempt, setAttempt] = useState(0);
  const answer = useEdit<ChangesDto>(`changes?attempt=${attempt}`);
  const [committed, setCommitted] = useState<HandedInDto>();
  const [pushed, setPushed] = useState<HandedInDto>();
  // The old answer stays while a new one is loading.
  const [changes, setChanges] = useState<ChangesDto>();
  if (answer?.kind === 'ok' && answer.data !== changes) setChanges(answer.data);
  const ask = async (path: string, body: object): Promise<HandedInDto> => {
    const said = await askEdit<HandedInDto>(path, lang, body);
    setAttempt(attempt + 1);
    if (said.kind !== 'ok') return { ok: false, said: whyNone(words) };
    // What was handed in is not offered once more while the new answer is loading.
    if (said.data.ok) setChanges(undefined);
    return said.data;
  };
  const { files = [], refused, remote, isMain = false, unpushed = 0, address } = changes ?? {};
  const seen = { branch: changes?.branch, isMain, files };
  const commit = useUnlessRunning(async (message: string, branch: string | undefined) => {
    setCommitted(await ask('hand-in', { message, branch, seen }));
  });
  const push = useUnlessRunning(async () => setPushed(await ask('push', { branch: seen.branch })));
  return (
    <>
      <Heading>{words.changesTitle}</Heading>
      {!changes && <p aria-busy="true" />}
      {refused !== undefined && <p class="error">{refused}</p>}
      {changes && files.length === 0 && refused === undefined && !committed && (
        <p class="empty">{words.nothing}</p>
      )}
      {changes && files.length > 0 && <Changed changes={changes} />}
      {files.length > 0 && refused === undefined && <Commit isMain={isMain} onCommit={commit} />}
      <div role="status" class="said">
        {committed && <Said answer={committed}>{words.onBranch(committed.branch ?? '')}</Said>}
        {pushed && <Said answer={pushed}>{words.pushed}</Said>}
      </div>
      {remote !== undefined && !isMain && unpushed > 0 && (
        <div class="actions">
          <button type="button" class="button main" onClick={() => push()}>
            <Icon name="send" />
            {words.push(remote)}
          </button>
          <span class="faint">{words.notPushed}</span>
        </div>
      )}
      {address !== undefined && (
        <a class="button main" href={address} target="_blank" rel="noopener noreferrer">
          {words.pullRequest}
        </a>
      )}
    </>
  );
}

/** What has changed, and in which files. */
function Changed({ changes: { parts, effect, files } }: { readonly changes: ChangesDto }) {
  const words = editWords[usePage().lang];
  return (
    <>
      {parts.map(({ heading, lines }) => (
        <section key={heading} class="edited">
          <h2>{heading}</h2>
          <pre>{lines.join('\n')}</pre>
        </section>
      ))}
      {parts.length > 0 && <p class="faint">{words.unseen}</p>}
      {effect !== '' && (
        <details class="effect">
          <summary>{words.effect}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <pre tabIndex={0}>{effect}</pre>
        </details>
      )}
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

/** Says whether the commit or push succeeded, and shows git's own output word for word. */
function Said({ answer: { ok, said }, children }: SaidProps) {
  const words = editWords[usePage().lang];
  return (
    <div>
      <p class={ok ? 'good' : 'error'}>{ok ? children : words.failed}</p>
      {said !== '' && <p class="faint">{words.gitSaid}:</p>}
      {said !== '' && <pre>{said}</pre>}
    </div>
  );
}

interface CommitProps {
  readonly isMain: boolean;
  readonly onCommit: (message: string, branch: string | undefined) => void;
}

interface CommitLineProps {
  readonly name: 'message' | 'branch';
  /** A further CSS class of the field. */
  readonly kind: 'wide' | '';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A one-line input of a commit, with its explanation. */
function CommitLine({ name, kind, value, onChange }: CommitLineProps) {
  const words = editWords[usePage().lang];
  return (
    <div class={`field ${kind}`}>
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

function Commit({ isMain, onCommit }: CommitProps) {
  const words = editWords[usePage().lang];
  const [message, setMessage] = useState('');
  const day = new Date().toISOString().slice(0, 10);
  const [branch, setBranch] = useState(`edit-${day}-${Math.random().toString(36).slice(2, 6)}`);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onCommit(message, isMain ? branch : undefined);
      }}
    >
      <div class="field-group">
        <CommitLine name="message" kind="wide" value={message} onChange={setMessage} />
        {isMain && <CommitLine name="branch" kind="" value={branch} onChange={setBranch} />}
      </div>
      <div class="actions">
        <button type="submit" class="button main">
          {words.handIn}
        </button>
      </div>
    </form>
  );
}
