// The holes of a fragment: the places where a page has an embedded record or a computed value. They follow from the
// declarations, and are in the order in which they occur in the fragment. Pure functions.
import { type Field, type Fields, isText, type Type } from '../../model/fields.js';
import { type FragmentPlan, innerTextOf, linkOf } from '../plan.js';

/** A place in a fragment that is filled when a page is made (write/templates.ts). */
export type Hole = { readonly path: HolePath } & (
  | {
      /** An embedded record. Its shape depends on the shape in which the record around it is published. */
      readonly kind: 'embed';
      readonly field: string;
      readonly collection: string;
    }
  | {
      /** An embedded record whose id is inside a list or an object. */
      readonly kind: 'inner';
      readonly collection: string;
      readonly shape: string;
    }
  | {
      /** A number or a text of this record that is computed from other records. */
      readonly kind: 'number' | 'text';
      readonly field: string;
    }
  | {
      /** A text of another record. The id of that record is inside a list or an object, at `by`. */
      readonly kind: 'innerText';
      readonly collection: string;
      readonly field: string;
      readonly by: HolePath;
    }
);

/** The path of a value in a record, through the elements of lists: `certificates.exact_category`. */
type HolePath = string;

export const below = (path: HolePath, step: string): HolePath => `${path}.${step}`;

/** Returns the holes of a fragment. Stored fragments name a hole by its index in this list. */
export function holesOf({ keys, embedded, fields }: FragmentPlan): Hole[] {
  return keys.flatMap((field): Hole[] => {
    const { type } = fields[field]!;
    if (type.kind === 'reference' && embedded.has(field)) {
      return [{ path: field, kind: 'embed', field, collection: type.collection }];
    }
    const kind = isText(type) ? 'text' : 'number';
    const own: Hole[] = linkOf(fields[field]) ? [{ path: field, kind, field }] : [];
    // If no shape embeds the record of this reference, its id is published. A written id needs no hole.
    return type.kind === 'reference' ? own : [...own, ...innerHoles(type, field)];
  });
}

function innerHoles(type: Type, path: HolePath): Hole[] {
  switch (type.kind) {
    case 'reference': {
      const { collection, shape } = type;
      return shape === undefined ? [] : [{ path, kind: 'inner', collection, shape }];
    }
    case 'list':
      return innerHoles(type.of, path);
    case 'part':
      return Object.entries(type.fields).flatMap(([name, field]) => {
        const at = below(path, name);
        return [...innerTextHole(field, type.fields, path, at), ...innerHoles(field.type, at)];
      });
    default:
      return [];
  }
}

function innerTextHole(member: Field, part: Fields, around: HolePath, path: HolePath): Hole[] {
  const text = innerTextOf(member, part);
  if (!text) return [];
  const { collection, field, reference } = text;
  return [{ path, kind: 'innerText', collection, field, by: below(around, reference) }];
}
