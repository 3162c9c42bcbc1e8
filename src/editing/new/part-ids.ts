// Gives ids to new objects in the lists of a record, such as certificates, polls and their answers.
import type { CollectionPlan } from '../../engine/plan.js';
import { elementOf, isObject, type Json, type JsonObject, partOf } from '../../model/fields.js';

/** Gives a new id to each object without one: one more than the greatest id of an object of its kind in the record. */
export function withPartIds(record: JsonObject, { fields }: CollectionPlan): JsonObject {
  const last = new Map<object, number>();
  const visit = (object: JsonObject, among: CollectionPlan['fields'], give: boolean): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const part = partOf(elementOf(among[name]?.type));
        if (!part || !Array.isArray(value)) return [name, value];
        return [name, value.map((element: Json) => visitPart(element, part, give))];
      }),
    );
  const visitPart = (element: Json, part: CollectionPlan['fields'], give: boolean): Json => {
    if (!isObject(element)) return element;
    const greatest = last.get(part) ?? 0;
    const id = element['id'] ?? (give ? greatest + 1 : undefined);
    if (typeof id === 'number') last.set(part, Math.max(greatest, id));
    return visit(id === undefined ? element : { ...element, id }, part, give);
  };
  visit(record, fields, false); // the first visit only finds the greatest ids
  return visit(record, fields, true);
}
