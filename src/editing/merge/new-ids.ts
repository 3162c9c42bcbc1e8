// Gives new ids to records of one side, if the other side has added other records with the same ids. All references of
// that side to these records are changed with them: on one side, an id belongs to one record.
import { keyOf, type RowOf, rowKey } from '../../engine/link/row-findings.js';
import { NO_ROW } from '../../engine/link/table.js';
import type { Plan } from '../../engine/plan.js';
import { canonical } from '../../model/canonical.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { type Renumbering, renamed, rewritesFor } from '../edit/renumber.js';
import { referencesById } from '../query/references.js';
import { editsOf } from '../workspace/edits.js';
import type { PortalData } from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { differingIds } from './differing.js';
import { fieldTexts, type States } from './merge.js';

/** A record that got a new id. */
export interface Moved extends MissingId {
  readonly to: number;
}

/** Returns the new ids of the records of one side, and the changes of this side's files in `folder`. */
export function newIdsFor(
  plan: Plan,
  states: States,
  side: 'mine' | 'theirs',
  folder: string,
): { readonly ids: readonly Moved[]; readonly edits: readonly Edit[] } {
  const own = states[side];
  const both = addedByBoth(plan, states, own);
  const moved = new Map([...both].filter(([, { isSame }]) => !isSame));
  // An equal record that refers to one of these means another one on each side.
  const references = moved.size > 0 ? referencesById(own) : new Map<string, RowOf[]>();
  for (const [key] of moved) {
    for (const from of references.get(key) ?? []) {
      const fromKey = keyOf({ collection: from.table.name, id: from.table.ids[from.row]! });
      const record = both.get(fromKey);
      if (record) moved.set(fromKey, record);
    }
  }
  const isFree = (collection: string, id: number) =>
    [states.base, own].every((state) => state.table(collection).rowOf(id) === NO_ROW);
  const other = side === 'mine' ? states.theirs : states.mine;
  const renumbered = [...moved.values()].map(({ table, row }): Renumbering => {
    let to: number;
    do to = other.newId(table.name);
    while (!isFree(table.name, to));
    return { table, row, to };
  });
  const referring = [...moved.keys()].flatMap((key) => references.get(key) ?? []);
  const rows = new Map([...renumbered, ...referring].map((one) => [rowKey(one), one]));
  const edits = editsOf(own, rewritesFor(own, renumbered, [...rows.values()]));
  return {
    ids: renumbered.map(({ table, row, to }) => ({
      ...{ collection: table.name, id: table.ids[row]!, to },
    })),
    edits: renamed(own, { data: folder }, edits, renumbered),
  };
}

/** The records of `own` that both sides have added with the same id, by key and in the order of ids. */
function addedByBoth(plan: Plan, { base, mine, theirs }: States, own: PortalData) {
  const both = new Map<string, RowOf & { readonly isSame: boolean }>();
  for (const { declared, fields } of plan.collections) {
    const { name: collection } = declared;
    for (const id of differingIds(base, theirs, collection)) {
      if (base.table(collection).rowOf(id) !== NO_ROW) continue;
      const [one, other] = [mine, theirs].map((state) => state.record(collection, id));
      if (!one || !other) continue;
      const [text, otherText] = [one, other].map((record) => canonical(fieldTexts(record, fields)));
      const table = own.table(collection);
      const isSame = text === otherText;
      both.set(keyOf({ collection, id }), { table, row: table.rowOf(id), isSame });
    }
  }
  return both;
}
