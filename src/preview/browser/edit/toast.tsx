// A line that tells what was just done, wherever that was; it is read out, and goes by itself.
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import { isStalePage, STALE } from './ask.js';
import { words as editWords } from './words.js';

const TOLD = 'told';
/** So long it stays. */
const SHOWN_MS = 8000;

/** Tells what was done. */
export const tell = (text: string): void => {
  dispatchEvent(new CustomEvent<string>(TOLD, { detail: text }));
};

/** Says, until the page is loaded again, that it has to be. */
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
