// Tells what a merge cannot decide, as data: the record, the field, and the values of both sides in words.
import { NO_ROW } from '../../engine/link/table.js';
import type { Plan } from '../../engine/plan.js';
import { recordName } from '../../model/collection.js';
import type { Json } from '../../model/fields.js';
import { type FieldChange, fieldChanges, type NamedState } from '../changes/values.js';
import { type RecordSubject, rowOf, subjectsOf } from '../query/subject.js';
import type { DataSettings, PortalData } from '../workspace/portal-data.js';
import type { MergedReferences } from './dangling.js';
import type { States } from './merge.js';

/**
 * A question, and the place of its record. `field`: both sides changed the field. `removed-here`, `removed-there`: one
 * side removed the record that the other changed. `refers-here`, `refers-there`: the field of a record of one side
 * refers to the record `to`, which the other removed.
 */
export interface Question extends Omit<RecordSubject, 'line'> {
  readonly line: number;
  readonly kind: 'field' | 'removed-here' | 'removed-there' | 'refers-here' | 'refers-there';
  readonly field?: string;
  /** The values of the field, or of the record. Undefined for one that is missing. */
  readonly mine?: Json | undefined;
  readonly theirs?: Json | undefined;
  /** The values in words, from mine to theirs. */
  readonly change?: FieldChange;
  /** Who changed the record's file last on each side, and when; empty if unknown. */
  readonly by?: { readonly mine: string; readonly theirs: string };
  readonly to?: { readonly singular: string; readonly id: number; readonly name?: string };
}

export function questionsOf(
  plan: Plan,
  settings: DataSettings,
  states: States,
  { conflicts, dangling }: MergedReferences,
): Question[] {
  const declaredOf = (name: string) =>
    plan.collections.find(({ declared }) => declared.name === name)!.declared;
  const subjectOf = (collection: string, id: number): RecordSubject => {
    const data = states.mine.record(collection, id) ? states.mine : states.theirs;
    return subjectsOf(data, settings, [rowOf(data, { collection, id })!])[0]!;
  };
  const fields = conflicts.map(({ collection, id, field, mine, theirs }): Question => {
    const subject = plainly(subjectOf(collection, id));
    if (field === undefined) {
      return { ...subject, kind: mine ? 'removed-there' : 'removed-here', mine, theirs };
    }
    const [old, now] = [states.mine, states.theirs].map((data) => named(data, collection, id));
    const worded = {
      declared: declaredOf(collection),
      view: plan.portal.views?.of[collection],
    };
    const [change] = fieldChanges(worded, [field], old!, now!, true);
    return { ...subject, kind: 'field', field, mine, theirs, ...(change && { change }) };
  });
  const references = dangling.map(({ collection, id, field, to, by }): Question => {
    const declared = declaredOf(to.collection);
    const name = recordName(declared, states[by].record(to.collection, to.id) ?? {});
    return {
      ...plainly(subjectOf(collection, id)),
      kind: by === 'mine' ? 'refers-here' : 'refers-there',
      field,
      to: { singular: declared.singular, id: to.id, ...(name !== undefined && { name }) },
    };
  });
  return [...fields, ...references];
}

const plainly = ({ collection, id, singular, name, file, line }: RecordSubject) => ({
  ...{ collection, id, singular, name, file, line },
});

const named = (data: PortalData, collection: string, id: number): NamedState => ({
  record: data.record(collection, id) ?? {},
  nameOf: ({ collection: other }, wanted) => {
    const table = data.table(other);
    const record = table.rowOf(wanted) === NO_ROW ? undefined : data.record(other, wanted);
    return record && recordName(table.plan.declared, record);
  },
});
