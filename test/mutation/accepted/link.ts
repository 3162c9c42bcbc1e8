// Changes that need no test: what joins and withholds records.
import {
  type Accepted,
  NOT_DECLARED,
  NOTHING_THERE,
  SPARES_TIME,
  TAKES_MEMORY,
} from './reasons.js';

const IDS_DIFFER = 'ids differ';
const NO_ID = 'no record has an id below 1';
const FOR_EDITING = 'commands that change records use it (test/edit): no check does';
const ONE_REFERENCE =
  'records of which others take what they took have one reference, which is embedded and always given';

export const link: Accepted = {
  'engine/link/row-findings.ts': {
    '({ table, row }: RowOf) => keyOf({ colle … ble.ids[row]! }) → () => undefined': FOR_EDITING,
    '{ collection: table.name, id: table.ids[row]! } → {}': FOR_EDITING,
    '({ table, row }: RowOf) => `${table.name} row ${row}` → () => undefined': FOR_EDITING,
    '`${table.name} row ${row}` → ``': FOR_EDITING,
  },
  'engine/link/check-trees.ts': {
    'referenceOf(table.plan.fields[parent]!.t … pe !== undefined → true':
      'parents of trees are embedded',
    'row < lacking → row <= lacking': 'each row is visited once',
    'row < stray → row <= stray': 'each row is visited once',
    'before !== undefined → true': NOTHING_THERE,
  },
  'engine/link/check.ts': {
    '[] → ["Stryker was here"]': 'no collection is called so',
    "lack !== 'bad' → true": 'nobody asks what follows from a record with errors',
    '\'bad\' → ""': 'nobody asks what follows from a record with errors',
    '!(id > 0) → false': ONE_REFERENCE,
    'id > 0 → true': ONE_REFERENCE,
    'id > 0 → id >= 0': ONE_REFERENCE,
    'at === NO_ROW → true': ONE_REFERENCE,
    'shape === undefined → false': ONE_REFERENCE,
  },
  'engine/link/columns.ts': {
    'row < column.length → row <= column.length': NOTHING_THERE,
    'Number.isNaN(column[row]) → true': SPARES_TIME,
    'false → true': SPARES_TIME,
  },
  'engine/link/derive.ts': {
    '!table.plan.instants.includes(field) → true': SPARES_TIME,
    'ids[row]! > 0 → true': NO_ID,
    'ids[row]! > 0 → ids[row]! >= 0': NO_ID,
    "case 'newestBelow': throw new Error(`${t …  is no number`); → case 'newestBelow':":
      NOT_DECLARED,
    '\'newestBelow\' → ""': NOT_DECLARED,
    '`${table.name}.${field} is no number` → ``': NOT_DECLARED,
    "link.kind !== 'newest' → false": NOT_DECLARED,
    '`${table.name}.${field} is no text` → ``': NOT_DECLARED,
    'link.instant !== link.otherwise → false': NOT_DECLARED,
    '`${link.of} and ${table.name} differ in ${field}` → ``': NOT_DECLARED,
    '!gone → true': 'nothing withholds an answer and not what it answers',
    '!hasGaps(seconds) → false': SPARES_TIME,
    '{ return { tables: [], field, which: uin … ill(NO_ROW) }; } → {}': SPARES_TIME,
    '[] → ["Stryker was here"]': 'no row is of any of them',
    '!linkOf(table.plan.fields[field]) || !ha … written.seconds) → !linkOf(table.plan.fields[field]) && !ha … written.seconds)':
      SPARES_TIME,
    'written.fraction.slice() → written.fraction': 'changes rows without a moment alone',
    'from === NO_ROW → false': NOTHING_THERE,
    'more !== undefined → true': 'no digits and none that are known are the same',
    'target === NO_ROW → false': NOTHING_THERE,
    'from !== NO_ROW → true': NOTHING_THERE,
    'rows[row] === NO_ROW → false': NOTHING_THERE,
    'forest.order.length - 1 → forest.order.length + 1': NOTHING_THERE,
    'i >= 0 → i > 0': 'the first row of a walk has nothing above it',
    'up !== NO_ROW → true': NOTHING_THERE,
    'ids[a]! > ids[b]! → ids[a]! >= ids[b]!': IDS_DIFFER,
  },
  'engine/link/implausible.ts': {
    'ids[row]! > 0 → true': 'what texts differ within is always given',
    'ids[row]! > 0 → ids[row]! >= 0': 'what texts differ within is always given',
    'steps.join() === `${among},*` → true':
      'the first list of a record is the one that the portal asks for',
    'instant > newest → instant >= newest': 'the same is as new',
    'rows.length === 1 → false': SPARES_TIME,
  },
  'engine/link/leads.ts': {
    'found !== NO_ROW → true': 'what is linked lacks nothing that it names',
  },
  'engine/link/records.ts': {
    'inner.row[from] === row → true': 'ids of the next row are none of this one',
    'row < shards[last]!.firstRow || row >= ( … irstRow ?? rows) → true': SPARES_TIME,
    'row < shards[last]!.firstRow → row <= shards[last]!.firstRow': SPARES_TIME,
    'last + 1 → last - 1': SPARES_TIME,
    'row < ids.length → row <= ids.length': NOTHING_THERE,
    'ids[row]! > greatest → ids[row]! >= greatest': 'the same is as great',
    'ids.length - 1 → ids.length + 1': NOTHING_THERE,
    'id >= 0 && id < index.length → true': SPARES_TIME,
    'id >= 0 && id < index.length → id >= 0 || id < index.length': SPARES_TIME,
    'id >= 0 → true': SPARES_TIME,
    'id < index.length → true': SPARES_TIME,
    'id < index.length → id <= index.length': SPARES_TIME,
  },
  'engine/link/shown.ts': {
    'shape !== BARE || this.#isUnlisted(target) → true': TAKES_MEMORY,
    'row < table.rows → row <= table.rows': NOTHING_THERE,
    '[...tables.values()].filter((table) => t … Unlisted(table)) → [...tables.values()]':
      TAKES_MEMORY,
    'this.#isUnlisted(table) → true': 'what is listed is published in its own shapes in any case',
    '[] → ["Stryker was here"]': 'no shape is called so',
  },
  'engine/link/table.ts': {
    'starts.slice() → starts': TAKES_MEMORY,
    'rest.size === 0 → false': SPARES_TIME,
  },
  'engine/link/tree.ts': {
    'row < ids.length → row <= ids.length': NOTHING_THERE,
    'start < parents.length → start <= parents.length': NOTHING_THERE,
    'row !== NO_ROW → true': NOTHING_THERE,
    'done !== NO_ROW → true': NOTHING_THERE,
    '{ for (let row = 1; row < ids.length; ro … ; return true; } → {}': SPARES_TIME,
    'true → false': SPARES_TIME,
    'ids[row - 1]! > ids[row]! → true': SPARES_TIME,
    'ids[row - 1]! > ids[row]! → ids[row - 1]! >= ids[row]!': IDS_DIFFER,
    'ids[at]! < ids[ring[best]!]! → ids[at]! <= ids[ring[best]!]!': IDS_DIFFER,
    '!isAscending(ids) → true': SPARES_TIME,
    'parent !== NO_ROW → true': NOTHING_THERE,
  },
  'engine/link/withhold.ts': {
    'pending.length === 0 → false': SPARES_TIME,
    'id > 0 → true': NO_ID,
    'id > 0 → id >= 0': NO_ID,
    'row !== NO_ROW → true': TAKES_MEMORY,
    'i < starts.length → i <= starts.length': NOTHING_THERE,
  },
};
