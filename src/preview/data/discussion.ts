// The discussion of a record: its contributions, each after the one that it answers.
import { visitRecords } from '../../editing/workspace/portal-data.js';
import { isId, type JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { Language, MissingId } from '../../problems/messages/catalogue.js';
import type { CollectionDto, CommentDto } from '../browser/dto.js';
import type { DataReading } from './reading.js';

/** A contribution, and the id of the one that it answers; 0 for none. */
interface Contribution {
  readonly comment: CommentDto;
  readonly parent: number;
}

/** Returns the contributions, each after the one that it answers, without the placeholder at the beginning. */
export function discussionOf(
  reading: DataReading,
  of: MissingId,
  discussion: NonNullable<CollectionDto['discussion']>,
  lang: Language,
): CommentDto[] {
  const all = contributions(reading, of, discussion, lang);
  const known = new Set(all.map(({ comment }) => comment.id));
  const answers = new Map<number, Contribution[]>();
  for (const one of all) {
    memo(answers, known.has(one.parent) ? one.parent : 0, () => []).push(one);
  }
  const read: CommentDto[] = [];
  const rest = [...(answers.get(0) ?? [])].reverse().map((one) => ({ ...one, level: 0 }));
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { comment, parent, level } = next;
    const isPlaceholder = parent === 0 && comment.author === null;
    if (!isPlaceholder) read.push({ ...comment, level });
    const below = [...(answers.get(comment.id) ?? [])].reverse();
    rest.push(...below.map((one) => ({ ...one, level: isPlaceholder ? level : level + 1 })));
  }
  return read;
}

/** The contributions, sorted by id. */
function contributions(
  reading: DataReading,
  of: MissingId,
  { collection, on, author, time, text }: NonNullable<CollectionDto['discussion']>,
  lang: Language,
): Contribution[] {
  const table = reading.data.table(collection);
  const { parent = '', fields } = table.plan.declared;
  const type = fields[author]?.type;
  const people = type?.kind === 'reference' ? type.collection : '';
  const discussed = table.numbers(on);
  const rows = [...discussed.keys()].filter((row) => discussed[row] === of.id);
  const found: Contribution[] = [];
  const textAt = (record: JsonObject, field: string) => {
    const value = record[field];
    return typeof value === 'string' ? value : '';
  };
  visitRecords(
    reading.data,
    rows.map((row) => ({ table, row })),
    (one, record) => {
      const [by, answered] = [record[author], record[parent]];
      const reason = reading.reasonOf(one, lang);
      const comment = {
        ...{ collection, id: table.ids[one.row]!, name: '', level: 0 },
        author: isId(by) ? reading.named(people, by) : null,
        ...{ time: textAt(record, time), html: textAt(record, text) },
        ...(reason && { withheld: reason }),
      };
      found.push({ comment, parent: isId(answered) ? answered : 0 });
    },
  );
  return found.sort((a, b) => a.comment.id - b.comment.id);
}
