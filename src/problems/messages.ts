// Every problem in words: the one place where a finding meets a language. Checks never word
// anything themselves.
import type {
  Arguments,
  Catalogue,
  Language,
  MessageName,
  ReasonName,
  Wording,
} from './messages/catalogue.js';
import { en } from './messages/en.js';
import { ru } from './messages/ru.js';

export {
  type Arguments,
  type Expected,
  LANGUAGES,
  type Language,
  type LostRecord,
  type MessageName,
  type MissingId,
  type MissingRecord,
  type ReasonName,
  type RuleBreach,
  type TimeFault,
} from './messages/catalogue.js';

/** All that is said, by language. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { en, ru };

/** The message and the hint of a finding. */
export function word<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  language: Language = 'en',
): Wording {
  return catalogues[language].messages[name](args);
}

/** Why records are withheld. `to`: the collection of the withheld record that they refer to. */
export function reasonInWords(name: ReasonName, to: string, language: Language = 'en'): string {
  return catalogues[language].reasons[name](to);
}

/** A value as it stands in a message: JSON, cut short. The same in every language. */
export function quote(value: unknown): string {
  const json = short(value, 2) ?? 'nothing';
  return json.length > 60 ? `${json.slice(0, 59).replace(/[\ud800-\udbff]$/, '')}…` : json;
}

/** As JSON.stringify, but looks only at the beginning: the value may be large. */
function short(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 200));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  if (depth === 0) return isList ? '[…]' : '{…}';
  const members: string[] = [];
  for (const key in value) {
    if (members.length === FEW) {
      members.push('…');
      break;
    }
    const member = short((value as Readonly<Record<string, unknown>>)[key], depth - 1);
    members.push(isList ? `${member}` : `${JSON.stringify(key.slice(0, 60))}: ${member}`);
  }
  return isList ? `[${members.join(', ')}]` : `{${members.join(', ')}}`;
}

const FEW = 5;
