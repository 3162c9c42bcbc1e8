// The files that `init` writes only for a portal of one's own: the module to begin with, its data, and the pages, which
// are made from the declarations.
import { readdirSync, readFileSync } from 'node:fs';
import { flagsOf } from '../../editing/new/flags.js';
import { fieldsTable } from '../../editing/schema/fields-table.js';
import { asset } from '../../files/shipped.js';
import type { Portal } from '../../model/endpoint.js';
import { elementOf, type Type } from '../../model/fields.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { refused } from '../../problems/problem.js';
import { shellQuoted } from '../../problems/quote.js';
import { inLanguage, say } from '../../problems/say.js';

const FOLDER = 'cli/init/files/own/';

/** The portal to begin with. */
export async function portalToBeginWith(): Promise<Portal> {
  const module = (await import(asset(`${FOLDER}portal/index.js`).href)) as { portal: Portal };
  return module.portal;
}

/** A folder of the portal to begin with: the module in `portal`, or the records in `data`. */
export const filesToBeginWith = (folder: 'portal' | 'data'): (readonly [string, string])[] =>
  readdirSync(asset(`${FOLDER}${folder}`))
    .sort()
    .map((name) => [`${folder}/${name}`, shipped(`${folder}/${name}`)] as const);

/** The page of the portal, and the guide for editors, with the kinds and fields of this portal. */
export function ownPages(portal: Portal, lang: Language): (readonly [string, string])[] {
  const fill = filling(portal, lang);
  return [
    ['README.md', fill(shipped(`readme.${lang}.md`))],
    ['data/README.md', fill(shipped(`guide.${lang}.md`))],
  ];
}

/** Returns a function that puts the words of a portal into a text with placeholders, such as `{singular}`. */
function filling(portal: Portal, lang: Language): (text: string) => string {
  const { collections, endpoints, title } = portal;
  const [first] = collections;
  const [list] = endpoints;
  if (!first || !list) throw refused('the portal declares no collection, or no list');
  const { name, singular, fields } = first;
  const flags = flagsOf(portal, fields, name);
  const shown = flags.filter(({ field }) => SHORT.includes(field.type.kind));
  const flag = (one: (typeof flags)[number] | undefined) =>
    one ? ` --${one.name} ${exampleOf(one.field.type, lang)}` : '';
  const withheld = collections.flatMap(({ singular, withheld }) =>
    withheld.map(({ reason }) => `- \`${singular}\`: ${say(reason, lang)};\n`),
  );
  const values: Readonly<Record<string, string>> = {
    ...{ title: say(title, lang), name, singular, address: `/api/${list.name}/` },
    kinds: collections.map(({ singular }) => `\`${singular}\``).join(', '),
    given: flags
      .filter(({ needed }) => needed)
      .map(flag)
      .join(''),
    changed: flag(shown.find(({ needed }) => !needed) ?? shown[0] ?? flags[0]),
    fields: flags
      .map(
        ({ name, value, about }) =>
          `| \`--${name}\` | ${inCell(inLanguage(value, lang))} | ${inCell(inLanguage(about, lang))} |\n`,
      )
      .join(''),
    table: fieldsTable(portal),
    withheld: withheld.join('') || `- ${say('none', lang)};\n`,
  };
  return (text) => text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place);
}

/** Kinds of values that are easily changed by a command. */
const SHORT = ['integer', 'choice', 'boolean', 'date'];

/** A text inside a cell of a table in Markdown. */
const inCell = (text: string) => text.replace(/[|<\\]/g, '\\$&');

/** A value for an example, as it is written in a shell. */
function exampleOf(type: Type, lang: Language): string {
  const element = elementOf(type);
  if (element) return exampleOf(element, lang);
  switch (type.kind) {
    case 'text': {
      const text = say('Example', lang);
      return shellQuoted(type.html ? `<p>${text}</p>` : text);
    }
    case 'choice':
      return shellQuoted(`${type.values[0]}`);
    case 'integer':
      return `${Math.min(Math.max(type.least, 100), type.most)}`;
    case 'date':
      return '2026-03-05';
    case 'timestamp':
      return '2026-03-05T10:12:44+03:00';
    case 'boolean':
      return 'true';
    case 'reference':
      return '1';
    default:
      return "'{}'";
  }
}

const shipped = (name: string) => readFileSync(asset(FOLDER + name), 'utf8');
