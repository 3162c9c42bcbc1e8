// What is around each view: the bar at the top, the menu, and the problems of the data.
import { useEffect } from 'preact/hooks';
import { listLink } from './address.js';
import { canEdit } from './ask.js';
import { usePage } from './data.js';
import type { Language, ProblemDto } from './dto.js';
import { UndoButton } from './edit/tools.js';
import { Icon } from './icons.js';
import { NamedLink } from './named-link.js';
import { say } from './say.js';

/** The name of each language in that language. */
const NAMES = { en: 'English', ru: 'Русский' } as const;

/** The heading of a view. It also sets the title of the browser's tab. */
export function Heading({ children }: { readonly children: string }) {
  const { portal, state } = usePage();
  useEffect(() => {
    const bad = state.errors > 0 || state.failure !== null ? '✗ ' : '';
    document.title = `${bad}${children} · ${say(portal.title)}`;
  });
  return (
    <h1 id="heading" tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The bar at the top: the home link, the changes, undo, and the other language. */
export function Bar({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { lang } = usePage();
  const other = lang === 'ru' ? 'en' : 'ru';
  return (
    <header class="bar">
      <a class="brand" href="#/">
        <Icon name="menu" /> {say('Portal')}
      </a>
      {canEdit && (
        <>
          <a class="button" href="#/changes" aria-label={say('Hand in')}>
            <Icon name="send" />
            <span class="word">{say('Hand in')}</span>
          </a>
          <UndoButton />
        </>
      )}
      <button type="button" class="button" lang={other} onClick={() => onLanguage(other)}>
        {NAMES[other]}
      </button>
    </header>
  );
}

/** The menu: all collections in groups, with the number of their records, and links to the API. */
export function Sections({ current }: { readonly current: string }) {
  const { portal, state } = usePage();
  return (
    <>
      {portal.menu.map(({ title, collections }, place) => (
        <section key={place}>
          <h2>{title ? say(title) : say('Others')}</h2>
          <ul>
            {collections.map((name) => (
              <li key={name}>
                <a href={listLink(name)} aria-current={name === current ? 'page' : undefined}>
                  <span>{say(portal.of[name]!.title)}</span>
                  <span class="count">{state.records[name] ?? 0}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>API</h2>
        <ul>
          <li>
            <a href="/docs/">{say('The API, described')}</a>
          </li>
          <li>
            <a href="/api/">{say('The API as it is')}</a>
          </li>
        </ul>
      </section>
    </>
  );
}

/** A line about the state of the data. Screen readers read it aloud when it changes. */
export function Status({ isLost }: { readonly isLost: boolean }) {
  const { lang, state } = usePage();
  const { errors, warnings, failure, isServed } = state;
  const isBad = isLost || errors > 0 || failure !== null;
  const counts = [
    errors > 0 && say('{count, plural, one {# error} other {# errors}}', { count: errors }),
    warnings > 0 && say('{count, plural, one {# warning} other {# warnings}}', { count: warnings }),
  ];
  const isOld = errors > 0 || failure !== null;
  const served = isServed
    ? say('Readers of the API still get the last good state.')
    : say('There is no API yet.');
  const text =
    failure?.[lang] ?? (counts.filter(Boolean).join(', ') || say('Everything is in order'));
  return (
    <p id="status" role="status" class={isBad ? 'bad' : warnings > 0 ? 'doubtful' : 'good'}>
      {isLost
        ? say('The preview does not answer; what is shown may be old.')
        : [text, ...(isOld ? [served] : [])].join(' · ')}
    </p>
  );
}

/** The problems of the data, with links to the forms of records and to places in files. */
export function Problems() {
  const { state } = usePage();
  const { problems, errors, hidden } = state;
  if (problems.length === 0) return null;
  const title = errors > 0 ? say('Problems') : say('Warnings');
  // If there are only warnings, they are folded, because they do not prevent publishing.
  return (
    <section aria-label={title}>
      <details class={errors > 0 ? 'problems bad' : 'problems'} open={errors > 0}>
        <summary>
          <h2>{title}</h2>
        </summary>
        <ol>
          {problems.map((problem) => (
            <Problem key={`${problem.link} ${problem.path}`} problem={problem} />
          ))}
        </ol>
        {hidden > 0 && (
          <p class="faint">
            {say('and {count} more: `{command}` shows them', {
              count: hidden,
              command: state.showingAll,
            })}
          </p>
        )}
      </details>
    </section>
  );
}

function Problem({ problem }: { readonly problem: ProblemDto }) {
  const { severity, place, path, link, record, message, hint, others, more } = problem;
  return (
    <li>
      <p>
        <strong class={severity}>{severity === 'error' ? say('error') : say('warning')}</strong>{' '}
        {record && (
          <>
            <NamedLink record={record} /> ·{' '}
          </>
        )}
        <a href={link}>{place}</a>
        {path !== '' && <code> {path}</code>}
      </p>
      <p>{say(message)}</p>
      {hint && <p class="faint">→ {say(hint)}</p>}
      {more > 0 && (
        <p class="faint">
          {say('and in {count, plural, one {# more place} other {# more places}}:', {
            count: more,
          })}
          {others.map((other) => (
            <span key={other.link}>
              {' '}
              <a href={other.link}>{other.place}</a>
            </span>
          ))}
          {more > others.length && ' …'}
        </p>
      )}
    </li>
  );
}
