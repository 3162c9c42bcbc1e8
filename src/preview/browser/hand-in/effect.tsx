// What the changes do to the API. It takes two builds, so it is worked out when somebody asks for it; meanwhile the page
// tells how far that is.
import { useState } from 'preact/hooks';
import { ask } from '../ask.js';
import { say } from '../say.js';

/** How often the page asks how far it is. */
const ASK_MS = 500;

export function Effect() {
  const [text, setText] = useState<string>();
  /** Undefined while nothing is worked out. */
  const [progress, setProgress] = useState<string>();
  const workOut = async () => {
    setProgress('…');
    const timer = setInterval(async () => {
      const answer = await ask<string>('edit/progress');
      if (answer.kind === 'ok') setProgress((before) => before && answer.data);
    }, ASK_MS);
    const answer = await ask<string>('edit/effect');
    clearInterval(timer);
    setProgress(undefined);
    if (answer.kind === 'ok') setText(answer.data);
  };
  return (
    <section class="effect">
      <h2>{say('What changes in the API')}</h2>
      {progress === undefined && text === undefined && (
        <button type="button" class="button" onClick={workOut}>
          {say('Work it out')}
        </button>
      )}
      <p class="faint" role="status">
        {progress}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      {text !== undefined && <pre tabIndex={0}>{text}</pre>}
    </section>
  );
}
