// Messages in any view: one says what was just done, and disappears by itself; another asks to load the page again.
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import { isStalePage, STALE } from './ask.js';
import { words as editWords } from './words.js';

const TOLD = 'told';
/** How long a message is shown. */
const SHOWN_MS = 8000;

/** Shows a message about what was done. */
export const tell = (text: string): void => {
  dispatchEvent(new CustomEvent<string>(TOLD, { detail: text }));
};

/** Asks the reader to load the page again, once the server was restarted. */
export function Stale() {
  const words = editWords[usePage().lang];
  const [isShown, setShown] = useState(isStalePage());
  useEffect(() => {
    const show = () => setShown(true);
    addEventListener(STALE, show);
    return () => removeEventListener(STALE, show);
  }, []);
  return (
    <div role="alert">
      {isShown && (
        <div class="stale">
          <span>{words.stale}</span>
          <button type="button" class="button main" onClick={() => location.reload()}>
            {words.loadAgain}
          </button>
        </div>
      )}
    </div>
  );
}

export function Toast() {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: number | undefined;
    const show = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      clearTimeout(timer);
      setText(String(event.detail));
      timer = setTimeout(() => setText(''), SHOWN_MS);
    };
    addEventListener(TOLD, show);
    return () => removeEventListener(TOLD, show);
  }, []);
  return (
    <p class="toast" role="status">
      {text}
    </p>
  );
}
