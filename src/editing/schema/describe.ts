// Describes a field for editors: its description, and sentences about type, default, and whether it is computed or
// hidden from readers.
import { elementOf, type Field, referenceOf, type Type } from '../../model/fields.js';
import type { Link } from '../../model/links.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence, type Text } from '../../problems/say.js';

/**
 * Describes a field in sentences. `holder`: the name of its collection or object; `absent`: the sentence about a
 * record without the field, by default what is published then.
 */
export function describe(
  name: string,
  field: Field,
  holder: string,
  lang: Language,
  absent: string = whenAbsent(field, lang),
): string {
  const { about, type, computed, withheldAs } = field;
  const ofId =
    name === 'id' ? say('a number that no other of the {holder} has', lang, { holder }) : '';
  const sentences = [
    about === undefined ? ofId : say(about, lang),
    ofType(type, lang),
    absent,
    computed ? say('worked out; if it is given, it must agree', lang) : '',
    withheldAs === undefined ? '' : say('the public does not see it', lang),
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
    .join(' ');
}

/** A sentence about what is published for a field that a data file does not have. */
function whenAbsent({ absent }: Field, lang: Language): string {
  if (absent.kind === 'linked') return when(ofLink(absent.link), lang);
  if (absent.kind !== 'constant') return '';
  const value = JSON.stringify(absent.value);
  const isEmpty = ['null', '""', '[]', '{}'].includes(value);
  return when(isEmpty ? sentence('empty') : value, lang);
}

const when = (value: Text | string, lang: Language): string =>
  say('when absent: {value}', lang, { value });

/** A sentence about what `new` writes into a field whose flag is not given. */
export function whenNotGiven(field: Field, lang: Language): string {
  const { filled } = field;
  if (!filled) return whenAbsent(field, lang);
  switch (filled.kind) {
    case 'now':
      return when(sentence('now'), lang);
    case 'slug':
      return when(sentence('made of the {field}', { field: filled.of }), lang);
    case 'same':
      return when(sentence('that of the {reference}', { reference: filled.reference }), lang);
    case 'root':
      return when(
        sentence('the topmost record of the same {reference}', { reference: filled.by }),
        lang,
      );
  }
}

function ofType(type: Type, lang: Language): string {
  const element = elementOf(type);
  const reference = referenceOf(element ?? type);
  if (!reference) {
    const isHtml = type.kind === 'text' && type.html;
    return isHtml ? say('HTML without scripts, style sheets and forms', lang) : '';
  }
  const { collection, shape } = reference;
  if (shape === undefined) {
    return say(
      element ? 'numbers of {collection}' : 'the number of one of the {collection}',
      lang,
      { collection },
    );
  }
  return say(
    element
      ? 'numbers of {collection}, which must be there'
      : 'the number of one of the {collection}, which must be there',
    lang,
    { collection },
  );
}

function ofLink(link: Link): Text {
  switch (link.kind) {
    case 'depth':
      return sentence('how many records it is below');
    case 'root':
      return sentence('the topmost record above its {reference}', { reference: link.reference });
    case 'treeId':
      return sentence('that of the topmost record above it, or else its number');
    case 'walk':
      return sentence(
        'its place when all below the topmost record are counted through, in order of their numbers',
      );
    case 'through':
      return throughAny(link.field, link.references);
    case 'newest': {
      const { of, otherwise } = link;
      return link.take === 'id'
        ? sentence('the newest of the {of}; without any, {otherwise}', {
            of,
            otherwise: String(otherwise),
          })
        : sentence('{instant} of the newest of the {of}; without any, {otherwise}', {
            instant: link.instant,
            of,
            otherwise: String(otherwise),
          });
    }
    case 'newestBelow':
      return sentence('the newest {instant} of it and the records below it', {
        instant: link.instant,
      });
  }
}

/** For a value that is taken from one of several references, of which a record has only one. */
function throughAny(field: string, [reference = '', ...others]: readonly string[]): Text {
  if (others.length === 0) return sentence('the {field} of its {reference}', { field, reference });
  return sentence('the {field} of its {reference} or {others}', {
    field,
    reference,
    others: others.join(', '),
  });
}
