// `check`: the checks of a build, and nothing written; with `--fix`, data files are formatted first.
import type { Command } from 'commander';
import { addOptions, type Flags, report, viewOf } from './report.js';

interface CheckFlags extends Flags {
  readonly fix?: boolean;
  readonly since?: string;
}

export function define(command: Command): (flags: CheckFlags) => Promise<number> {
  addOptions(command);
  command
    .option('--fix', 'bring the data files into their canonical form first, as fmt does')
    .option('--since <ref>', 'only problems in, or caused by, what changed since a git ref');
  return async ({ fix, since, ...flags }) => {
    if (fix) await formatData(flags);
    if (since !== undefined) {
      const { checkSince } = await import('../changes/since.js');
      return report('check', (options) => checkSince(since, options), flags);
    }
    const { check } = await import('../build.js');
    return report('check', check, flags);
  };
}

/** Says what changed on standard error: standard output is the report's. What fmt refuses, it tells. */
async function formatData({ data, lang }: Flags): Promise<void> {
  const view = { ...viewOf(lang), color: false };
  const { format } = await import('../format/index.js');
  const { changedLines, summaryLine } = await import('../format/text.js');
  const formatted = await format({ ...(data !== undefined && { data }) });
  const lines = [...changedLines(formatted.changed, view), summaryLine(formatted, false, view), ''];
  process.stderr.write(lines.join('\n'));
}
