// Shows a message about what was done. It disappears after some seconds.
import { useEffect, useState } from 'preact/hooks';

const TOLD = 'told';
const SHOWN_MS = 8000;

/** Shows a message instead of the last one. An empty text only removes the last one. */
export const tell = (text: string): void => {
  dispatchEvent(new CustomEvent<string>(TOLD, { detail: text }));
};

export function Toast() {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: NodeJS.Timeout | undefined;
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
