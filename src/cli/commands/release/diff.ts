// `diff`: what the current data changes in the API. Writes no snapshot.
import type { Said } from '../../../problems/messages/catalogue.js';
import type { SettingFlags } from '../../../snapshot/settings/types.js';
import { addFlags, type Define, reporterOption } from '../flags.js';
import { warnings, withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface DiffFlags extends Omit<SettingFlags, 'reporter'> {
  readonly reporter: (typeof REPORTERS)[number];
  readonly exitCode?: boolean;
}

const REPORTERS = ['pretty', 'json', 'github', 'markdown'] as const;

const WHAT: Said = {
  en: "what to compare with: a snapshot's folder, or else a git ref, whose data is built with the settings of now",
  ru: 'с чем сравнить: папка снимка или же ветка, метка или коммит git, данные которого собираются с нынешними настройками',
};
const EXIT_CODE: Said = {
  en: 'exit with 1 when there are differences',
  ru: 'завершиться с кодом 1, если есть различия',
};
export const define: Define<[string, DiffFlags]> = (command, lang) => {
  command.argument('<ref-or-folder>', WHAT[lang]);
  addFlags(command, 'diff', lang);
  command.option('--exit-code', EXIT_CODE[lang]).addOption(reporterOption(lang, ...REPORTERS));
  return diff;
};

async function diff(what: string, flags: DiffFlags): Promise<number> {
  const { diffSince } = await import('../../../editing/changes/snapshots.js');
  const { portal } = await import('../../../portal/index.js');
  const { diffReporters } = await import('../../../editing/changes/table.js');
  const { words } = await import('../../../editing/changes/words.js');
  const { reporter, exitCode, verbose, lang, ...options } = flags;
  const { on, tell } = warnings(lang);
  const result = await withProgress(
    reporter,
    lang,
    (onProgress) => diffSince(portal, what, { ...options, onProgress, ...on }),
    verbose,
  ).finally(tell);
  if ('errors' in result) {
    process.stderr.write(`portal-snapshot: ${words[lang].hasErrors(result.errors)}\n`);
    return HAS_ERRORS;
  }
  process.stdout.write(diffReporters[reporter](result.diff, lang));
  return exitCode && !result.diff.same ? HAS_ERRORS : DONE;
}
