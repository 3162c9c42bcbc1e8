// The whole page: shows the view that the address names. It is bundled with preact into one file. Only markup.tsx makes
// elements from HTML in the data.
import { render } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Address, useAddress } from './address.js';
import { canEdit, isRefused } from './ask.js';
import { Context, useAnswer, useBuilds, useLanguage, usePage } from './data.js';
import type { JsonObject, NamedDto, PortalDto } from './dto.js';
import { Toast } from './edit/toast.js';
import { beginning } from './format.js';
import { Changes } from './hand-in/changes.js';
import { List } from './list.js';
import { Record } from './record.js';
import { loadTexts, say, speakIn } from './say.js';
import { Bar, Heading, Problems, Sections, Status } from './shell.js';

/** The most letters of a name that are shown. */
const MOST_LETTERS = 200;

function Page() {
  const [lang, setLang] = useLanguage();
  speakIn(lang);
  const address = useAddress(say('What you typed is not saved. Leave it?'));
  const { state, isLost } = useBuilds();
  const answer = useAnswer<PortalDto>('data/portal');
  const portal = isRefused(answer) ? undefined : answer;
  document.documentElement.lang = lang;
  const context = useMemo(() => {
    if (!portal || !state) return undefined;
    const viewOf = (collection: string) => portal.of[collection]!;
    const titleOf = ({ collection, id, name }: NamedDto) =>
      name ? beginning(name, MOST_LETTERS) : `${say(viewOf(collection).singular)} ${id}`;
    return { lang, portal, state, viewOf, titleOf };
  }, [lang, portal, state]);
  useBeginning(address);
  if (!context) return <p class="waiting">{say('Reading the data…')}</p>;
  return (
    <Context.Provider value={context}>
      {/* A link would change the part of the address after `#`, which names the view. So this is a button. */}
      <button type="button" class="skip" onClick={() => headingOf()?.focus()}>
        {say('Skip to the content')}
      </button>
      <Bar onLanguage={setLang} />
      <div class="columns">
        <nav class="menu" aria-label={say('Sections')}>
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
      <Toast />
    </Context.Provider>
  );
}

/** The view that the address names. */
function View({ address: { section, id, query } }: { readonly address: Address }) {
  const { portal } = usePage();
  if (section === '') {
    return (
      <div class="tiles">
        <Heading>{say('Overview')}</Heading>
        <Sections current="" />
      </div>
    );
  }
  if (section === 'changes' && canEdit) return <Changes />;
  if (!Object.hasOwn(portal.of, section)) return <Heading>{say('There is no such page.')}</Heading>;
  if (id === undefined) return <List key={section} collection={section} query={query} />;
  const one = id === 'new' ? { begin: begin(query) } : { id, at: Number(query.get('at')) };
  return <Record key={`${section} ${id} ${id === 'new' && query}`} collection={section} {...one} />;
}

/** The first values in a form, from its address: `#/comments/new?post=33`. */
const begin = (query: URLSearchParams): JsonObject =>
  Object.fromEntries(
    [...query].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );

const headingOf = () => document.getElementById('heading');

/** When another view is shown, moves the focus to its heading. Then scrolls to the top, but not after going back. */
function useBeginning({ section, id }: Address): void {
  const view = `${section}/${id}`;
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

await loadTexts();
const root = document.getElementById('page');
if (root) render(<Page />, root);
