// A field of the model → its description for people who edit data: its own text, and sentences about its
// type, its default and whether it is computed or withheld.
import { elementOf, type Field, referenceOf, type Type } from '../../model/fields.js';
import type { Link } from '../../model/links.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { words } from './words.js';

/**
 * Describes a field in plain sentences. `holder`: the name of the collection or part that it is a field of.
 * `absent`: the sentence about a record that leaves it out; by default, what is published then.
 */
export function describe(
  name: string,
  field: Field,
  holder: string,
  lang: Language,
  absent: string = whenAbsent(field, lang),
): string {
  const { about, type, computed, withheldAs } = field;
  const say = words[lang];
  const sentences = [
    about?.[lang] ?? (name === 'id' ? say.id(holder) : ''),
    ofType(type, lang),
    absent,
    computed ? say.computed : '',
    withheldAs === undefined ? '' : say.withheld,
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
    .join(' ');
}

/** States what is published for a field that a data file leaves out. */
function whenAbsent({ absent }: Field, lang: Language): string {
  if (absent.kind === 'constant') {
    const isEmpty = ['null', '""', '[]', '{}'].includes(JSON.stringify(absent.value));
    return words[lang].absent(isEmpty ? words[lang].empty : JSON.stringify(absent.value));
  }
  return absent.kind === 'linked' ? words[lang].absent(ofLink(absent.link, lang)) : '';
}

/** States what a record made by `new` gets in a field whose flag is not given. */
export function whenNotGiven(field: Field, lang: Language): string {
  const { filled } = field;
  const { absent, now, madeOf, sameAs, rootOf } = words[lang];
  if (!filled) return whenAbsent(field, lang);
  switch (filled.kind) {
    case 'now':
      return absent(now);
    case 'slug':
      return absent(madeOf(filled.of));
    case 'same':
      return absent(sameAs(filled.reference));
    case 'root':
      return absent(rootOf(filled.by));
  }
}

function ofType(type: Type, lang: Language): string {
  const element = elementOf(type);
  const reference = referenceOf(element ?? type);
  if (reference) {
    const { collection, shape } = reference;
    return words[lang].ids(collection, element !== undefined, shape !== undefined);
  }
  return type.kind === 'text' && type.html ? words[lang].html : '';
}

function ofLink(link: Link, lang: Language): string {
  const say = words[lang];
  switch (link.kind) {
    case 'depth':
      return say.depth;
    case 'root':
      return say.topmost(link.reference);
    case 'treeId':
      return say.treeId;
    case 'walk':
      return say.walk;
    case 'through':
      return say.through(link.field, link.references);
    case 'newest':
      return link.take === 'id'
        ? say.newest(link.of, `${link.otherwise}`)
        : say.newestInstant(link.instant, link.of, `${link.otherwise}`);
    case 'newestBelow':
      return say.newestBelow(link.instant);
  }
}
