// What commands that change records share: their flags, settings and output.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import type { Edit } from '../../../editing/workspace/put.js';
import { inTemporaryFolder } from '../../../files/disk/temporary.js';
import type { Portal } from '../../../model/endpoint.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { quoted } from '../../../problems/quote.js';
import type { FindingsReport } from '../../../problems/report.js';
import { say } from '../../../problems/say.js';
import { visible } from '../../../problems/text/visible.js';
import type { ResolvedSettings } from '../../../snapshot/settings/index.js';
import { addSettings } from '../flags.js';
import { warnings } from '../report.js';
import type { QueryFlags } from './query.js';

export interface ChangeFlags extends QueryFlags {
  readonly dryRun?: boolean;
  readonly breakLock?: boolean;
}

/** Adds the flags that all these commands have. */
export function addChangeFlags(command: Command, lang: Language): Command {
  command.option('--dry-run', say('check, and tell what would change; write nothing', lang));
  addSettings(command, ['data', 'lang', 'breakLock'], lang);
  return command;
}

/** What the work of such a command gets. */
export interface ChangeWork {
  readonly portal: Portal;
  readonly settings: ResolvedSettings;
  readonly lang: Language;
  readonly dryRun: boolean;
  /** The flags with which another command works on the same data: ` --data other`, or nothing. */
  readonly dataFlags: string;
  /** The line that states how to revert the change; none in a dry run. */
  readonly undo: readonly string[];
}

/** Does the work of such a command; prints warnings on standard error. */
export async function changing<T>(
  flags: ChangeFlags,
  work: (work: ChangeWork) => Promise<T>,
): Promise<T> {
  const { data, lang, dryRun = false, breakLock = false } = flags;
  const { portal } = await import('../../../portal/index.js');
  const { resolveSettings } = await import('../../../snapshot/settings/index.js');
  const { on, tell } = warnings(lang);
  const settings = resolveSettings({ data, breakLock, ...on }, portal);
  const dataFlags = data === 'data' ? '' : ` --data ${quoted(data)}`;
  const undo = dryRun
    ? []
    : [visible(say('undo: {command}', lang, { command: `npx portal-snapshot undo${dataFlags}` }))];
  return work({ portal, settings, lang, dryRun, dataFlags, undo }).finally(tell);
}

/** The edits of a change, in the data of these settings. */
interface UnwrittenEdits {
  readonly settings?: ResolvedSettings;
  readonly edits: readonly Edit[];
}

/**
 * Prints what was changed, and on standard error which problems the change causes, in the lines that it makes: `edits`
 * need not be written.
 */
export async function tell(
  report: FindingsReport | undefined,
  lines: readonly string[],
  lang: Language,
  { settings, edits }: UnwrittenEdits = { edits: [] },
): Promise<void> {
  if (report && report.problems.length > 0) {
    const { reporters } = await import('../../../snapshot/reporters/index.js');
    const { shownName } = await import('../../../editing/workspace/portal-data.js');
    const color = process.stderr.isTTY === true && pc.isColorSupported;
    await inTemporaryFolder(async (folder) => {
      const readInstead = new Map<string, string>();
      for (const [i, { file, after }] of edits.entries()) {
        if (!after || !settings) continue;
        const path = join(folder, String(i));
        writeFileSync(path, after);
        readInstead.set(shownName(settings, file), path);
      }
      process.stderr.write(reporters.pretty(report, 'check', { lang, color, readInstead }));
    });
  }
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
