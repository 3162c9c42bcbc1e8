// Messages about what an import could not merge, in English.
import type { Conflict, MissingId } from './catalogue.js';

const repeated = 'each import tells it until then';

/** `origin`: the value at the origin, as JSON; undefined if there is none. `list`: see {@link Conflict}. */
export const conflicts = {
  'import-conflict/field': ({ origin, list }: Conflict & { origin: string | undefined }) => ({
    message:
      origin === undefined
        ? 'the origin gives this no more, which does not go with what was changed here'
        : `the origin has changed this to ${origin}, which does not go with what was changed here`,
    hint:
      origin === undefined
        ? `take it out here, too, or delete ${list} to leave this as it is: ${repeated}`
        : `write here what the origin says, as ${list} has it in full, or delete that line to leave this as it is: ${repeated}`,
  }),
  'import-conflict/there': ({ list }: Conflict) => ({
    message: 'the origin has removed this record, which was changed here, or is referred to',
    hint: `remove it here, too, or delete ${list} to keep it: ${repeated}`,
  }),
  'import-conflict/here': ({ collection, id, list }: MissingId & Conflict) => ({
    message: `the origin has changed or added ${collection} ${id}, which was removed here, or refers to what was`,
    hint: `add the record as ${list} has it, or delete that line to do without it: ${repeated}`,
  }),
  'import-conflict/versions': ({ fields }: { fields: string }) => ({
    message: `the origin gave several values of ${fields} while it was read; the last one is here`,
    hint: 'the next import brings what it is by then',
  }),
};
