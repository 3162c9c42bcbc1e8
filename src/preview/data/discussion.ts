// The discussion of a record: its contributions, each after the one that it answers.
import { visitRecords } from '../../editing/workspace/portal-data.js';
import { isId, type Json, referenceAt } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Discussion } from '../../model/view.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import type { NamedDto, ReasonDto } from '../shapes.js';
import type { DataReading } from './reading.js';

/** A contribution to a discussion, such as a comment. `parent`: the id of the contribution that it answers, or 0. */
export interface Contribution extends NamedDto {
  readonly parent: number;
  readonly author: NamedDto | null;
  readonly time: string;
  readonly html: string;
  readonly withheld?: ReasonDto;
}

/** The fields that make a record a contribution to a discussion, and the collection of these records. */
type DiscussedIn = Discussion & { readonly collection: string };

/**
 * Returns the contributions in reading order, with the level of each in the tree: answers come below what they answer.
 * Leaves out contributions with neither a parent nor an author: they only mark the beginning of a discussion.
 */
export function discussionOf(
  reading: DataReading,
  of: MissingId,
  discussion: DiscussedIn,
  lang: Language,
) {
  const all = contributions(reading, of, discussion, lang);
  const known = new Set(all.map(({ id }) => id));
  const answers = new Map<number, Contribution[]>();
  // Sorted by falling ids: `pop` below takes the last element, and so the oldest contribution first.
  for (const one of all.sort((a, b) => b.id - a.id)) {
    memo(answers, known.has(one.parent) ? one.parent : 0, () => []).push(one);
  }
  const read: (Contribution & { readonly level: number })[] = [];
  const rest = (answers.get(0) ?? []).map((one) => ({ ...one, level: 0 }));
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { id, parent, author, level } = next;
    const isPlaceholder = parent === 0 && author === null;
    if (!isPlaceholder) read.push(next);
    const below = isPlaceholder ? level : level + 1;
    rest.push(...(answers.get(id) ?? []).map((one) => ({ ...one, level: below })));
  }
  return read;
}

function contributions(
  reading: DataReading,
  of: MissingId,
  { collection, on, author, time, text }: DiscussedIn,
  lang: Language,
): Contribution[] {
  const table = reading.data.table(collection);
  const { parent = '', fields } = table.plan.declared;
  const people = referenceAt(fields, author).collection;
  const discussed = table.numbers(on);
  const rows = [...discussed.keys()].flatMap((row) =>
    discussed[row] === of.id ? [{ table, row }] : [],
  );
  const found: Contribution[] = [];
  const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');
  visitRecords(reading.data, rows, (one, record) => {
    const [by, answered] = [record[author], record[parent]];
    const reason = reading.reasonOf(one, lang);
    found.push({
      ...{ collection, id: table.ids[one.row]!, name: '' },
      parent: isId(answered) ? answered : 0,
      author: isId(by) ? reading.named(people, by) : null,
      ...{ time: textOf(record[time]), html: textOf(record[text]) },
      ...(reason && { withheld: reason }),
    });
  });
  return found;
}
