// `find`, `show` and `refs`; and what other commands share with them: flags, and the arguments that name a record.

import { Argument, type Command } from 'commander';
import type { Portal } from '../../../model/endpoint.js';
import type { Language } from '../../../problems/messages/catalogue.js';
import { UsageError } from '../../../problems/problem.js';
import { countsOf } from '../../../problems/report.js';
import { say } from '../../../problems/say.js';
import { visible, visibleJson } from '../../../problems/text/visible.js';
import { addSettings, type Define, reporterOption } from '../flags.js';
import { warnings } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

export interface QueryFlags {
  readonly data: string;
  readonly lang: Language;
  readonly reporter?: 'pretty' | 'json';
}

/** Adds the arguments that name a record. */
export function addRecord(command: Command, lang: Language): Command {
  const collection = say('the kind of record, such as vacancy', lang);
  return command.argument('<collection>', collection).addArgument(recordArgument(lang));
}

export const recordArgument = (lang: Language): Argument =>
  new Argument('<id>', say('the id of the record, or its name', lang));

/** Opens the data, also if it has errors; standard error states how many. */
async function openTold(portal: Portal, data: string, lang: Language) {
  const { openData } = await import('../../../editing/workspace/portal-data.js');
  const { on, tell } = warnings(lang);
  const opened = await openData(portal, { data, ...on }).finally(tell);
  const { errors } = countsOf(opened.data.problems);
  if (errors > 0) {
    const text = say(
      'the data has errors ({count}), so something may be missing here: check tells which',
      lang,
      { count: errors },
    );
    process.stderr.write(`${text}\n`);
  }
  return opened;
}

interface FindFlags extends QueryFlags {
  readonly in?: string;
}

/** `find`: words → the records that have them, and where. */
export const find: Define<[string[], FindFlags]> = (command, lang) => {
  const words = say('words to find, all of them, in any form', lang);
  const only = say('look in this collection alone, such as vacancies', lang);
  command.argument('<words...>', words).option('--in <collection>', only);
  addSettings(command, ['data', 'lang'], lang);
  command.addOption(reporterOption(lang, 'pretty', 'json'));
  return runFind;
};

async function runFind(query: readonly string[], flags: FindFlags): Promise<number> {
  const { lang } = flags;
  const { portal } = await import('../../../portal/index.js');
  const { resolveSettings } = await import('../../../snapshot/settings/index.js');
  const { wordsOf } = await import('../../../editing/query/matching.js');
  const { find } = await import('../../../editing/query/find.js');
  const { collectionNamed } = await import('../../../editing/query/subject.js');
  const { foundText } = await import('../../../editing/query/text.js');
  const wanted = wordsOf(query.join(' '));
  if (wanted.length === 0)
    throw new UsageError(say('write a word to find: letters or digits', lang));
  const only = flags.in === undefined ? undefined : collectionNamed(portal, flags.in, lang).name;
  const settings = resolveSettings({ data: flags.data }, portal);
  const { found, unread } = await find(portal, settings, wanted, only);
  for (const file of unread) {
    const text = say(
      '{file} cannot be read to its end, and was not searched there: check tells why',
      lang,
      { file },
    );
    process.stderr.write(`${visible(text)}\n`);
  }
  if (flags.reporter === 'json') process.stdout.write(`${visibleJson(found)}\n`);
  else
    process.stdout.write(found.length > 0 ? foundText(found) : `${say('nothing found', lang)}\n`);
  return DONE;
}

/** `show`: a record with the names of what it refers to, and where it is published. */
export const show: Define<[string, string, QueryFlags]> = (command, lang) => {
  addSettings(addRecord(command, lang), ['data', 'lang'], lang);
  return runShow;
};

async function runShow(name: string, id: string, flags: QueryFlags): Promise<number> {
  const { lang } = flags;
  const { portal } = await import('../../../portal/index.js');
  const { show } = await import('../../../editing/query/show.js');
  const { rowAsked } = await import('../../../editing/query/subject.js');
  const { shownText } = await import('../../../editing/query/text.js');
  const { settings, data, plan } = await openTold(portal, flags.data, lang);
  const found = rowAsked(plan, data, { of: name, text: id }, lang);
  process.stdout.write(shownText(show(portal, settings, data, found), lang));
  return DONE;
}

/** `refs`: who refers to a record, and where. */
export const refs: Define<[string, string, QueryFlags]> = (command, lang) => {
  addSettings(addRecord(command, lang), ['data', 'lang'], lang);
  command.addOption(reporterOption(lang, 'pretty', 'json'));
  return runRefs;
};

/** Shows the references to a record, even to one that does not exist; that is an error then. */
async function runRefs(name: string, id: string, flags: QueryFlags): Promise<number> {
  const { lang } = flags;
  const { portal } = await import('../../../portal/index.js');
  const { referrersOf } = await import('../../../editing/query/references.js');
  const { missing, recordAsked, rowOf, subjectsOf } = await import(
    '../../../editing/query/subject.js'
  );
  const { headOf, refsText } = await import('../../../editing/query/text.js');
  const { settings, data, plan } = await openTold(portal, flags.data, lang);
  const wanted = recordAsked(plan, data, { of: name, text: id }, lang);
  const found = referrersOf(data, settings, wanted);
  const row = rowOf(data, wanted);
  const { singular } = data.table(wanted.collection).plan.declared;
  const why = row ? undefined : missing(data, wanted, lang);
  if (why !== undefined && found.length === 0) throw new UsageError(why);
  if (why !== undefined) process.stderr.write(`${visible(why)}\n`);
  const head = row ? headOf(subjectsOf(data, settings, [row])[0]!) : `${singular} ${wanted.id}`;
  const json = found.map(({ collection, id, path, file, line }) => {
    return { collection, id, path, file, line };
  });
  const isJson = flags.reporter === 'json';
  process.stdout.write(isJson ? `${visibleJson(json)}\n` : refsText(head, found, lang));
  return row ? DONE : HAS_ERRORS;
}
