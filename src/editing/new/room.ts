// Room for a new record in a tree whose records store nested-set numbers: the numbers that the record
// gets, and the changed numbers of other records.
import { closeSync } from 'node:fs';
import { NO_ROW, type Table } from '../../engine/link/table.js';
import { type CollectionPlan, linkOf } from '../../engine/plan.js';
import { openData, readValueAt } from '../../files/source/data-file.js';
import { locate } from '../../files/source/defects.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { pointerStep } from '../../problems/problem.js';
import type { PortalData } from '../desk/portal-data.js';
import type { Splice } from '../desk/splices.js';

/** What changes in a tree's nested-set numbers when a record is added. */
export interface Room {
  readonly fields: JsonObject;
  /** The edits that change numbers of other records, by file. */
  readonly splices: ReadonlyMap<string, readonly Splice[]>;
}

/**
 * Makes room for a record below its parent; undefined where the tree's records do not store all their
 * numbers, so that a build computes them.
 */
export function makeRoom(
  plan: CollectionPlan,
  record: JsonObject,
  data: PortalData,
): Room | undefined {
  const edges = edgesOf(plan);
  if (!edges) return undefined;
  const { enter, leave, parent } = edges;
  const table = data.table(plan.declared.name);
  const row = typeof record[parent] === 'number' ? table.rowOf(record[parent]) : NO_ROW;
  const rows = row === NO_ROW ? [] : treeOf(row, table, data, parent);
  const [lefts, rights] = [table.numbers(enter), table.numbers(leave)];
  const gives = (at: number) => !Number.isNaN(lefts[at]) && !Number.isNaN(rights[at]);
  if (rows.length === 0 || !rows.every(gives)) return undefined;
  data.mustBeWhole(plan.declared.name); // numbers of a record that cannot be read could not be changed

  const children = [...data.derivation.forest(table, parent).children(row)];
  const last = children.reduce((most, child) => Math.max(most, rights[child]!), lefts[row]!);
  const end = rights[row]!;
  // Where two numbers are free before the parent's end, no other record has to change.
  if (last + 2 < end) {
    return { fields: { [enter]: last + 1, [leave]: last + 2 }, splices: new Map() };
  }
  const moved: Moved[] = [];
  for (const at of rows) {
    if (lefts[at]! >= end) moved.push({ row: at, field: enter, value: lefts[at]! + 2 });
    if (rights[at]! >= end) moved.push({ row: at, field: leave, value: rights[at]! + 2 });
  }
  return { fields: { [enter]: end, [leave]: end + 1 }, splices: splicesOf(moved, table, data) };
}

interface Moved {
  readonly row: number;
  readonly field: string;
  readonly value: number;
}

/** The two nested-set fields, and the reference to the parent by which records form trees. */
function edgesOf({ fields }: CollectionPlan) {
  const names = { enter: '', leave: '', parent: '' };
  for (const [name, field] of Object.entries(fields)) {
    const link = linkOf(field);
    if (link?.kind === 'walk') Object.assign(names, { [link.edge]: name, parent: link.parent });
  }
  return names.enter === '' || names.leave === '' ? undefined : names;
}

/** All rows of the tree that a row is in; none if its ancestors form a cycle. */
function treeOf(row: number, table: Table, data: PortalData, parent: string): number[] {
  const forest = data.derivation.forest(table, parent);
  let root = row;
  for (let steps = 0; forest.parents[root] !== NO_ROW; steps++) {
    if (steps > table.rows) return [];
    root = forest.parents[root]!;
  }
  const rows: number[] = [];
  forest.walk(root, (at) => void rows.push(at));
  return rows;
}

/** The splices that replace numbers in place: every other byte of the files stays. */
function splicesOf(moved: readonly Moved[], table: Table, data: PortalData): Map<string, Splice[]> {
  const byFile = new Map<string, (Moved & { readonly start: number })[]>();
  for (const one of moved) {
    const { file, start } = table.placeOf(one.row);
    memo(byFile, file, () => []).push({ ...one, start });
  }
  const splices = new Map<string, Splice[]>();
  for (const [file, some] of byFile) {
    const fd = openData(data.pathOf(file));
    try {
      splices.set(
        file,
        some.map(({ start, field, value }) => ({
          ...placeOf(fd, start, field),
          text: String(value),
        })),
      );
    } finally {
      closeSync(fd);
    }
  }
  return splices;
}

/** The bytes of a number in the record that begins at `start`. */
function placeOf(fd: number, start: number, field: string): { from: number; to: number } {
  const text = readValueAt(fd, start);
  const [at = 0] = locate(text, [{ path: pointerStep(field), atKey: false }]);
  const from = start + Buffer.byteLength(text.slice(0, at));
  const number = /[-+.\deE]*/y;
  number.lastIndex = at;
  number.test(text);
  return { from, to: from + number.lastIndex - at };
}
