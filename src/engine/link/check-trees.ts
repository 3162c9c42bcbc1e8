// Checks that the depths, roots, tree numbers and nested sets that are written in the data agree with the parents of
// the records.
import { referenceOf } from '../../model/fields.js';
import type { Link } from '../../model/links.js';
import { linkOf } from '../plan.js';
import type { Derivation } from './derive.js';
import type { AcrossCheck } from './row-findings.js';
import { NO_ROW, type Table } from './table.js';
import type { Forest } from './tree.js';

export function checkTrees(check: AcrossCheck, table: Table): void {
  for (const [field, declared] of Object.entries(table.plan.fields)) {
    const link = linkOf(declared);
    if (link?.kind === 'root' || link?.kind === 'depth') checkGiven(check, table, field, link);
    else if (link?.kind === 'treeId') checkTreeIds(check, table, field, link.parent);
    else if (link?.kind === 'walk' && link.edge === 'enter') {
      const leave = Object.keys(table.plan.fields).find((other) => {
        const partner = linkOf(table.plan.fields[other]);
        return partner?.kind === 'walk' && partner.edge === 'leave';
      })!;
      checkNestedSets(check, table, field, leave, link.parent);
    }
  }
}

function checkGiven(
  check: AcrossCheck,
  table: Table,
  field: string,
  link: Link & { kind: 'root' | 'depth' },
): void {
  const { derivation } = check;
  const computed = derivation.follow(table, field, link);
  // A link `depth` computes the depth of the record itself. A link `root` computes the root above another record, to
  // which the field `link.reference` refers.
  const named =
    link.kind === 'root' ? referenceOf(table.plan.fields[link.reference]!.type) : undefined;
  const trees = named ? derivation.tables.get(named.collection)! : table;
  const parent = referenceOf(trees.plan.fields[link.parent]!.type)!;
  let roots: Int32Array | undefined; // computed at the first mismatch
  table.numbers(field).forEach((given, row) => {
    if (Number.isNaN(given) || Number.isNaN(computed[row]) || given === computed[row]) return;
    roots ??= rootRows(trees, derivation, link.parent);
    const own = link.kind === 'root' ? derivation.rows(table, link.reference)[row]! : row;
    const above = trees.numbers(link.parent)[roots[own]!]!;
    const args = { field, given, computed: computed[row]! };
    if (!(above > 0)) {
      check.report(table, row, `/${field}`, 'disagrees', args);
      return;
    }
    // The root of the tree refers to a parent that is missing. With that parent, the value might be right. If the
    // parent is embedded, its absence is an error, and fixing that error may fix the value. If only the parent's id is
    // published, its absence is only a warning, so the value is reported, too.
    const missing = check.missing(parent, above, 'disagrees');
    if (!missing) return;
    if (parent.shape !== undefined) check.follows(missing);
    else check.report(table, row, `/${field}`, 'disagrees', args, { missing });
  });
}

/** Returns, for each row, the row of the root of its tree; {@link NO_ROW} if the row is in no tree. */
export function rootRows(table: Table, derivation: Derivation, parent: string): Int32Array {
  const rows = new Int32Array(table.rows).fill(NO_ROW);
  return derivation.forest(table, parent).perTree(rows, (root) => root);
}

/** Returns a function that says whether a root is sound. It is not sound if its parent is missing but must exist. */
function soundness(table: Table, parent: string): (root: number) => boolean {
  const mustExist = referenceOf(table.plan.fields[parent]!.type)!.shape !== undefined;
  const written = table.numbers(parent);
  return (root) => !mustExist || !(written[root]! > 0);
}

/** Checks that all records of a tree have the same tree number, and that no other tree has this number. */
function checkTreeIds(check: AcrossCheck, table: Table, field: string, parent: string): void {
  const { derivation } = check;
  const written = table.numbers(field);
  const forest = derivation.forest(table, parent);
  const isSound = soundness(table, parent);
  const shared = derivation.follow(table, field, linkOf(table.plan.fields[field])!);
  let roots: Int32Array | undefined; // computed at the first mismatch
  written.forEach((own, row) => {
    if (Number.isNaN(own) || own === shared[row]) return;
    roots ??= rootRows(table, derivation, parent);
    if (roots[row] === NO_ROW || !isSound(roots[row]!)) return;
    check.report(table, row, `/${field}`, 'inconsistent/tree-number', {
      own,
      shared: shared[row]!,
    });
  });
  const gives = (root: number) => !Number.isNaN(written[root]);
  const holders = new Map<number, number>();
  for (const root of forest.roots) {
    if (!isSound(root) || table.isCopy(root)) continue;
    const value = gives(root) ? written[root]! : table.ids[root]!;
    const holder = holders.get(value);
    if (holder === undefined) {
      holders.set(value, root);
      continue;
    }
    // Two trees have the same number. If only one root has the number written in its record, that root is wrong: the
    // number is the id of the other root. If both have it written, the root with the greater id is wrong.
    const [wrong, other] = gives(root) ? [root, holder] : [holder, root];
    check.report(table, wrong, `/${field}`, 'inconsistent/tree-shared', {
      value,
      other: table.ids[other]!,
    });
  }
}

function checkNestedSets(
  check: AcrossCheck,
  table: Table,
  enter: string,
  leave: string,
  parent: string,
): void {
  const lefts = table.numbers(enter);
  const rights = table.numbers(leave);
  const forest = check.derivation.forest(table, parent);
  const isSound = soundness(table, parent);
  for (const root of forest.roots) {
    if (!isSound(root)) continue;
    const nested = { enter, leave, tree: table.ids[root]! };
    let given = 0;
    let lacking = Number.POSITIVE_INFINITY;
    let rows = 0;
    let stray = Number.POSITIVE_INFINITY;
    forest.walk(root, (row) => {
      rows++;
      const parts = (Number.isNaN(lefts[row]) ? 0 : 1) + (Number.isNaN(rights[row]) ? 0 : 1);
      given += parts;
      if (parts < 2 && row < lacking) lacking = row;
      if (parts > 0 && row < stray) stray = row;
    });
    if (given === 0) continue;
    if (given < rows) {
      const field = Number.isNaN(lefts[stray]) ? leave : enter;
      check.report(table, stray, `/${field}`, 'broken-tree/stray', { field, ...nested });
    } else if (given < rows * 2) {
      const path = Number.isNaN(lefts[lacking]) ? `/${enter}` : `/${leave}`;
      check.report(table, lacking, path, 'broken-tree/part', nested);
    } else {
      checkNesting(table, forest, root, { lefts, rights }, (row, edge) => {
        const args = { ...nested, left: lefts[row]!, right: rights[row]! };
        check.report(table, row, `/${nested[edge]}`, 'broken-tree/nesting', args);
      });
    }
  }
}

/**
 * Reports records whose `lft` and `rght` are not an interval, or whose interval is not inside the interval of the
 * parent, or overlaps the interval of a sibling.
 */
function checkNesting(
  table: Table,
  forest: Forest,
  root: number,
  { lefts, rights }: { readonly lefts: Float64Array; readonly rights: Float64Array },
  tell: (row: number, edge: 'enter' | 'leave') => void,
): void {
  forest.walk(root, (row) => {
    const [left, right] = [lefts[row]!, rights[row]!];
    if (left < 1 || left >= right) {
      tell(row, left < 1 ? 'enter' : 'leave');
      return;
    }
    // The children are sorted by their intervals. Each interval must begin after the interval of the previous child,
    // and end before the end of the interval of the parent.
    const children = [...forest.children(row)]
      .filter((child) => !table.isCopy(child)) // a copy is reported as a duplicate id
      .sort((a, b) => lefts[a]! - lefts[b]! || a - b);
    let end = left;
    for (const child of children) {
      if (lefts[child]! >= rights[child]!) continue; // reported when the walk enters the child
      if (lefts[child]! <= end || lefts[child]! >= right) tell(child, 'enter');
      else if (rights[child]! >= right) tell(child, 'leave');
      else end = rights[child]!;
    }
  });
}
