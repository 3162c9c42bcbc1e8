// `remove`: a record out of the data, and with --cascade what cannot be without it.
import pc from 'picocolors';
import { words } from '../../../editing/remove/words.js';
import { breakLockOption, type Define } from '../flags.js';
import { viewOf, warnings } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { addQueryFlags, addRecord, type QueryFlags, recordAsked } from './query.js';

interface Flags extends QueryFlags {
  readonly cascade?: boolean;
  readonly dryRun?: boolean;
  readonly breakLock?: boolean;
}

export const define: Define<[string, string, Flags]> = (command, lang) => {
  const { flags } = words[lang];
  addRecord(command, lang).option('--cascade', flags.cascade).option('--dry-run', flags.dryRun);
  addQueryFlags(command, lang).addOption(breakLockOption(lang));
  return remove;
};

async function remove(name: string, id: string, flags: Flags): Promise<number> {
  const { lang } = viewOf(flags.lang);
  const { data, cascade = false, dryRun = false, breakLock = false } = flags;
  const { portal } = await import('../../../portal/index.js');
  const { resolveSettings } = await import('../../../snapshot/settings/index.js');
  const { remove } = await import('../../../editing/remove/remove.js');
  const { removedText } = await import('../../../editing/remove/text.js');
  const { reporters } = await import('../../../snapshot/reporters/index.js');
  const wanted = await recordAsked(portal, name, id, lang);
  const { on, tell } = warnings(lang);
  const settings = await resolveSettings({ data, breakLock, ...on }, portal);
  const options = { wanted, cascade, dryRun, lang };
  const removed = await remove(portal, settings, options).finally(tell);
  const { report, outcome } = removed;
  if (report && report.problems.length > 0) {
    const color = process.stderr.isTTY === true && pc.isColorSupported;
    process.stderr.write(reporters.pretty(report, 'check', { lang, color }));
  }
  const { singular } = portal.collections.find(({ name }) => name === wanted.collection)!;
  process.stdout.write(removedText(settings, removed, singular, dryRun, lang));
  return outcome === 'removed' ? DONE : HAS_ERRORS;
}
