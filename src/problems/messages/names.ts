// The types of catalogues of messages: each language must have the entries of the English one.
import type { Wording } from './catalogue.js';
import type { en } from './en.js';

type English = typeof en.messages;
export type MessageName = keyof English;

/** The arguments of the message with a name. */
export type Arguments<N extends MessageName> = Parameters<English[N]>[0];

/** The words of a report besides those of its problems. */
export type ReportWords = typeof en.report;

/** All words of findings and reports in one language. */
export interface Catalogue
  extends Pick<typeof en, 'missing' | 'followers' | 'unchecked' | 'report'> {
  readonly messages: { readonly [N in MessageName]: (args: Arguments<N>) => Wording };
}
