// The view for handing in: what was changed, a sentence about it, and one button that commits and pushes. Afterwards it
// says how it goes on. Names of branches and what git prints are folded.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Answer, ask, isRefused, useUnlessRunning } from '../ask.js';
import { useAnswer, usePage } from '../data.js';
import type { ChangesDto, HandedInDto } from '../dto.js';
import { Icon } from '../icons.js';
import { say } from '../say.js';
import { Heading } from '../shell.js';
import { Edited } from './edited.js';

/** The steps that were done for one click, in order; the last one may have been refused. */
type Steps = readonly Answer<HandedInDto>[];

/** A request to the server, and what the page says while it runs. */
type Step = readonly [path: string, body: object, saying: string];

export function Changes() {
  const [asked, setAsked] = useState({ times: 0, handedIn: 0 });
  // A new key empties the form: what was typed is removed after handing in, and stays after a refusal.
  const key = `changes ${asked.handedIn}`;
  const answer = useAnswer<ChangesDto>(`edit/changes?times=${asked.times}`, { key });
  const changes = isRefused(answer) ? undefined : (answer ?? undefined);
  const [steps, setSteps] = useState<Steps>([]);
  const [saying, setSaying] = useState('');
  const again = (handedIn: number) =>
    setAsked((before) => ({ times: before.times + 1, handedIn: before.handedIn + handedIn }));
  const [send, isBusy] = useUnlessRunning(async (...all: readonly Step[]) => {
    const done: Answer<HandedInDto>[] = [];
    for (const [path, body, saying] of all) {
      setSaying(saying);
      const answer = await ask<HandedInDto>(`edit/${path}`, body);
      done.push(answer);
      if (!answer?.ok) break;
    }
    setSteps(done);
    again(done[0]?.ok ? 1 : 0);
  });
  const parts = { send, isBusy, saying: isBusy ? saying : '' };
  return (
    <>
      <Heading>{say('Hand in')}</Heading>
      {answer === undefined && (
        <section aria-busy="true">
          <h2>{say('What you have changed')}</h2>
          <p class="faint" role="status">
            {say('Looking for what has changed…')}
          </p>
        </section>
      )}
      {isRefused(answer) && <p class="error lines">{answer.text}</p>}
      <div role="status">
        <Said steps={steps} />
      </div>
      {changes && changes.files.length > 0 && (
        <>
          <Changed changes={changes} onBack={() => again(0)} />
          <Form key={key} {...{ changes, ...parts }} />
        </>
      )}
      {changes?.files.length === 0 && <Where {...{ changes, ...parts }} />}
    </>
  );
}

interface PartProps {
  readonly changes: ChangesDto;
  readonly send: (...steps: readonly Step[]) => void;
  readonly isBusy: boolean;
  /** What is being done at this moment; empty if nothing is. */
  readonly saying: string;
}

const pushing = (body: object): Step => ['push', body, say('Sending it to the shared repository…')];

/** The changed records, and the names of other changed files. */
function Changed(props: { readonly changes: ChangesDto; readonly onBack: () => void }) {
  const { records, others } = props.changes;
  return (
    <section>
      <h2>{say('What you have changed')}</h2>
      <ul class="edits">
        {records.map((record) => (
          <Edited key={`${record.collection} ${record.id}`} record={record} onBack={props.onBack} />
        ))}
      </ul>
      {others.length > 0 && (
        <p>
          {say('Other changed files')}: {others.join(', ')}
        </p>
      )}
    </section>
  );
}

interface LineProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly put: (value: string) => void;
}

function Line({ id, label, help, value, put }: LineProps) {
  return (
    <div class="field wide">
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
  );
}

const freshName = () =>
  `edit-${new Date().toISOString().slice(0, 10)}-${Math.random().toString(36).slice(2, 6)}`;

/** A sentence about the changes, who makes them if git does not know yet, and the button that hands them in. */
function Form({ changes, send, isBusy, saying }: PartProps) {
  const { state } = usePage();
  const { branch, isMain, files, isNamed, remote, comparing, sentence } = changes;
  const hasErrors = state.errors > 0;
  // The proposed sentence follows the changes until the user types another one.
  const [typed, setMessage] = useState<string>();
  const message = typed ?? sentence;
  const [who, setWho] = useState<Who>({ name: '', email: '' });
  const [chosen, choose] = useState(() => (!isMain && branch) || freshName());
  return (
    <form
      class="form"
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        const seen = { branch, isMain, files };
        const body = { message, branch: chosen, who: isNamed ? undefined : who, seen };
        const commit: Step = ['hand-in', body, say('Writing it down…')];
        send(commit, ...(remote === undefined ? [] : [pushing({ branch: chosen })]));
      }}
    >
      {hasErrors && <p class="error">{say('The data has errors: put them right first.')}</p>}
      <fieldset class="all field-group" disabled={isBusy || hasErrors}>
        <Line
          {...{ id: 'message', value: message, put: setMessage }}
          label={say('What have you changed?')}
          help={say('A sentence for your colleagues. Write it as you like.')}
        />
        {!isNamed && <WhoLines {...{ who, setWho }} />}
      </fieldset>
      <More>
        <fieldset class="all" disabled={isBusy || hasErrors}>
          <Line
            {...{ id: 'branch', value: chosen, put: choose }}
            label={say('Name of the branch')}
            help={say(
              'Your changes wait there until somebody looks at them; what is published stays.',
            )}
          />
        </fieldset>
        <p class="faint">
          {say('In a terminal, {command} shows what changes in the API.', { command: comparing })}
        </p>
        <p class="faint">{say('Changed files: {count}', { count: files.length })}</p>
        <pre>{files.join('\n')}</pre>
      </More>
      <div class="actions">
        <button type="submit" class="button main" disabled={isBusy || hasErrors}>
          <Icon name="send" />
          {say('Hand in')}
        </button>
        <span role="status">{saying}</span>
      </div>
    </form>
  );
}

/** Who hands in. */
interface Who {
  readonly name: string;
  readonly email: string;
}

interface WhoProps {
  readonly who: Who;
  readonly setWho: (who: Who) => void;
}

function WhoLines({ who, setWho }: WhoProps) {
  return (
    <>
      <Line
        {...{ id: 'name', value: who.name, put: (name) => setWho({ ...who, name }) }}
        label={say('Your name')}
        help={say('It stands beside what you hand in. You are asked only once.')}
      />
      <Line
        {...{ id: 'email', value: who.email, put: (email) => setWho({ ...who, email }) }}
        label={say('Your e-mail address')}
        help={say('All who may read the shared repository can see it.')}
      />
    </>
  );
}

function More({ children }: { readonly children: ComponentChildren }) {
  return (
    <details>
      <summary>{say('More')}</summary>
      {children}
    </details>
  );
}

interface StepButtonProps {
  readonly isBusy: boolean;
  readonly isMain?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

function StepButton({ isBusy, isMain = false, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      class={isMain ? 'button main' : 'button'}
      disabled={isBusy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** If nothing is to be handed in: where the last changes are, and how it goes on. */
function Where({ changes, send, isBusy, saying }: PartProps) {
  const { branch, isMain, remote, unpushed, link, main } = changes;
  if (isMain) return <p class="empty">{say('Nothing has changed since the last time.')}</p>;
  const isSent = remote !== undefined && unpushed === 0;
  const sent = link
    ? say('Now ask for it to be accepted, on the page of this button. After that, readers see it.')
    : say('Somebody looks at it now. When it is accepted, readers see it.');
  const text = isSent
    ? sent
    : remote === undefined
      ? say(
          'There is no shared repository here, so nobody else sees it yet. Ask a colleague to set one up.',
        )
      : say('It is written down on this computer, and not yet in the shared repository.');
  return (
    <section class="part next">
      <h2>{isSent ? say('Handed in') : say('Not sent yet')}</h2>
      <p>{text}</p>
      <div class="actions">
        {isSent && link && (
          <a class="button main" href={link} target="_blank" rel="noopener">
            <Icon name="link" />
            {say('Ask for it to be accepted')}
          </a>
        )}
        {!isSent && remote !== undefined && (
          <>
            <StepButton {...{ isBusy, isMain: true }} onClick={() => send(pushing({ branch }))}>
              <Icon name="send" />
              {say('Send it')}
            </StepButton>
            <StepButton
              isBusy={isBusy}
              onClick={() => send(pushing({ branch, fresh: freshName() }))}
            >
              {say('Send it under a name of its own')}
            </StepButton>
          </>
        )}
        {isSent && main !== undefined && (
          <StepButton
            isBusy={isBusy}
            onClick={() => send(['next', {}, say('Getting the newest state…')])}
          >
            <Icon name="forward" />
            {say('Begin the next change')}
          </StepButton>
        )}
        <span role="status">{saying}</span>
      </div>
      <More>
        <p class="faint">{say('You are on the branch {branch}.', { branch })}</p>
      </More>
    </section>
  );
}

/** Why the last step was refused, what hooks printed and, folded, what git printed. */
function Said({ steps }: { readonly steps: Steps }) {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const all = steps.flatMap((one) => (one && 'output' in one ? [one] : []));
  const output = all
    .map((one) => one.output)
    .filter(Boolean)
    .join('\n');
  const hooks = all
    .map((one) => one.hooks)
    .filter(Boolean)
    .join('\n');
  const isKnown = last !== null && 'isKnown' in last && last.isKnown;
  return (
    <>
      {!last?.ok && (
        <p class="error lines">
          {(last && 'text' in last && last.text) || say('That did not work.')}
        </p>
      )}
      {hooks !== '' && (
        <>
          <p class="faint">{say('What the checks of the repository say')}:</p>
          <pre>{hooks}</pre>
        </>
      )}
      {output !== '' && (
        <details open={!isKnown}>
          <summary>{say('What git says')}</summary>
          <pre>{output}</pre>
        </details>
      )}
    </>
  );
}
