// Hands changes in: what has changed, as `diff` tells it; a commit of exactly these files; a push, where that is asked for.
import { useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { ChangesDto, HandedInDto } from '../dto.js';
import { Heading } from '../shell.js';
import { askEdit, useEdit } from './ask.js';
import { words as editWords } from './words.js';

export function Changes() {
  const { lang } = usePage();
  const words = editWords[lang];
  const [attempt, setAttempt] = useState(0);
  const answer = useEdit<ChangesDto>(`changes?attempt=${attempt}`);
  const [done, setDone] = useState<HandedInDto>();
  const [pushed, setPushed] = useState<HandedInDto>();
  if (answer?.kind !== 'ok') {
    return (
      <>
        <Heading>{words.changesTitle}</Heading>
        <p aria-busy="true" />
      </>
    );
  }
  const { files, text, refused, isMain, remote } = answer.data;
  const ask = async (path: string, body: object, keep: (said: HandedInDto) => void) => {
    const said = await askEdit<HandedInDto>(path, lang, body);
    keep(said.kind === 'ok' ? said.data : { ok: false, said: words.lost });
    setAttempt(attempt + 1);
  };
  return (
    <>
      <Heading>{words.changesTitle}</Heading>
      {refused !== undefined && <p class="error">{refused}</p>}
      {files.length === 0 && refused === undefined && !done && <p class="empty">{words.nothing}</p>}
      {files.length > 0 && (
        <>
          {text !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            <pre class="diff" tabIndex={0}>
              {text}
            </pre>
          )}
          <h2 class="section">{words.files}</h2>
          <ul class="files">
            {files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
          {refused === undefined && (
            <Commit
              isMain={isMain === true}
              onCommit={(message, branch) => ask('hand-in', { message, branch, files }, setDone)}
            />
          )}
        </>
      )}
      <div role="status">
        {done && <Said said={done} />}
        {done?.ok && <p>{words.onBranch(done.branch ?? '')}</p>}
        {pushed && <Said said={pushed} />}
      </div>
      {done?.ok && remote !== undefined && !pushed?.ok && (
        <button type="button" class="button main" onClick={() => ask('push', {}, setPushed)}>
          {words.push(remote)}
        </button>
      )}
      {pushed?.address !== undefined && (
        <a class="button main" href={pushed.address} target="_blank" rel="noopener noreferrer">
          {words.pullRequest}
        </a>
      )}
    </>
  );
}

function Said({ said: { ok, said } }: { readonly said: HandedInDto }) {
  const words = editWords[usePage().lang];
  return (
    <section aria-label={words.gitSaid}>
      <p class={ok ? 'faint' : 'error'}>{words.gitSaid}</p>
      <pre>{said}</pre>
    </section>
  );
}

interface CommitProps {
  readonly isMain: boolean;
  readonly onCommit: (message: string, branch: string | undefined) => void;
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
      <div class="field">
        <label for="message">{words.message}</label>
        <input
          id="message"
          required
          value={message}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </div>
      {isMain && (
        <div class="field">
          <label for="branch">{words.branch}</label>
          <input
            id="branch"
            required
            value={branch}
            onInput={({ currentTarget }) => setBranch(currentTarget.value)}
          />
        </div>
      )}
      <button type="submit" class="button main">
        {words.handIn}
      </button>
    </form>
  );
}
