// `fmt`: brings data files into their canonical form; see format/ for what that is.
import { Option } from 'commander';
import type { Language, Said } from '../../../problems/messages/catalogue.js';
import { addSettings, type Define } from '../flags.js';
import { viewOf, warnings } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly data: string;
  readonly check?: boolean;
  readonly split?: boolean;
  readonly join?: boolean;
  readonly breakLock?: boolean;
  readonly lang: Language;
}

const FILES: Said = {
  en: 'data files to format (default: all of them)',
  ru: 'файлы данных, которые привести к единому виду (по умолчанию: все)',
};
const SPLIT: Said = {
  en: 'put long texts into files of their own, such as 7.text.html',
  ru: 'вынести длинные тексты в отдельные файлы, например 7.text.html',
};
const JOIN: Said = {
  en: 'put long texts that are in files of their own back into their records',
  ru: 'вернуть длинные тексты из отдельных файлов в их записи',
};
const CHECK: Said = {
  en: 'write nothing; list the files that are not in their canonical form',
  ru: 'ничего не записывать; перечислить файлы, которые не в едином виде',
};

export const define: Define<[string[], Flags]> = (command, lang) => {
  command
    .argument('[files...]', FILES[lang])
    .addOption(new Option('--split', SPLIT[lang]).conflicts('join'))
    .option('--join', JOIN[lang])
    .option('--check', CHECK[lang]);
  addSettings(command, ['data', 'breakLock', 'lang'], lang);
  return async (files, { data, check = false, split, join, breakLock = false, lang }) => {
    const view = viewOf(lang);
    const { format } = await import('../../../editing/format/index.js');
    const { formatText } = await import('../../../editing/format/text.js');
    const { portal } = await import('../../../portal/index.js');
    const { on, tell } = warnings(view.lang);
    const report = await format(portal, {
      ...{ data, check, breakLock, ...on },
      ...(files.length > 0 && { files }),
      ...((split || join) && { texts: split ? ('split' as const) : ('join' as const) }),
    }).finally(tell);
    process.stdout.write(formatText(report, check, view));
    const isWrong = report.refused > 0 || (check && report.changed.length > 0);
    return isWrong ? HAS_ERRORS : DONE;
  };
};
