// `preview`: serves the data until it is stopped, for example by Ctrl-C. The work is done by preview/preview.ts.
import { startPreview } from '../../../preview/preview.js';
import { rebuildText } from '../../../preview/terminal.js';
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { Run } from '../../command.js';
import { DONE } from '../../status.js';

export const preview: Run<{ port?: number; readOnly?: boolean }> = async (
  given,
  { portal, options, lang, view, signal },
) => {
  const interrupted = new Promise<void>((stop) => {
    signal.addEventListener('abort', () => stop());
    process.stdout.once('error', () => stop()); // nobody reads the output any more
  });
  // No progress is shown, because each rebuild prints a line.
  const { onProgress: _, ...settings } = options;
  const starting = startPreview(portal, {
    ...{ ...settings, ...given },
    onRebuild: (rebuild) => void process.stdout.write(rebuildText(rebuild, view)),
    onFailure: (failure) =>
      void process.stderr.write(`portal-snapshot: ${visible(failure[lang])}\n`),
  });
  const started = await Promise.race([starting, interrupted]);
  if (started) {
    const url = `${started.url}/`;
    process.stdout.write(`${say('preview on {url} (Ctrl-C ends it)', lang, { url })}\n`);
    await interrupted;
  }
  // Exits at once, even during a build. Temporary files are removed at the exit.
  process.exit(DONE);
};
