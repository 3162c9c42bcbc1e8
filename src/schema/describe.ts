// A field of the model → its description for people who edit data: its own words, and what its type
// and mark mean.
import { elementOf, type Field, referenceOf, type Type } from '../model/fields.js';
import type { Link } from '../model/links.js';

/**
 * A field in plain sentences. `holder`: the name of the collection or part that it is a field of.
 * `absent`: what to say about a record that leaves it out; by default, what is published then.
 */
export function describe(
  name: string,
  field: Field,
  holder: string,
  absent: string = whenAbsent(field),
): string {
  const { about, type, computed, withheldAs } = field;
  const sentences = [
    about ?? (name === 'id' ? `a number that no other of the ${holder} has` : ''),
    ofType(type),
    absent,
    computed ? 'worked out; if it is given, it must agree' : '',
    withheldAs === undefined ? '' : 'the public does not see it',
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
    .join(' ');
}

/** Says what is published for a field that a data file leaves out. */
export function whenAbsent({ absent }: Field): string {
  if (absent.kind === 'constant') return `when absent: ${JSON.stringify(absent.value)}`;
  return absent.kind === 'linked' ? `when absent: ${ofLink(absent.link)}` : '';
}

/** Says what a record made by `new` gets in a field whose flag is not given. */
export function whenNotGiven(field: Field): string {
  const { filled } = field;
  if (!filled) return whenAbsent(field);
  switch (filled.kind) {
    case 'now':
      return 'when absent: now';
    case 'slug':
      return `when absent: made of the ${filled.of}`;
    case 'same':
      return `when absent: that of the ${filled.reference}`;
    case 'root':
      return `when absent: the root of the ${filled.by}'s tree`;
  }
}

function ofType(type: Type): string {
  const element = elementOf(type);
  const reference = referenceOf(element ?? type);
  if (reference) {
    const ids = `${element ? 'ids' : 'id'} in ${reference.collection}`;
    return reference.shape === undefined
      ? ids
      : `${ids}, of ${element ? 'records that' : 'a record that'} must exist`;
  }
  return type.kind === 'text' && type.html ? 'HTML without scripts, styles and forms' : '';
}

function ofLink(link: Link): string {
  switch (link.kind) {
    case 'depth':
      return 'how many records it is below';
    case 'root':
      return `the topmost record above its ${link.reference}`;
    case 'treeId':
      return "that of the tree's root, or else the id of the root";
    case 'walk':
      return 'its place in a walk of the whole tree, children by their ids';
    case 'through':
      return `the ${link.field} of its ${link.references.join(' or ')}`;
    case 'newest':
      return link.take === 'id'
        ? `the newest of the ${link.of}, or else ${link.otherwise}`
        : `${link.instant} of the newest of the ${link.of}, or else ${link.otherwise}`;
    case 'newestBelow':
      return `the newest ${link.instant} of it and the records below it`;
  }
}
