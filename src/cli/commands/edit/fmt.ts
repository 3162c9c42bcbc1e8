// `fmt`: brings data files into their canonical form; see format/ for what that is.
import type { Language, Said } from '../../../problems/messages/catalogue.js';
import { addSettings, type Define } from '../flags.js';
import { viewOf, warnings } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly data: string;
  readonly check?: boolean;
  readonly stripStyles?: boolean;
  readonly breakLock?: boolean;
  readonly lang: Language;
}

const FILES: Said = {
  en: 'data files to format (default: all of them)',
  ru: 'файлы данных, которые привести к единому виду (по умолчанию: все)',
};
const CHECK: Said = {
  en: 'write nothing; list the files that are not in their canonical form',
  ru: 'ничего не записывать; перечислить файлы, которые не в едином виде',
};
const STRIP_STYLES: Said = {
  en: 'take the styles that check refuses out of HTML texts, and nothing else of them',
  ru: 'удалить из HTML-текстов стили, которые отвергает check, и больше ничего в них не менять',
};

export const define: Define<[string[], Flags]> = (command, lang) => {
  command
    .argument('[files...]', FILES[lang])
    .option('--check', CHECK[lang])
    .option('--strip-styles', STRIP_STYLES[lang]);
  addSettings(command, ['data', 'breakLock', 'lang'], lang);
  return async (files, { data, check = false, stripStyles = false, breakLock = false, lang }) => {
    const view = viewOf(lang);
    const { format } = await import('../../../editing/format/index.js');
    const { formatText } = await import('../../../editing/format/text.js');
    const { portal } = await import('../../../portal/index.js');
    const { on, tell } = warnings(view.lang);
    const report = await format(portal, {
      ...{ data, check, stripStyles, breakLock, ...on },
      ...(files.length > 0 && { files }),
    }).finally(tell);
    process.stdout.write(formatText(report, check, view));
    const isWrong = report.refused > 0 || (check && report.changed.length > 0);
    return isWrong ? HAS_ERRORS : DONE;
  };
};
