// What the changes do to the API. That takes two builds, so it is only computed on request.
import { useState } from 'preact/hooks';
import { ask, useUnlessRunning } from '../ask.js';
import type { RefusedDto } from '../dto.js';
import { say } from '../say.js';

export function Effect() {
  const [text, setText] = useState<string>();
  const [workOut, isRunning] = useUnlessRunning(async () => {
    const answer = await ask<string | RefusedDto>('edit/effect');
    if (answer.kind !== 'ok') return;
    setText(typeof answer.data === 'string' ? answer.data : answer.data.text);
  });
  return (
    <section class="effect">
      <h2>{say('What changes in the API')}</h2>
      {text === undefined && (
        <button type="button" class="button" disabled={isRunning} onClick={workOut}>
          {say('Work it out')}
        </button>
      )}
      <p class="faint" role="status">
        {isRunning && say('One moment…')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      {text !== undefined && <pre tabIndex={0}>{text}</pre>}
    </section>
  );
}
