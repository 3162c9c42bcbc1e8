// Changes fields of a record. The changed record is checked together with all other data before it is written.

import { inWriting } from '../../engine/compile/written.js';
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import { type Fields, isObject, type Json, type JsonObject, partOf } from '../../model/fields.js';
import { commandFor } from '../../problems/commands.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { refused, UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { say } from '../../problems/say.js';
import { changedFieldsOf } from '../../snapshot/changed/fields.js';
import { changesIn, type FieldChange } from '../changes/values.js';
import { fieldsFrom, type Given } from '../new/flags.js';
import { withPartIds } from '../new/part-ids.js';
import { mustFit } from '../new/unfit.js';
import { RecordNameIndex, withIds } from '../query/names.js';
import {
  label,
  type RecordQuery,
  type RecordSubject,
  resolveOnlyRow,
  subjectsOf,
} from '../query/subject.js';
import { editsOf, type NewValues } from '../workspace/edits.js';
import type { DataSettings } from '../workspace/portal-data.js';
import { editData, type Tried } from '../workspace/try-out.js';

export interface ChangeOptions {
  readonly query: RecordQuery;
  /** Computes the new values from the present record. Throws a {@link UsageError} if a given value is invalid. */
  readonly valuesFor: (record: JsonObject, fields: Fields, names: RecordNameIndex) => NewValues;
  /** Another id for the record, which is refused: the references to it would have to change, too. */
  readonly to?: number | undefined;
  /** Whether to check only, and write nothing. */
  readonly dryRun: boolean;
  /** Whether the values are command line flags: an invalid value is then wrong usage, not an error in the data. */
  readonly isTyped?: boolean;
  readonly lang: Language;
}

/** The result of {@link change}. `values`: the changed fields, with their values before and after. */
export interface ChangeResult extends Tried {
  readonly subject: RecordSubject;
  readonly values: readonly FieldChange[];
}

/** Changes a record. Throws a {@link UsageError} if no record, or more than one, has the id. */
export function change(
  portal: Portal,
  settings: DataSettings,
  { query, valuesFor, to, dryRun, isTyped = false, lang }: ChangeOptions,
): Promise<ChangeResult> {
  const plan = makePlan(portal);
  return editData(plan, { ...settings, dryRun }, (data) => {
    const one = resolveOnlyRow(plan, data, query, lang);
    const { fields, declared } = one.table.plan;
    if (to !== undefined) {
      const words = ['renumber', declared.singular, `${one.id}`, '--to', `${to}`];
      throw refused('an id is changed with all that refers to it: {command}', {
        command: commandFor(settings.startedWith, ...words),
      });
    }
    const record = data.record(declared.name, one.id)!;
    const given = valuesFor(record, fields, new RecordNameIndex(plan, data));
    const changed = withPartIds({ ...record, ...Object.fromEntries(given) }, one.table.plan);
    if (isTyped) mustFit(one.table.plan, changed, { settings, only: given, lang });
    const nameOf = (collection: string, id: number) => {
      const named = data.record(collection, id);
      return named && label(plan.byName.get(collection)!.declared, named);
    };
    const names = changedFieldsOf(portal)(record, changed);
    const sides = [record, changed].map((record) => ({ record, nameOf }));
    const values = changesIn(declared, names, sides[0]!, sides[1]!, true);
    const own = [...given.keys()].filter((field) => !isSame(record[field], changed[field]));
    const news = new Map(own.map((field) => [field, changed[field]]));
    return {
      result: { subject: subjectsOf(data, settings, [one])[0]!, values },
      edits: editsOf(data, [{ ...one, values: news }]),
      command: `change ${declared.singular} ${one.id}`,
    };
  });
}

const isSame = (...values: readonly [Json | undefined, Json | undefined]): boolean => {
  const [a, b] = values.map((value) => value && JSON.stringify(inWriting(value)));
  return a === b;
};

/**
 * Makes a function that computes new values from flags. `unset`: fields to remove, such as `work_salary` or
 * `profile.city`. A flag for one field of an object, such as `--profile.city`, does not change the object's other
 * fields.
 */
export function valuesFrom(
  given: Given,
  unset: readonly string[],
  lang: Language,
): ChangeOptions['valuesFor'] {
  return (record, fields, names) => {
    const { record: news, unclear } = withIds(fields, fieldsFrom(fields, given), names, lang);
    for (const [path, lines] of unclear) {
      throw new UsageError(`--${path.slice(1)}: ${lines[0]}`, lines.slice(1));
    }
    const values = new Map<string, Json | undefined>();
    for (const [field, value] of Object.entries(news)) {
      const before = record[field];
      const isPart = !given.has(field) && isObject(value) && isObject(before);
      values.set(field, isPart ? { ...before, ...value } : value);
    }
    for (const name of unset) {
      const [field = '', inner, ...more] = name.split('.');
      const type = Object.hasOwn(fields, field) && field !== 'id' ? fields[field]!.type : undefined;
      const part = type && partOf(type);
      const isKnown = inner === undefined ? type : part && Object.hasOwn(part, inner);
      if (!isKnown || more.length > 0)
        throw new UsageError(
          say('there is no field {name}: --help lists them', lang, { name: quote(name) }),
        );
      const now = values.has(field) ? values.get(field) : record[field];
      if (inner === undefined) values.set(field, undefined);
      else if (isObject(now)) {
        const { [inner]: _, ...others } = now;
        values.set(field, others);
      }
    }
    return values;
  };
}
