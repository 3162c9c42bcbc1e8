// `preview`: its flags and its end; what it does is in preview/preview.ts.
import { InvalidArgumentError } from 'commander';
import type { Language, Said } from '../../../problems/messages/catalogue.js';
import type { SettingFlags } from '../../../snapshot/settings/types.js';
import { addFlags, type Define, wholeNumber } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE } from '../status.js';
import { SIGNALS } from '../stoppable.js';

interface PreviewFlags extends SettingFlags {
  readonly readOnly?: boolean;
  readonly port?: number;
}

const PORT: Said = {
  en: 'the port (default: 8080, or the next one that is free)',
  ru: 'порт (по умолчанию: 8080 или следующий свободный)',
};
const READ_ONLY: Said = {
  en: 'show the data, and change nothing',
  ru: 'только показать данные, ничего не меняя',
};
const READY: Readonly<Record<Language, (url: string) => string>> = {
  en: (url) => `preview on ${url} (Ctrl-C ends it)`,
  ru: (url) => `просмотр: ${url} (завершить — Ctrl-C)`,
};

export const define: Define<[PreviewFlags]> = (command, lang) => {
  command.option('--port <n>', PORT[lang], portIn);
  command.option('--read-only', READ_ONLY[lang]);
  addFlags(command, 'preview', lang);
  return async (flags) => {
    const { lang, ...settings } = flags;
    const view = viewOf(lang);
    const [{ startPreview }, { rebuildText }, { portal }] = await Promise.all([
      import('../../../preview/preview.js'),
      import('../../../preview/terminal.js'),
      import('../../../portal/index.js'),
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
      process.stdout.write(`${READY[view.lang](`${preview.url}/`)}\n`);
      await interrupted;
    }
    // Exits at once, even during a build; temporary files are removed as the process exits.
    process.exit(DONE);
  };
};

function portIn(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError('It must be at most 65535.');
  return number;
}
