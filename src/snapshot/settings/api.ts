// The setting `api`: what the OpenAPI document states about the API itself: its title, contact and licence.
import * as z from 'zod';
import type { Said } from '../../problems/messages/catalogue.js';
import { nearest } from '../../problems/nearest.js';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';

/** A regular expression for a text, and the message where the text does not match. */
interface TextRule {
  readonly pattern: RegExp;
  readonly must: Said;
}
const TEXT: TextRule = { pattern: /\S/, must: { en: 'must be a text', ru: '— это текст' } };
const ADDRESS: TextRule = {
  pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]+\S*$/,
  must: {
    en: 'must be an address such as https://portal.example.org',
    ru: '— это адрес, например https://portal.example.org',
  },
};
const EMAIL: TextRule = {
  pattern: /^[^\s@]+@[^\s@]+$/,
  must: { en: 'must be an e-mail address', ru: '— это адрес электронной почты' },
};
const SPDX: TextRule = {
  pattern: /^[\w.+()-]+( [\w.+()-]+)*$/,
  must: {
    en: 'must be an identifier of SPDX, such as CC-BY-4.0',
    ru: '— это обозначение из SPDX, например CC-BY-4.0',
  },
};

const AN_OBJECT: Said = { en: 'must be an object', ru: '— это объект' };

interface ApiMembers {
  readonly [name: string]: TextRule | ApiMembers;
}
const members: ApiMembers = {
  title: TEXT,
  contact: { name: TEXT, url: ADDRESS, email: EMAIL },
  license: { name: TEXT, identifier: SPDX, url: ADDRESS },
};

export function api() {
  const text = ({ pattern }: TextRule) => z.string().regex(pattern);
  const [name, url] = [text(TEXT), text(ADDRESS)];
  const contact = z.strictObject({ name, url, email: text(EMAIL) }).exactPartial();
  const license = z.union([
    z.strictObject({ name, identifier: text(SPDX) }),
    z.strictObject({ name, url }),
  ]);
  return z.strictObject({ title: name, contact, license }).exactPartial();
}

/** The message for a value whose members are each valid, but not together. */
export const A_DESCRIPTION: Said = {
  en: 'must be such as {"title": "Jobs", "license": {"name": "CC BY 4.0", "identifier": "CC-BY-4.0"}}, where a licence has a name, and an identifier or a url',
  ru: '— это, например, {"title": "Работа", "license": {"name": "CC BY 4.0", "identifier": "CC-BY-4.0"}}, где у лицензии есть name и либо identifier, либо url',
};

/** The error for the first member that is unknown or invalid. */
export const wrongApi = (given: unknown): UsageError | undefined => wrongIn(given, members, 'api');

function wrongIn(given: unknown, known: ApiMembers, place: string): UsageError | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refused('setting/value', { name: place, must: AN_OBJECT, found: quote(given) });
  }
  const names = Object.keys(known);
  for (const [key, value] of Object.entries(given)) {
    const rule = names.includes(key) ? known[key] : undefined;
    if (!rule) {
      return refused('setting/member', { place, name: quote(key), nearest: nearest(key, names) });
    }
    const name = `${place}.${key}`;
    if (!isText(rule)) {
      const wrong = wrongIn(value, rule, name);
      if (wrong) return wrong;
    } else if (typeof value !== 'string' || !rule.pattern.test(value)) {
      return refused('setting/value', { name, must: rule.must, found: quote(value) });
    }
  }
  return undefined;
}

const isText = (rule: TextRule | ApiMembers): rule is TextRule => rule['pattern'] instanceof RegExp;
