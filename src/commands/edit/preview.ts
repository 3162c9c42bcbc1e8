// `preview`: its flags and its end; what it does is in preview/preview.ts.
import { type Command, InvalidArgumentError } from 'commander';
import type { FlagsOf } from '../../settings/types.js';
import { addFlags, wholeNumber } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE } from '../status.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface PreviewFlags extends FlagsOf<'preview'> {
  readonly port?: number;
}

export function define(command: Command): (flags: PreviewFlags) => Promise<number> {
  command.option('--port <n>', 'the port (default: 8080, or the next one that is free)', port);
  addFlags(command, 'preview');
  return async (flags) => {
    const { lang, ...settings } = flags;
    const view = viewOf(lang);
    // Dependencies of http-server use deprecated functions of Node; users cannot act on the warning.
    process.noDeprecation = true;
    const [{ startPreview }, { rebuildText }, { portal }] = await Promise.all([
      import('../../preview/preview.js'),
      import('../../preview/terminal.js'),
      import('../../portal/index.js'),
    ]);
    const interrupted = new Promise<void>((stop) => {
      for (const signal of SIGNALS) process.once(signal, () => stop());
      process.stdout.once('error', () => stop()); // nobody reads the output any more
    });
    const onRebuild = (rebuild: Parameters<typeof rebuildText>[0]) => {
      process.stdout.write(rebuildText(rebuild, view));
    };
    const starting = startPreview(portal, { ...settings, onRebuild });
    const preview = await Promise.race([starting, interrupted]);
    if (preview) {
      process.stdout.write(`preview on ${preview.url}/ (Ctrl-C ends it)\n`);
      await interrupted;
    }
    // Exits at once, even during a build; temporary files are removed as the process exits.
    process.exit(DONE);
  };
}

function port(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('It must be at most 65535.');
  return number;
}
