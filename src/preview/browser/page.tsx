// The page: what the address names, as of the newest good build. Built into one file with preact; data
// becomes text, or a document of its own in a sandbox (markup.tsx), and never a part of the page.
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Address } from './address.js';
import {
  AroundContext,
  around,
  browserLanguage,
  type Theme,
  useAddress,
  useAnswer,
  useAround,
  useBuilds,
  useChoice,
} from './data.js';
import { List } from './list.js';
import { Record } from './record.js';
import { Search } from './search.js';
import { Bar, Heading, Menu, Problems, Status } from './shell.js';
import type { Language, PreviewState, ToldViews } from './told.js';
import { words } from './words.js';

const LANGUAGES: readonly Language[] = ['en', 'ru'];
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

function Page() {
  const address = useAddress();
  const { state, isLost } = useBuilds();
  const { data: views } = useAnswer<ToldViews>('views', 'views', 0);
  const [lang, setLang] = useChoice('preview-language', LANGUAGES, browserLanguage());
  const [theme, setTheme] = useChoice('preview-theme', THEMES, 'auto');
  const [isMenuOpen, setMenuOpen] = useState(false);
  document.documentElement.lang = lang;
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  const all = useMemo(() => views && state && around(lang, views, state), [lang, views, state]);
  useKeys(() => setMenuOpen(false));
  useBeginning(address);
  const { section, id } = address;
  useEffect(() => setMenuOpen(false), [section, id]);
  if (!all || !state) return <p class="waiting">{words[lang].waiting}</p>;
  return (
    <AroundContext.Provider value={all}>
      {/* No link: what follows `#` says which view this is. */}
      <button type="button" class="skip" onClick={toHeading}>
        {all.words.skip}
      </button>
      <Bar
        address={address}
        theme={theme}
        onTheme={setTheme}
        onLanguage={setLang}
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuOpen(!isMenuOpen)}
      />
      <div class="columns">
        <Menu section={section} isOpen={isMenuOpen} state={state} />
        <div class="content">
          <Status state={state} isLost={isLost} />
          <Problems state={state} />
          <main id="view">
            <View address={address} state={state} />
          </main>
        </div>
      </div>
    </AroundContext.Provider>
  );
}

/** What the address names. */
function View({ address, state }: { readonly address: Address; readonly state: PreviewState }) {
  const { words, views, say } = useAround();
  const { section, id, query } = address;
  // Answers are asked for anew whenever the server has told something.
  const version = state;
  useEffect(() => {
    const bad = state.errors > 0 || state.failure !== null ? '✗ ' : '';
    const view = Object.hasOwn(views.of, section) ? `${say(views.of[section]!.title)} · ` : '';
    document.title = `${bad}${view}${words.preview}`;
  });
  if (section === '') return <Overview state={state} />;
  if (section === 'search') return <Search query={query.get('q') ?? ''} version={version} />;
  if (!Object.hasOwn(views.of, section)) {
    return (
      <>
        <Heading>{words.missing}</Heading>
        <a href="#/">{words.overview}</a>
      </>
    );
  }
  if (id !== undefined) {
    return <Record key={id} collection={section} id={id} query={query} version={version} />;
  }
  const withheld = state.withheld[section] ?? 0;
  const sought = query.get('q') ?? '';
  const api = state.addresses[section];
  return (
    <>
      <div class="title">
        <Heading>{say(views.of[section]!.title)}</Heading>
        <p class="faint">
          {words.records(state.records[section] ?? 0)}
          {withheld > 0 && `, ${words.withheld(withheld)}`}
          {api !== undefined && (
            <>
              {' · '}
              <a href={api}>{words.inApi}</a>
            </>
          )}
        </p>
      </div>
      {sought !== '' && (
        <p>
          <a href={`#/search?${new URLSearchParams({ q: sought })}`}>
            {words.searchEverywhere(sought)}
          </a>
        </p>
      )}
      <List key={section} collection={section} query={query} version={version} />
    </>
  );
}

/** All collections, with how many records they have. */
function Overview({ state }: { readonly state: PreviewState }) {
  const { words, views, say } = useAround();
  return (
    <>
      <Heading>{words.overview}</Heading>
      {views.menu.map(({ title, collections }, place) => (
        <section key={place} class="group">
          <h2 class="section">{title ? say(title) : words.others}</h2>
          <ul class="tiles">
            {collections.map((name) => (
              <li key={name}>
                <a href={`#/${name}`}>
                  <strong>{say(views.of[name]!.title)}</strong>
                  <span>{words.records(state.records[name] ?? 0)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function toHeading(): void {
  document.getElementById('heading')?.focus();
}

/** `/` leads to the search from everywhere but a field; Esc closes the menu. */
function useKeys(close: () => void): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      const isField =
        event.target instanceof Element && event.target.matches('input, select, textarea');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField) return;
      event.preventDefault();
      document.getElementById('search')?.focus();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  }, [close]);
}

/** A new view begins at its top, with the focus on its heading; one that is gone back to, where the browser left it. */
function useBeginning({ section, id }: Address): void {
  const view = `${section}/${id}`;
  const shown = useRef(view);
  useLayoutEffect(() => {
    const isNew = history.state === null;
    if (isNew) history.replaceState({}, '');
    if (shown.current === view) return;
    shown.current = view;
    document.getElementById('heading')?.focus({ preventScroll: true });
    if (isNew) scrollTo(0, 0);
  });
}

const root = document.getElementById('page');
if (root) render(<Page />, root);
