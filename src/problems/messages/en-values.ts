// Messages about values that their fields do not allow, and about those that an import could not merge, in English.
import type { MissingId } from './catalogue.js';

const forms: Readonly<Record<string, string>> = {
  url: 'an address such as "https://example.org/"',
  email: 'an e-mail address such as "name@example.org"',
};

export const values = {
  'bad-value/range': ({ found, least, most }: { found: string; least: number; most?: number }) => ({
    message: `${found} is out of range`,
    hint: `a whole number from ${least} to ${most ?? Number.MAX_SAFE_INTEGER}`,
  }),
  'bad-value/number': ({ source }: { source: string }) => ({
    message: `${source} cannot be kept as a number`,
    hint: source.startsWith('-0') ? 'write 0' : 'write a number that is nearer to 0, or 0 itself',
  }),
  'bad-value/depth': ({ most }: { most: number }) => ({
    message: `nested deeper than ${most} levels`,
    hint: 'take lists or objects out of one another',
  }),
  'bad-value/length': ({ found, most }: { found?: number; most: number }) => ({
    message: `a list of ${found === undefined ? '' : `${found} elements, `}more than ${most} elements`,
    hint: 'shorten the list',
  }),
  'bad-value/few': ({ found, least }: { found: number; least: number }) => ({
    message: `a list of ${found} elements, fewer than ${least}`,
    hint: `give at least ${least}`,
  }),
  'bad-value/text-short': ({ found, least }: { found: number; least: number }) => ({
    message: `a text of ${found} characters, fewer than ${least}`,
    hint: `write at least ${least}`,
  }),
  'bad-value/text-long': ({ found, most }: { found: number; most: number }) => ({
    message: `a text of ${found} characters, more than ${most}`,
    hint: 'shorten the text',
  }),
  'bad-value/form': ({ found, wanted }: { found: string; wanted: string }) => ({
    message: `${found} does not have the right form`,
    hint: `write ${forms[wanted] ?? `a text of the form ${wanted}`}`,
  }),
  'bad-value/size': ({ most }: { most: number }) => ({
    message: `a record of more than ${most} bytes`,
    hint: 'split the record',
  }),
  'bad-value/text-size': ({ most }: { most: number }) => ({
    message: `a text of more than ${most} bytes`,
    hint: 'shorten the text',
  }),
};

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
