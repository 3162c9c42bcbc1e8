// The English catalogue: messages, hints and the words of reports.

import { cut } from '../quote.js';
import {
  type Contradiction,
  type Expected,
  type HostLimit,
  type MissingId,
  type Near,
  type NestedSet,
  type Nesting,
  type NoChoice,
  type RuleBreach,
  type SyntaxCause,
  type Taken,
  type TakenReference,
  type Texts,
  type TimeFault,
  type Wording,
  type WrongByte,
  type WrongTime,
  type WrongType,
  wordRule,
} from './catalogue.js';
import { by, implausible, unsafe } from './en-markup.js';
import { missing, noRecord, strayed, twinsHint } from './en-missing.js';
import { report } from './en-report.js';
import { conflicts, values } from './en-values.js';

const didYouMean = (name: string | number | undefined) =>
  name === undefined ? undefined : `did you mean ${name}?`;

const expected: Readonly<Record<Expected, string>> = {
  record: 'a record, { … }',
  string: 'a text',
  timestamp: 'a timestamp',
  date: 'a date',
  int: 'a whole number',
  id: 'an id',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const syntaxHints: Readonly<Record<SyntaxCause, string>> = {
  end: 'something that was opened is not closed: look for a missing " or } or ]',
  bracket: 'the brackets do not match: one before it is not closed, or this one is too many',
  lines: 'an .ndjson file holds one record a line: begin a new line here',
  other: 'compare it with a record that is right',
  control: 'close the text with " on its line; write \\n for a line break and \\t for a tab in it',
  escape: 'in a text, write \\\\ for one \\',
  'end-comma': 'remove the comma before it: the last element has none',
  'no-comma': 'put a comma before it; a " inside a text is written \\"',
  quote: 'a " inside a text is written \\", or as « and »; behind the end of a text put a comma',
  'no-colon': 'put a colon between the name of the field and its value',
  'no-value': 'a value is missing before it, or there is a comma too many',
  quotes: 'names and texts stand in straight double quotes: "…"',
  'bare-key': 'names of fields stand in double quotes: "name": …',
  'bare-word': 'texts stand in double quotes; true, false and null are in small letters',
  comment: 'JSON has no comments: remove it',
  conflict:
    'a merge conflict is not solved: make one version with the changes of both sides, and remove the lines of <, = and >',
  'conflict-records':
    'a merge conflict is not solved: remove the lines of <, = and >, and keep the records of both sides (in a list with a comma between them); of a record that both sides changed make one version with the changes of both',
  'conflict-inside':
    'a merge conflict is not solved, inside a record: where each side added a record of its own, write the whole record twice, with a comma between, once with the lines of the one side and once with those of the other; of a record that both sides changed make one version with the changes of both; then remove the lines of <, = and >',
  'conflict-two':
    'a merge conflict is not solved, and each side has a record of its own: copy the file, and those of its texts, under another name; keep one side in the one and the other side in the other, and remove the lines of <, = and > in both',
  number:
    'a number is written such as 12 or 0.5: no zeros or plus before it, digits behind the point',
  space: 'this is no ordinary space: replace it by one',
  behind: 'remove what stands behind the end',
  zeros:
    'bytes of zero stand here, as after a crash or a full disk: bring back an earlier version of the file, or remove them',
  lfs: 'this is a pointer of Git LFS, and not the file itself; fetch the file: git lfs pull (in GitHub Actions: lfs: true at actions/checkout)',
  link: 'this is where a symbolic link leads, which git wrote as a text (core.symlinks is false): put the file itself here',
};

const controls: Readonly<Record<string, string>> = { '\n': 'a line break', '\t': 'a tab' };

function syntax({ found, cause }: { found: string; cause?: SyntaxCause | undefined }): Wording {
  const hint = cause && syntaxHints[cause];
  if (found === '') return { message: 'not JSON: the text ends too early', hint };
  if (found.startsWith('"') && found.length > 1) {
    const character = found.slice(1);
    const inside = controls[character] ?? `the character ${JSON.stringify(character)}`;
    return { message: `not JSON: ${inside} inside a text`, hint };
  }
  return { message: `not JSON: ${JSON.stringify(found)} does not belong here`, hint };
}

function why(fault: TimeFault): string {
  switch (fault.part) {
    case 'day':
      return `day ${fault.given}, but that month has ${fault.days} days`;
    case 'month':
      return `month ${fault.given}, but a year has 12`;
    case 'hour':
      return `hour ${fault.given}, but a day ends with 23:59:59`;
    case 'minute':
      return `minute ${fault.given}, but an hour ends with minute 59`;
    case 'second':
      return `second ${fault.given}, but a minute ends with second 59`;
    case 'offset':
      return `an offset of ${fault.given} hours, but the greatest is 23:59`;
  }
}

function badTime(kind: string, form: string, args: WrongTime): Wording {
  const reason = args.why ? `: ${why(args.why)}` : '';
  const offset = args.assumed ? ` (that is ${args.assumed.en}; write the offset of the place)` : '';
  return {
    message: `${args.found} is not a ${kind}${reason}`,
    hint: args.instead ? `write "${args.instead}"${offset}` : form,
  };
}

const SUCH_TIME = 'such as "2026-03-05T10:12:44+03:00"';
const SUCH_DATE = 'a day of the calendar, such as "2026-03-05"';

export const en = {
  messages: {
    syntax,
    'syntax/nothing': () => ({
      message: 'the file is empty',
      hint: 'write one record, or [] for none',
    }),
    'syntax/lines': () => ({
      message: 'a .json file holds one record or one list of records; there is more behind it',
      hint: 'put the records in a list: [ before the first, a comma between two, ] behind the last; only a file with each record on one line is named .ndjson',
    }),
    'syntax/conflict': () => ({
      message: 'a merge conflict is not solved here',
      hint: 'keep one side, or make one text of both, and remove the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>, with the old version between ||||||| and =======',
    }),
    'syntax/lfs': () => ({
      message: 'this is a pointer of Git LFS, and not the file itself',
      hint: 'fetch the file: git lfs pull (in GitHub Actions: lfs: true at actions/checkout)',
    }),
    'syntax/over-lines': () => ({
      message: 'an .ndjson file holds one record a line; here one begins that goes over several',
      hint: 'put each record on one line; a file with one record over several lines, or with one list of records, is named .json',
    }),
    encoding: (args: WrongByte | undefined) => ({
      message: args ? `not UTF-8: the byte ${args.byte} does not belong here` : 'not UTF-8',
      hint:
        args?.seems === 'gzip'
          ? 'the file is compressed with gzip: unpack it (gzip -d)'
          : args?.seems
            ? `it seems to be ${args.seems}${args.reads ? ` (${args.reads})` : ''}: save the file as UTF-8`
            : 'save the file as UTF-8',
    }),
    'encoding/name': () => ({
      message: 'the name is not UTF-8, so nothing here is read',
      hint: 'rename it',
    }),
    'encoding/surrogate': ({ half }: { half: string }) => ({
      message: `${half} is half of a character`,
      hint: 'write the character itself, or both halves of its escape',
    }),
    'duplicate-key': ({ key }: { key: string }) => ({
      message: `the key ${JSON.stringify(cut(key))} is given twice; only the last one would be read`,
      hint: 'remove one of the two',
    }),
    'unsafe-integer': ({ source }: { source: string }) => ({
      message: `${source} is too large to be kept exactly`,
      hint: 'write a whole number of at most 9007199254740991, the last that is exact',
    }),
    ...strayed,
    'foreign-file': () => ({
      message: 'no snapshot wrote this; it is left alone',
      hint: '`publish` sends what a snapshot consists of; a program that sends the whole folder sends this, too',
    }),
    'foreign-file/sent': () => ({
      message: 'no snapshot wrote this; it is left alone',
      hint: 'remove it: hosts read files of this name, and `publish` sends or refuses it',
    }),
    ...conflicts,
    'host-conflict': ({ path, hosts }: { path: string; hosts: readonly [string, string] }) => ({
      message: `${hosts[0]} and ${hosts[1]} each need a ${path} of their own`,
      hint: 'build for each of them into a folder of its own (--out)',
    }),
    'host-limit/files': ({ host, most, found }: HostLimit) => ({
      message: `${host} takes at most ${most} files, and there are ${found}`,
      hint: 'publish fewer extras with {id}, which make many files each, or give lists larger pages (pageSize)',
    }),
    'host-limit/fileBytes': ({ host, most, found }: HostLimit) => ({
      message: `${host} takes files of at most ${most} bytes, and this one has ${found}`,
      hint: 'choose another host; of a list with pages, smaller pages (pageSize)',
    }),
    'host-limit/bytes': ({ host, most, found }: HostLimit) => ({
      message: `${host} takes at most ${most} bytes in all, and there are ${found}`,
      hint: 'choose another host',
    }),
    'host-limit/rules': ({ host, most, found, unit = 'rules' }: HostLimit & { unit?: string }) => ({
      message: `${host} takes at most ${most} ${unit}, and ${found} are needed`,
      hint: 'choose another host',
    }),
    'search-left-out/records': ({ most, found }: { most: number; found: number }) => ({
      message: `the search takes at most ${most} records, and there are ${found}: it is left out`,
      hint: 'leave /search/ out of the extras, or withhold old records',
    }),
    'search-left-out/program': () => ({
      message: 'the search is left out: Pagefind, which makes it, is not installed',
      hint: 'npm install pagefind, or name the extras without /search/',
    }),
    'unknown-field': ({ key, nearest, free }: Near & { key: string; free: readonly string[] }) => ({
      message: `there is no field ${JSON.stringify(cut(key))}`,
      hint:
        didYouMean(nearest) ??
        (free.length > 0
          ? `remove it; fields that may be added: ${free.join(', ')}`
          : 'remove it; every field is there already'),
    }),
    'missing-field': ({ field, wanted }: { field: string; wanted: Expected }) => ({
      message: `the field "${field}" is required`,
      hint: `add "${field}", ${expected[wanted]}`,
    }),
    'missing-field/source': ({ field }: { field: string }) => ({
      message: `the field "${field}" is not given, and there is nothing to take it from`,
      hint: `add "${field}"`,
    }),
    'wrong-type/page': () => ({
      message: 'this is a page of an API, and no record',
      hint: 'npx portal-snapshot import makes data files of a live API; by hand, keep the list in "results" alone',
    }),
    'wrong-type/dump': () => ({
      message: 'this is a dump of Django (dumpdata), and no record',
      hint: 'write each as one object, with its "pk" as "id" and what is in "fields"; or bring the records from the live portal: npx portal-snapshot import',
    }),
    'wrong-type': ({ wanted, found, collection, instead, optional }: WrongType) => ({
      message: `expected ${expected[wanted]}${collection ? ` of ${collection}` : ''}, found ${found}`,
      hint: instead
        ? `write ${instead}`
        : `write ${collection ? `the id of a record of ${collection}` : expected[wanted]}${
            optional ? ', or leave the field out' : ''
          }`,
    }),
    'bad-value/choice': ({ found, choices, nearest }: NoChoice) => ({
      message: `${found} is none of ${choices.join(', ')}`,
      hint: didYouMean(nearest) ?? 'write one of them',
    }),
    ...values,
    'bad-timestamp': (args: WrongTime) => badTime('timestamp', SUCH_TIME, args),
    'bad-date': (args: WrongTime) => badTime('date', SUCH_DATE, args),
    'duplicate-id': ({ id, part, free, twins, ...other }: Taken) => ({
      message: `the id ${id} is taken${part === undefined ? by(other) : ` by ${part} of this record`}`,
      hint: twins
        ? twinsHint(id, twins)
        : `give one of the two another id${free === undefined ? '' : `, such as ${free}`}`,
    }),
    'dangling-reference': (args: MissingId) => ({ message: noRecord(args) }),
    'dangling-reference/taken': (args: TakenReference) => ({
      message: `"${args.field}" is not given, and would be ${args.id} as in ${args.singular} ${args.of}, but ${noRecord(args)}`,
    }),
    'unknown-id': (args: MissingId) => ({
      message: `${noRecord(args)}; the number is published all the same`,
    }),
    disagrees: ({
      field,
      given,
      computed,
    }: Texts<'field'> & Record<'given' | 'computed', number>) => ({
      message: `"${field}" is given as ${given}, but the records say ${computed}`,
      hint: `write ${computed}, or leave the field out`,
    }),
    cycle: ({ ids }: { ids: readonly (number | '…')[] }) => ({
      message: `the parents form a ring: ${ids.join(' → ')}`,
      hint: 'give one of them another parent, or none',
    }),
    'broken-tree/part': ({ enter, leave, tree }: NestedSet) => ({
      message: `other records of the tree ${tree} give ${enter} and ${leave}, this one does not`,
      hint: 'give both on all records of a tree, or on none',
    }),
    'broken-tree/stray': ({ field, enter, leave, tree }: NestedSet & { field: string }) => ({
      message: `${field} is given here, but most other records of the tree ${tree} give none`,
      hint: `remove ${enter} and ${leave} from this record, and from any other of the tree that gives them`,
    }),
    'broken-tree/nesting': ({ enter, leave, left, right, tree }: NestedSet & Nesting) => ({
      message: `${enter} ${left} and ${leave} ${right} do not fit the place of this record in the tree ${tree}`,
      hint: `leave ${enter} and ${leave} out on the whole tree to have them worked out`,
    }),
    'inconsistent/agreement': ({ field, own, other, reference, id }: Contradiction) => ({
      message: `its ${reference} ${id} has ${field} ${other}, but the record itself has ${field} ${own}`,
      hint: `write the same ${field} in both, or another ${reference}`,
    }),
    'inconsistent/tree-number': ({ own, shared }: { own: number; shared: number }) => ({
      message: `the tree of this record has the number ${shared}, but the record gives ${own}`,
      hint: `write ${shared}, or leave the field out`,
    }),
    'inconsistent/tree-shared': ({ value, other }: { value: number; other: number }) => ({
      message: `the tree of record ${other} has the number ${value} already`,
      hint: 'one number a tree; leave it out to have it worked out',
    }),
    'inconsistent/text-twice': ({ field, file }: Texts<'field' | 'file'>) => ({
      message: `"${field}" is given here, and in a file of its own, ${file}`,
      hint: 'keep the one that is right: remove the other after a look at both',
    }),
    'inconsistent/rule': (args: RuleBreach) => wordRule(args, 'en', 'not given'),
    ...unsafe,
    ...implausible,
  },
  missing,
  unchecked: (collection: string) => `references to ${collection} were not checked`,
  followers: (count: number) =>
    `${count} other ${count === 1 ? 'problem follows' : 'problems follow'} from this`,
  report,
};
