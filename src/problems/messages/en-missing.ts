// Messages about missing records that others refer to, about records with the same id, and about files and records in
// the wrong place, in English.

import { renumbering } from '../commands.js';
import { FEW } from '../nearest.js';
import { cut } from '../quote.js';
import type { Ignored, MissingId, MissingRecord, Near, Twins, TwoVersions } from './catalogue.js';
import { plural } from './en-counts.js';

/** The message that a record does not exist. */
export const noRecord = ({ collection, id }: MissingId) =>
  `there is no record ${id} in ${collection}`;

/** What to do about a missing record. */
export function missing(record: MissingRecord): string {
  const { collection, id, referring, isCollectionEmpty, near } = record;
  const refer = `${plural(referring, 'record')} ${referring === 1 ? 'refers' : 'refer'}`;
  if (isCollectionEmpty) {
    return `${collection} has no records at all, and ${refer} to some: bring them back, or remove what refers to them`;
  }
  if (near.length > 0) {
    const ids = near.map(({ id, name }) => (name === undefined ? `${id}` : `${id}, ${name}`));
    return `did you mean ${ids.join('; or ')}?`;
  }
  return referring > FEW
    ? `${refer} to it: bring it back if it was deleted, or remove what refers to it`
    : `add the record ${id} to ${collection}, or write the id that was meant`;
}

/** What to do about two records that have the same id. */
export function twinsHint(id: number, twins: Twins): string {
  switch (twins.kind) {
    case 'same':
      return 'it is one record twice: remove one of the two';
    case 'follow':
      return `they refer to ${twins.singular} ${twins.id}: put that right first`;
    case 'versions':
      return `these are two versions of one record: keep one, and remove the other; or, if two are meant, ${renewed(id, twins)}`;
    case 'two':
      return `these are two records: ${renewed(id, twins)}`;
  }
}

function renewed(id: number, twins: TwoVersions): string {
  const { from, older } = twins;
  const origin = from === undefined ? 'in no commit yet' : `from ${from}`;
  const other = older === undefined ? '' : `; the other one is from ${older}`;
  const known = from === undefined && older === undefined ? '' : ` (${origin}${other})`;
  return `\`${renumbering(id, twins)}\` gives the newer one${known} another id, with all that belongs to it`;
}

const ignored = {
  link: 'a symbolic link',
  file: 'this file',
  other: 'what is no file',
  'front-matter': 'Markdown with front matter',
  text: 'a text without its record',
  gzip: 'a file that is compressed with gzip',
};

/** Messages about files that are not read, and about files and records in the wrong collection. */
export const strayed = {
  'unknown-collection': ({
    name,
    nearest,
    known,
  }: Near & { name: string; known?: readonly string[] }) => ({
    message: `there is no collection ${JSON.stringify(cut(name))}`,
    hint:
      nearest === undefined
        ? known && `name it after one of: ${known.join(', ')}`
        : `did you mean ${nearest}?`,
  }),
  'ignored-file': ({ what, meant }: Ignored) => ({
    message: `${ignored[what]} is not read`,
    hint: meant
      ? `name it ${meant}, if it is meant to be read; else start its name with a dot`
      : what === 'text'
        ? 'name it after the .json file of one record beside it: 0044-slug.text.html belongs to 0044-slug.json'
        : what === 'gzip'
          ? 'unpack it (gzip -d), if it is meant to be read; else start its name with a dot'
          : what === 'front-matter'
            ? 'records are .json or .ndjson files; a note has no front matter, or a name that starts with a dot'
            : 'data files end in .json or .ndjson; start the name with a dot to keep it here unread',
  }),
};
