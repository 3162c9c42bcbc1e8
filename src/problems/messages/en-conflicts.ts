// Messages about what an import could not merge, in English.
import type { MissingId } from './catalogue.js';

const settle =
  'each import tells it until then; `import --conflicts keep` keeps all of them as they are here, `--conflicts take` takes what the origin says';

/** `origin`: the value at the origin, as JSON; undefined if there is none. */
export const conflicts = {
  'import-conflict/field': ({ origin }: { origin: string | undefined }) => ({
    message:
      origin === undefined
        ? 'the origin has removed this value, and it was changed here'
        : `the origin has changed this to ${origin}, and it was changed here in another way`,
    hint: `write here what the origin says; ${settle}`,
  }),
  'import-conflict/there': () => ({
    message: 'the origin has removed this record, and it was changed here',
    hint: `remove it here, too; ${settle}`,
  }),
  'import-conflict/here': ({ collection, id }: MissingId) => ({
    message: `the origin has changed ${collection} ${id}, and it was removed here`,
    hint: settle,
  }),
  'import-conflict/versions': ({ fields }: { fields: string }) => ({
    message: `the origin gave several values of ${fields} while it was read; the last one is here`,
    hint: 'the next import brings what it is by then',
  }),
};
