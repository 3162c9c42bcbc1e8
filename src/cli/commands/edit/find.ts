// `find`: words → the records that have them, and where.
import { words } from '../../../editing/query/words.js';
import { UsageError } from '../../../problems/problem.js';
import { visible, visibleJson } from '../../../problems/text/visible.js';
import type { Define } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE } from '../status.js';
import { addQueryFlags, type QueryFlags, reporterOption } from './asked.js';

interface Flags extends QueryFlags {
  readonly in?: string;
}

export const define: Define<[string[], Flags]> = (command, lang) => {
  const { flags } = words[lang];
  command.argument('<words...>', flags.words).option('--in <collection>', flags.in);
  addQueryFlags(command, lang).addOption(reporterOption(lang));
  return find;
};

async function find(query: readonly string[], flags: Flags): Promise<number> {
  const { lang } = viewOf(flags.lang);
  const said = words[lang];
  const { portal } = await import('../../../portal/index.js');
  const { resolveSettings } = await import('../../../snapshot/settings/index.js');
  const { wordsOf } = await import('../../../editing/query/matching.js');
  const { find } = await import('../../../editing/query/find.js');
  const { collectionNamed } = await import('../../../editing/query/subject.js');
  const { foundText } = await import('../../../editing/query/text.js');
  const wanted = wordsOf(query.join(' '));
  if (wanted.length === 0) throw new UsageError(said.noWords);
  const only = flags.in === undefined ? undefined : collectionNamed(portal, flags.in, lang).name;
  const settings = await resolveSettings({ data: flags.data }, portal);
  const { found, unread } = await find(portal, settings, wanted, only);
  for (const file of unread) process.stderr.write(`${visible(said.notWhole(file))}\n`);
  if (flags.reporter === 'json') process.stdout.write(`${visibleJson(found)}\n`);
  else process.stdout.write(found.length > 0 ? foundText(found) : `${said.nothingFound}\n`);
  return DONE;
}
