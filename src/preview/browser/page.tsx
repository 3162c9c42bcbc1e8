// The page: the view that the address names, as of the newest good build. Built into one file with preact;
// data becomes text, or known elements that are created again (markup.tsx).
import { render } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Address } from './address.js';
import { Context, useAddress, useAnswer, useBuilds, useLanguage, usePage } from './data.js';
import type { JsonObject, ViewsDto } from './dto.js';
import { canEdit } from './edit/ask.js';
import { RecordForm } from './edit/form.js';
import { Stale, Toast } from './edit/toast.js';
import { AddLink, Drafts } from './edit/tools.js';
import { Changes } from './hand-in/changes.js';
import { List } from './list.js';
import { Record } from './record.js';
import { Search } from './search.js';
import { Bar, Heading, Problems, Sections, Status } from './shell.js';
import { words } from './words.js';

function Page() {
  const address = useAddress();
  const { state, isLost } = useBuilds();
  const { data: views } = useAnswer<ViewsDto>('views');
  const [lang, setLang] = useLanguage();
  document.documentElement.lang = lang;
  const context = useMemo(
    () =>
      views &&
      state && {
        ...{ lang, views, state, words: words[lang] },
        say: (said: (typeof views.of)[string]['title']) => said[lang],
        viewOf: (collection: string) => views.of[collection]!,
      },
    [lang, views, state],
  );
  useBeginning(address);
  if (!context) return <p class="waiting">{words[lang].waiting}</p>;
  return (
    <Context.Provider value={context}>
      {/* A button, since a link would change the part after `#`, which names the view. */}
      <button type="button" class="skip" onClick={() => headingOf()?.focus()}>
        {context.words.skip}
      </button>
      <Bar address={address} onLanguage={setLang} />
      <div class="columns">
        <nav class="menu" aria-label={context.words.sections}>
          <Sections current={address.section} />
        </nav>
        <div class="content">
          <Status isLost={isLost} />
          <Problems />
          <main id="view">
            <View address={address} />
          </main>
        </div>
      </div>
      <Stale />
      <Toast />
    </Context.Provider>
  );
}

/** The view that the address names. */
function View({ address: { section, id, action, query } }: { readonly address: Address }) {
  const { words, views, say, state } = usePage();
  const isKnown = Object.hasOwn(views.of, section);
  if (section === '') {
    return (
      <div class="tiles">
        <Heading>{words.overview}</Heading>
        <Sections current="" />
      </div>
    );
  }
  if (section === 'changes' && canEdit) return <Changes />;
  if (section === 'search') return <Search query={query.get('q') ?? ''} />;
  if (!isKnown) return <Heading>{words.missing}</Heading>;
  if (action && canEdit) {
    return (
      <RecordForm
        key={`${section} ${id} ${query}`}
        collection={section}
        id={id}
        begin={begin(query)}
      />
    );
  }
  if (id !== undefined) return <Record key={id} collection={section} id={id} query={query} />;
  const withheld = state.withheld[section] ?? 0;
  const sought = query.get('q') ?? '';
  return (
    <>
      <div class="title">
        <div>
          <Heading>{say(views.of[section]!.title)}</Heading>
          <p class="faint">
            {words.records(state.records[section] ?? 0)}
            {withheld > 0 && `, ${words.withheld(withheld)}`}
          </p>
        </div>
        <AddLink collection={section} />
      </div>
      <Drafts collection={section} />
      {sought !== '' && (
        <p>
          <a href={`#/search?${new URLSearchParams({ q: sought })}`}>
            {words.searchEverywhere(sought)}
          </a>
        </p>
      )}
      <List key={section} collection={section} query={query} />
    </>
  );
}

/** The values that a form begins with: `#/comments/new?post=33`. */
const begin = (query: URLSearchParams): JsonObject =>
  Object.fromEntries(
    [...query].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );

const headingOf = () => document.getElementById('heading');

/** Focuses the heading of a view when it is opened. Scrolls to its top, except after going back. */
function useBeginning({ section, id, action }: Address): void {
  const view = `${section}/${id}/${action}`;
  const shown = useRef(view);
  useLayoutEffect(() => {
    const isNew = history.state === null;
    if (isNew) history.replaceState({}, '');
    if (shown.current === view) return;
    shown.current = view;
    headingOf()?.focus({ preventScroll: true });
    if (isNew) scrollTo(0, 0);
  });
}

const root = document.getElementById('page');
if (root) render(<Page />, root);
