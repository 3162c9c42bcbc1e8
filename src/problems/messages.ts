// Every problem in words: one entry a message, its code before the slash. Checks never word
// anything themselves.

interface Wording {
  readonly message: string;
  readonly hint?: string | undefined;
}

const didYouMean = (name: string | number | undefined) =>
  name === undefined ? undefined : `did you mean ${name}?`;

const expected = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
} as const;
/** What kind of value a field takes. */
export type Expected = keyof typeof expected;

const messages = {
  syntax: ({ found }: { found: string }) => ({ message: `not JSON: ${found}` }),
  'syntax/nothing': () => ({
    message: 'the file is empty',
    hint: 'write one record, or [] for none',
  }),
  'syntax/lines': () => ({
    message: 'a .json file holds one record or one list of records; there is more behind it',
    hint: 'put the records in a list, or name the file .ndjson',
  }),
  encoding: () => ({ message: 'not UTF-8', hint: 'save the file as UTF-8' }),
  'encoding/surrogate': ({ half }: { half: string }) => ({
    message: `${half} is half of a character`,
    hint: 'write the character itself, or both halves of its escape',
  }),
  'duplicate-key': ({ key }: { key: string }) => ({
    message: `the key ${quote(key)} is given twice; only the last one would be read`,
    hint: 'remove one of the two',
  }),
  'unsafe-integer': ({ source }: { source: string }) => ({
    message: `${source} is too large to be kept exactly`,
    hint: 'whole numbers are exact up to 9007199254740991',
  }),
  'unknown-collection': ({ name, nearest }: { name: string; nearest: string | undefined }) => ({
    message: `there is no collection ${quote(name)}`,
    hint: didYouMean(nearest),
  }),
  'ignored-file': ({ what }: { what: string }) => ({
    message: `${what} is not read`,
    hint: 'data files end in .json or .ndjson; start the name with a dot to keep it here unread',
  }),
  'foreign-file': () => ({
    message: 'no snapshot wrote this; it is left alone',
    hint: 'it is published with the snapshot as long as it stays here',
  }),
  'unknown-field': ({ key, nearest }: { key: string; nearest: string | undefined }) => ({
    message: `there is no field ${quote(key)}`,
    hint: didYouMean(nearest),
  }),
  'missing-field': ({ field }: { field: string }) => ({
    message: `the field ${quote(field)} is required`,
    hint: `add "${field}"`,
  }),
  'missing-field/source': ({ field }: { field: string }) => ({
    message: `the field ${quote(field)} is not given, and there is nothing to take it from`,
    hint: `add "${field}"`,
  }),
  'wrong-type': ({ wanted, found }: { wanted: Expected; found: string }) => ({
    message: `expected ${expected[wanted]}, found ${found}`,
  }),
  'bad-value/range': ({ found, least }: { found: string; least: number }) => ({
    message: `${found} is out of range`,
    hint: `a whole number from ${least} to 9007199254740991`,
  }),
  'bad-value/choice': ({
    found,
    choices,
    nearest,
  }: {
    found: string;
    choices: readonly (string | number)[];
    nearest: string | undefined;
  }) => ({
    message: `${found} is none of ${choices.join(', ')}`,
    hint: didYouMean(nearest),
  }),
  'bad-value/number': ({ source }: { source: string }) => ({
    message: `${source} cannot be kept as a number`,
    hint: source.startsWith('-0') ? 'write 0' : undefined,
  }),
  'bad-value/depth': ({ most }: { most: number }) => ({
    message: `nested deeper than ${most} levels`,
  }),
  'bad-value/length': ({ most }: { most: number }) => ({
    message: `a list of more than ${most} elements`,
  }),
  'bad-value/size': ({ most }: { most: number }) => ({
    message: `a record of more than ${most} bytes`,
    hint: 'split the record',
  }),
  'bad-timestamp': ({ found, instead }: { found: string; instead: string | undefined }) => ({
    message: `${found} is not a timestamp`,
    hint: instead ? `write "${instead}"` : 'such as "2026-03-05T10:12:44+03:00"',
  }),
  'bad-date': ({ found }: { found: string }) => ({
    message: `${found} is not a date`,
    hint: 'a day of the calendar as YYYY-MM-DD',
  }),
  'duplicate-id': ({ id, first }: { id: number; first: string | undefined }) => ({
    message: `the id ${id} is taken${first === undefined ? '' : ` by a record in ${first}`}`,
    hint: 'give one of the two another id',
  }),
  'dangling-reference': (a: { collection: string; id: number; nearest: number | undefined }) => ({
    message: `${a.collection} has no record ${a.id}`,
    hint: didYouMean(a.nearest),
  }),
  'dangling-reference/taken': (a: { collection: string; id: number; field: string }) => ({
    message: `${quote(a.field)} is not given, and would be ${a.id}, but ${a.collection} has no record ${a.id}`,
    hint: `add "${a.field}"`,
  }),
  'unknown-id': (a: { collection: string; id: number; nearest: number | undefined }) => ({
    message: `${a.collection} has no record ${a.id}; the number is published all the same`,
    hint: didYouMean(a.nearest),
  }),
  disagrees: ({ field, given, computed }: { field: string; given: number; computed: number }) => ({
    message: `${quote(field)} is given as ${given}, but the records say ${computed}`,
    hint: `write ${computed}, or leave the field out`,
  }),
  cycle: ({ ids }: { ids: readonly number[] }) => ({
    message: `the parents form a ring: ${ids.join(' → ')}`,
    hint: 'give one of them another parent, or none',
  }),
  'broken-tree/part': ({ tree }: { tree: number }) => ({
    message: `other records of the tree ${tree} give lft and rght, this one does not`,
    hint: 'give both on all records of a tree, or on none',
  }),
  'broken-tree/order': ({ lft, rght }: { lft: number; rght: number }) => ({
    message: `lft ${lft} and rght ${rght} are no interval`,
    hint: 'lft is at least 1 and less than rght; leave both out on the whole tree to have them worked out',
  }),
  'broken-tree/outside': ({ parent }: { parent: number }) => ({
    message: `the interval of lft and rght is not inside that of the parent ${parent}`,
    hint: 'leave lft and rght out on the whole tree to have them worked out',
  }),
  'broken-tree/overlap': ({ sibling }: { sibling: number }) => ({
    message: `the interval of lft and rght overlaps that of ${sibling}`,
    hint: 'leave lft and rght out on the whole tree to have them worked out',
  }),
  'inconsistent/agreement': (a: {
    field: string;
    own: number;
    other: number;
    reference: string;
  }) => ({
    message: `its ${a.reference} has ${a.field} ${a.other}, but the record itself has ${a.field} ${a.own}`,
  }),
  'inconsistent/tree-number': ({ own, shared }: { own: number; shared: number }) => ({
    message: `the tree of this record has the number ${shared}, but the record gives ${own}`,
    hint: `write ${shared}, or leave the field out`,
  }),
  'inconsistent/tree-shared': ({ value, other }: { value: number; other: number }) => ({
    message: `the tree of record ${other} has the number ${value} already`,
    hint: 'one number a tree; leave it out to have it worked out',
  }),
  'inconsistent/event-subject': () => ({
    message:
      'an event of type 1 has a post and no comment, one of type 2 or 3 a comment and no post',
  }),
  'inconsistent/free-of-charge': () => ({
    message: 'where na is true, prices are null or 0',
  }),
  'inconsistent/root-without-user': () => ({
    message: 'a comment has a user exactly when it has a parent: roots are placeholders',
  }),
  'unsafe-html/element': ({ found }: { found: string }) => ({
    message: `the element <${found}> is not allowed here`,
    hint: 'remove the element',
  }),
  'unsafe-html/handler': ({ found }: { found: string }) => ({
    message: `the attribute ${found} runs code`,
    hint: 'remove the attribute',
  }),
  'unsafe-html/address': ({ found }: { found: string }) => ({
    message: `${quote(found)} is neither relative nor http, https, mailto or tel`,
  }),
  'unsafe-html/frame': ({ found }: { found: string }) => ({
    message: `the frame ${quote(found)} is not from a host that may be framed`,
    hint: 'name the host in the setting "frames"',
  }),
  'unsafe-html/raw-text': ({ found }: { found: string }) => ({
    message: `<${found}> can hide markup`,
    hint: found === 'iframe' ? 'close the frame at once' : 'remove the element',
  }),
} satisfies Record<string, (args: never) => Wording>;

export type MessageName = keyof typeof messages;
export type Arguments<N extends MessageName> = Parameters<(typeof messages)[N]>[0];

/** The message and the hint of a finding. */
export function word<N extends MessageName>(name: N, args: Arguments<N>): Wording {
  // Each entry takes the arguments of its own name; the union of functions hides that.
  const wording = messages[name] as (args: Arguments<N>) => Wording;
  return wording(args);
}

/** A value as it stands in a message: JSON, cut short. */
export function quote(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? 'nothing';
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
}
