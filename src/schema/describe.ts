// A field of the model → what an editor is told of it: its own words, and what follows from its
// type and its mark.
import type { Field } from '../model/fields.js';
import type { Link } from '../model/links.js';
import type { Type } from '../model/types.js';

/** A field in plain sentences. `holder`: the collection or the part that it is a field of. */
export function describe(name: string, field: Field, holder: string): string {
  const { about, type, absent, computed, withheldAs } = field;
  const sentences = [
    about ?? (name === 'id' ? `a number that no other of the ${holder} has` : ''),
    ofType(type),
    absent.kind === 'constant' ? `when absent: ${JSON.stringify(absent.value)}` : '',
    absent.kind === 'linked' ? `when absent: ${ofLink(absent.link)}` : '',
    computed ? 'worked out; if it is given, it must agree' : '',
    withheldAs === undefined ? '' : 'the public does not see it',
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
    .join(' ');
}

function ofType(type: Type): string {
  const { reference } = type.list ?? type;
  if (reference) {
    const ids = `${type.list ? 'ids' : 'id'} in ${reference.collection}`;
    return reference.shape === undefined
      ? ids
      : `${ids}, of ${type.list ? 'records that' : 'a record that'} must exist`;
  }
  return type.html ? 'HTML without scripts, styles and forms' : '';
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
