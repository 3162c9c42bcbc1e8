// What `find`, `show`, `refs` and `remove` share: their flags, and the record that they are asked about.
import { type Command, Option } from 'commander';
import { words } from '../../../editing/query/words.js';
import type { Portal } from '../../../model/endpoint.js';
import type { Language, MissingId } from '../../../problems/messages/catalogue.js';
import { langOption } from '../flags.js';
import { warnings } from '../report.js';

const REPORTERS = ['pretty', 'json'] as const;

export interface QueryFlags {
  readonly data: string;
  readonly lang?: Language;
  readonly reporter?: (typeof REPORTERS)[number];
}

export function addQueryFlags(command: Command, lang: Language): Command {
  return command
    .addOption(new Option('--data <dir>', words[lang].flags.data).default('data'))
    .addOption(langOption(lang));
}

/** Adds the arguments that name a record. */
export function addRecord(command: Command, lang: Language): Command {
  const { collection, id } = words[lang].flags;
  return command.argument('<collection>', collection).argument('<id>', id);
}

export const reporterOption = (lang: Language): Option =>
  new Option('--reporter <name>', words[lang].flags.reporter).choices(REPORTERS).default('pretty');

/** The collection and id of a record, which need not be there. Throws a UsageError for what names none. */
export async function recordAsked(
  portal: Portal,
  name: string,
  id: string,
  lang: Language,
): Promise<MissingId> {
  const { collectionNamed, idFrom } = await import('../../../editing/query/subject.js');
  return { collection: collectionNamed(portal, name, lang).name, id: idFrom(id, lang) };
}

/** The data, whatever is wrong with it: standard error tells if anything is. */
export async function openTold(portal: Portal, data: string, lang: Language) {
  const { openData } = await import('../../../editing/desk/open.js');
  const { on, tell } = warnings(lang);
  const opened = await openData(portal, { data, ...on }).finally(tell);
  const errors = opened.data.problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) process.stderr.write(`${words[lang].hasErrors(errors)}\n`);
  return opened;
}
