// What stands around each view: the bar with the search, the menu, and what is wrong.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Address, chosen, listLink } from './address.js';
import { type Theme, useAround } from './data.js';
import { numberInWords } from './format.js';
import { Icon } from './icons.js';
import type { Language, PreviewState, ToldProblem } from './told.js';

/** So long after the last letter the search begins. */
const TYPING_MS = 200;

/** The heading of a view, which gets the focus when the reader goes there. */
export function Heading({ children }: { readonly children: ComponentChildren }) {
  return (
    <h1 id="heading" tabIndex={-1}>
      {children}
    </h1>
  );
}

interface BarProps {
  readonly address: Address;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLanguage: (language: Language) => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };

export function Bar({ address, theme, onTheme, onLanguage, isMenuOpen, onMenu }: BarProps) {
  const { words, lang } = useAround();
  return (
    <header class="bar">
      <button
        type="button"
        class="plain menu-button"
        aria-expanded={isMenuOpen}
        aria-controls="menu"
        onClick={onMenu}
      >
        <Icon name={isMenuOpen ? 'close' : 'menu'} />
        <span class="unseen">{words.menu}</span>
      </button>
      <a class="brand" href="#/">
        {words.preview}
      </a>
      <SearchBox address={address} />
      <button
        type="button"
        class="plain"
        title={words.theme[theme]}
        onClick={() => onTheme(NEXT[theme])}
      >
        <Icon name={theme} />
        <span class="unseen">{words.theme[theme]}</span>
      </button>
      <button
        type="button"
        class="plain language"
        lang={lang === 'ru' ? 'en' : 'ru'}
        aria-label={words.switchLanguage}
        title={words.switchLanguage}
        onClick={() => onLanguage(lang === 'ru' ? 'en' : 'ru')}
      >
        {lang === 'ru' ? 'EN' : 'РУ'}
      </button>
    </header>
  );
}

/** Searches the list that is shown, or else everything. */
function SearchBox({ address }: { readonly address: Address }) {
  const { words, say, views } = useAround();
  const { section, id, query } = address;
  const view = Object.hasOwn(views.of, section) && id === undefined ? views.of[section] : undefined;
  const sought = query.get('q') ?? '';
  const [text, setText] = useState(sought);
  const timer = useRef<number>();
  const box = useRef<HTMLInputElement>(null);
  // What the address says holds, unless the reader is typing.
  useEffect(() => {
    if (timer.current === undefined) setText(sought);
  }, [sought, section]);
  const go = (words: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const next = view
      ? listLink(section, chosen(query, 'q', words))
      : listLink('search', [['q', words]]);
    // Letter by letter it stays one step of the browser's history.
    if (sought !== '') {
      history.replaceState(history.state, '', next);
      dispatchEvent(new HashChangeEvent('hashchange'));
    } else location.hash = next;
  };
  const label = view ? words.searchIn(say(view.title)) : words.search;
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={box}
        id="search"
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => go(value.trim()), TYPING_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(text.trim());
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text === '') box.current?.blur();
          else {
            setText('');
            go('');
          }
        }}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}

interface MenuProps {
  readonly section: string;
  readonly isOpen: boolean;
  readonly state: PreviewState;
}

export function Menu({ section, isOpen, state }: MenuProps) {
  const { words, views, say, lang } = useAround();
  const current = (own: string) => (own === section ? 'page' : undefined);
  return (
    <nav id="menu" class={isOpen ? 'menu open' : 'menu'} aria-label={words.sections}>
      {views.menu.map(({ title, collections }, place) => (
        <div key={place}>
          <h2>{title ? say(title) : words.others}</h2>
          <ul>
            {collections.map((name) => (
              <li key={name}>
                <a href={listLink(name)} aria-current={current(name)}>
                  <span>{say(views.of[name]!.title)}</span>
                  <span class="count">{numberInWords(state.records[name] ?? 0, lang)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        <h2>API</h2>
        <ul>
          <li>
            <a href="/docs/">{words.api}</a>
          </li>
          <li>
            <a href="/api/">{words.apiRoot}</a>
          </li>
        </ul>
      </div>
    </nav>
  );
}

/** One line on how the last build went; it is read out when it changes. */
export function Status({
  state,
  isLost,
}: {
  readonly state: PreviewState;
  readonly isLost: boolean;
}) {
  const { words, lang } = useAround();
  const { errors, warnings, failure, snapshot } = state;
  const isBad = isLost || errors > 0 || failure !== null;
  const counts = [
    ...(errors > 0 ? [words.errors(errors)] : []),
    ...(warnings > 0 ? [words.warnings(warnings)] : []),
  ].join(', ');
  const stays =
    errors > 0 || failure !== null ? (snapshot === null ? words.noSnapshot : words.staysGood) : '';
  return (
    <p id="status" role="status" class={isBad ? 'bad' : warnings > 0 ? 'doubtful' : 'good'}>
      <span class="dot" aria-hidden="true" />
      {isLost ? words.noAnswer : (failure?.[lang] ?? (counts || words.isGood))}
      {!isLost && stays && ` · ${stays}`}
    </p>
  );
}

export function Problems({
  state: { problems, errors, warnings },
}: {
  readonly state: PreviewState;
}) {
  const { words } = useAround();
  const hidden = errors + warnings - problems.length;
  if (problems.length === 0) return null;
  return (
    <section class="problems" aria-labelledby="problems-title">
      <h2 id="problems-title" class="section">
        {words.problems}
      </h2>
      <ol>
        {problems.map((problem) => (
          <Problem key={`${problem.link} ${problem.path}`} problem={problem} />
        ))}
      </ol>
      {hidden > 0 && <p class="faint">{words.moreProblems(hidden)}</p>}
    </section>
  );
}

function Problem({ problem }: { readonly problem: ToldProblem }) {
  const { words, say } = useAround();
  const { severity, file, line, column, path, link, message, hint } = problem;
  return (
    <li>
      <p>
        <strong class={severity}>{words[severity]}</strong>{' '}
        <a href={link}>{`${file}:${line}:${column}`}</a>
        {path !== '' && <code> {path}</code>}
      </p>
      <p>{say(message)}</p>
      {hint && <p class="faint">→ {say(hint)}</p>}
    </li>
  );
}
