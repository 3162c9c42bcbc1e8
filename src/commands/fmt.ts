// `fmt`: data files in their canonical form; see format/ for what that is.
import type { Command } from 'commander';
import { DONE, HAS_ERRORS } from './status.js';

interface Flags {
  readonly data: string;
  readonly check?: boolean;
}

export function define(command: Command): (files: string[], flags: Flags) => Promise<number> {
  command
    .argument('[files...]', 'data files to format (default: all of them)')
    .option('--data <dir>', 'the data folder', 'data')
    .option('--check', 'write nothing; list the files that are not in their canonical form');
  return async (files, { data, check = false }) => {
    const { format } = await import('../format/index.js');
    const { formatText } = await import('../format/text.js');
    const report = await format({ data, check, ...(files.length > 0 && { files }) });
    process.stdout.write(formatText(report, check));
    const isWrong = report.refused > 0 || (check && report.changed.length > 0);
    return isWrong ? HAS_ERRORS : DONE;
  };
}
