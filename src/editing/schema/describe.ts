// Describes a field for people who edit data, in sentences: its meaning, type and default, and whether it is computed
// or hidden from readers.
import { elementOf, type Field, referenceOf, type Type } from '../../model/fields.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { say, sentence, type Text } from '../../problems/say.js';

/**
 * Describes a field in sentences. `holder`: the collection or object that has it. `absent`: the sentence about a record
 * without the field, by default what is then published.
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

/** The sentence about what is published if the data does not have the field. */
function whenAbsent({ absent, otherwise }: Field, lang: Language): string {
  if (otherwise !== undefined) return when({ text: otherwise }, lang);
  if (absent.kind === 'linked') return when(FROM_OTHERS, lang);
  if (absent.kind !== 'constant') return '';
  const value = JSON.stringify(absent.value);
  const isEmpty = ['null', '""', '[]', '{}'].includes(value);
  return when(isEmpty ? sentence('empty') : value, lang);
}

const when = (value: Text | string, lang: Language): string =>
  say('when absent: {value}', lang, { value });

/** The sentence about what `new` writes into the field if its flag is not given. */
export function whenNotGiven(field: Field, lang: Language): string {
  if (!field.filled) return whenAbsent(field, lang);
  return when(field.filled.kind === 'now' ? sentence('now') : FROM_OTHERS, lang);
}

const FROM_OTHERS = sentence('worked out from other values');

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
      element ? 'numbers of records of {collection}' : 'the number of a record of {collection}',
      lang,
      { collection },
    );
  }
  return say(
    element
      ? 'numbers of records of {collection}, which must exist'
      : 'the number of a record of {collection}, which must exist',
    lang,
    { collection },
  );
}
