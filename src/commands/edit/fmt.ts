// `fmt`: brings data files into their canonical form; see format/ for what that is.
import type { Command } from 'commander';
import type { Language, Said } from '../../problems/messages/catalogue.js';
import { table } from '../../settings/table.js';
import { langOption } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly data: string;
  readonly check?: boolean;
  readonly lang?: Language;
}

const FILES: Said = {
  en: 'data files to format (default: all of them)',
  ru: 'файлы данных, которые привести к единому виду (по умолчанию: все)',
};
const CHECK: Said = {
  en: 'write nothing; list the files that are not in their canonical form',
  ru: 'ничего не записывать; перечислить файлы, которые не в едином виде',
};

export function define(
  command: Command,
  lang: Language,
): (files: string[], flags: Flags) => Promise<number> {
  command
    .argument('[files...]', FILES[lang])
    .option('--data <dir>', table.data.flags[0].about[lang], 'data')
    .option('--check', CHECK[lang])
    .addOption(langOption(lang));
  return async (files, { data, check = false, lang: given }) => {
    const view = viewOf(given);
    const { format } = await import('../../format/index.js');
    const { formatText } = await import('../../format/text.js');
    const { portal } = await import('../../portal/index.js');
    const report = await format(portal, { data, check, ...(files.length > 0 && { files }) });
    process.stdout.write(formatText(report, check, view));
    const isWrong = report.refused > 0 || (check && report.changed.length > 0);
    return isWrong ? HAS_ERRORS : DONE;
  };
}
