// What the changes do to the API. It takes two builds, so it is worked out when somebody asks for it; meanwhile the page
// tells how far that is.
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../data.js';
import type { EffectDto } from '../dto.js';
import { askEdit } from '../edit/ask.js';
import { words as editWords } from '../edit/words.js';

export function Effect() {
  const { lang } = usePage();
  const words = editWords[lang];
  /** Names what was asked for. */
  const [run, setRun] = useState<string>();
  const [{ text, progress }, setEffect] = useState<EffectDto>({});
  useEffect(() => {
    if (run === undefined) return;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      // It answers within a second, whether the work is done or not.
      const answer = await askEdit<EffectDto>(`effect/${run}`, lang, undefined, stop.signal);
      if (stop.signal.aborted) return;
      if (answer.kind !== 'ok') return setRun(undefined);
      setEffect(answer.data);
      return answer.data.text === undefined ? ask() : undefined;
    };
    void ask();
    return () => stop.abort();
  }, [run, lang]);
  return (
    <section class="effect">
      <h2>{words.effect}</h2>
      {run === undefined && (
        <button type="button" class="button" onClick={() => setRun(crypto.randomUUID())}>
          {words.workOut}
        </button>
      )}
      <div role="status">
        {run !== undefined && text === undefined && <p class="faint">{progress ?? '…'}</p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      {text !== undefined && <pre tabIndex={0}>{text}</pre>}
    </section>
  );
}
