// What an import could not take over, in English.
import type { Catalogue } from './catalogue.js';

const told = 'each import tells it until then';

export const conflicts: Pick<
  Catalogue['messages'],
  | 'import-conflict/field'
  | 'import-conflict/there'
  | 'import-conflict/here'
  | 'import-conflict/versions'
> = {
  'import-conflict/field': ({ origin, list }) => ({
    message:
      origin === undefined
        ? 'the origin gives this no more, which does not go with what was changed here'
        : `the origin has changed this to ${origin}, which does not go with what was changed here`,
    hint: `write here what the origin says, as ${list} has it in full, or delete that line to leave this as it is: ${told}`,
  }),
  'import-conflict/there': ({ list }) => ({
    message: 'the origin has removed this record, which was changed here, or is referred to',
    hint: `remove it here, too, or delete ${list} to keep it: ${told}`,
  }),
  'import-conflict/here': ({ collection, id, list }) => ({
    message: `the origin has changed or added ${collection} ${id}, which was removed here, or refers to what was`,
    hint: `add the record as ${list} has it, or delete that line to do without it: ${told}`,
  }),
  'import-conflict/versions': ({ fields }) => ({
    message: `the origin gave several values of ${fields} while it was read; the last one is here`,
    hint: 'the next import brings what it is by then',
  }),
};
