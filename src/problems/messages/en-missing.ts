// The words for missing records that others refer to, and for records that have one id, in English.

import { renumbering } from '../commands.js';
import { FEW } from '../nearest.js';
import type { MissingId, MissingRecord, Twins, TwoVersions } from './catalogue.js';
import { plural } from './en-counts.js';

/** The message that a record does not exist. */
export const noRecord = ({ collection, id }: MissingId) =>
  `there is no record ${id} in ${collection}`;

/** What to do about a missing record. */
export function missing(record: MissingRecord): string {
  const { collection, id, referring, together, isCollectionEmpty, near, lost } = record;
  const refer = `${plural(referring, 'record')} ${referring === 1 ? 'refers' : 'refer'}`;
  if (lost?.restore && together > 1) {
    const { path, command, isEmpty } = lost.restore;
    return `${path} is ${isEmpty ? 'empty: it had' : 'gone, and with it'} ${together} records of ${collection}; ${refer} to them: bring them back (\`${command}\`), or remove what refers to them`;
  }
  if (lost?.rename) {
    const { from, to } = lost.rename;
    return `${from} is not read as data, and seems to have ${together > 1 ? 'them' : 'it'}; ${refer} to ${together > 1 ? 'them' : 'it'}: name it ${to} again`;
  }
  if (lost?.revert) {
    const { commit, command } = lost.revert;
    const name = lost.name === undefined ? '' : ` (${lost.name})`;
    const [what, them] =
      together > 1
        ? [`${together} records of ${collection}`, 'them']
        : [`record ${id}${name}`, 'it'];
    return `commit ${commit} removed ${what}; ${refer} to ${them}: take that commit back, with all that it changed (\`${command}\`), or remove what refers to ${them}`;
  }
  if (isCollectionEmpty && !lost?.restore) {
    const them = lost ? ` (\`${lost.show}\` prints them)` : '';
    return `${collection} has no records at all, and ${refer} to some: bring them back${them}, or remove what refers to them`;
  }
  if (lost) {
    const back = lost.restore
      ? `bring it back (\`${lost.restore.command}\`)`
      : `put it back as it was at line ${lost.line} of ${lost.file} (\`${lost.show}\` prints that file)`;
    const name = lost.name === undefined ? '' : ` (${lost.name})`;
    return `record ${id}${name} is gone; ${refer} to it: ${back}, or remove what refers to it`;
  }
  if (near.length > 0) {
    const ids = near.map(({ id, name }) => (name === undefined ? `${id}` : `${id}, ${name}`));
    return `did you mean ${ids.join('; or ')}?`;
  }
  return referring > FEW
    ? `${refer} to it: bring it back if it was deleted, or remove what refers to it`
    : `add the record ${id} to ${collection}, or write the id that was meant`;
}

/** What to do about two records that have one id. */
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
