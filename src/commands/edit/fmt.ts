// `fmt`: brings data files into their canonical form; see format/ for what that is.
import { type Command, Option } from 'commander';
import type { Language } from '../../problems/messages/catalogue.js';
import { langOption } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly data: string;
  readonly check?: boolean;
  readonly split?: boolean;
  readonly join?: boolean;
  readonly lang?: Language;
}

export function define(command: Command): (files: string[], flags: Flags) => Promise<number> {
  command
    .argument('[files...]', 'data files to format (default: all of them)')
    .option('--data <dir>', 'the data folder', 'data')
    .addOption(
      new Option(
        '--split',
        'put long texts into files of their own, such as 7.text.html',
      ).conflicts('join'),
    )
    .option('--join', 'put long texts that are in files of their own back into their records')
    .option('--check', 'write nothing; list the files that are not in their canonical form')
    .addOption(langOption());
  return async (files, { data, check = false, split, join, lang }) => {
    const view = viewOf(lang);
    const { format } = await import('../../format/index.js');
    const { formatText } = await import('../../format/text.js');
    const { portal } = await import('../../portal/index.js');
    const report = await format(portal, {
      ...{ data, check },
      ...(files.length > 0 && { files }),
      ...((split || join) && { texts: split ? ('split' as const) : ('join' as const) }),
    });
    process.stdout.write(formatText(report, check, view));
    const isWrong = report.refused > 0 || (check && report.changed.length > 0);
    return isWrong ? HAS_ERRORS : DONE;
  };
}
