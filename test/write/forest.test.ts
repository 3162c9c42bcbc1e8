// Trees and rings of parents, whatever the order of rows: held against a search from each row.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_ROW } from '../../src/engine/link/table.js';
import { Forest, findRings } from '../../src/engine/link/tree.js';

/** The ids of some rows, and the row of each row's parent. */
const drawn = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 9 }).chain((ids) =>
  fc.record({
    ids: fc.constant(Float64Array.from(ids)),
    parents: fc
      .array(fc.integer({ min: NO_ROW, max: ids.length - 1 }), {
        minLength: ids.length,
        maxLength: ids.length,
      })
      .map((parents) => Int32Array.from(parents)),
  }),
);

const byId = (ids: Float64Array) => (a: number, b: number) => ids[a]! - ids[b]!;

it('siblings and roots are by ascending id, and a walk enters and leaves each row of a tree', () => {
  fc.assert(
    fc.property(drawn, ({ ids, parents }) => {
      const forest = new Forest(parents, ids);
      const below = (row: number) =>
        [...ids.keys()].filter((child) => parents[child] === row).sort(byId(ids));
      const within = (row: number): string[] => [
        `+${row}`,
        ...below(row).flatMap(within),
        `-${row}`,
      ];
      expect(forest.roots).toEqual(below(NO_ROW));
      const walked = forest.roots.map((root) => {
        const steps: string[] = [];
        forest.walk(
          root,
          (row) => steps.push(`+${row}`),
          (row) => steps.push(`-${row}`),
        );
        return steps;
      });
      expect(walked).toEqual(forest.roots.map(within));
      const entered = walked.flat().filter((step) => step.startsWith('+'));
      expect([...forest.order].map((row) => `+${row}`)).toEqual(entered);
      expect([...ids.keys()].map((row) => [...forest.children(row)])).toEqual(
        [...ids.keys()].map(below),
      );
      const rootOf = (row: number): number => {
        const up = parents[row]!;
        return up === NO_ROW ? row : rootOf(up);
      };
      const roots = forest.perTree(new Float64Array(ids.length).fill(-9), (root) => ids[root]!);
      expect([...roots]).toEqual(
        [...ids.keys()].map((row) => (forest.order.includes(row) ? ids[rootOf(row)] : -9)),
      );
    }),
  );
});

it('rings begin with their smallest id', () => {
  fc.assert(
    fc.property(drawn, ({ ids, parents }) => {
      const ringFrom = (start: number): number[] => {
        const ring = [start];
        for (let row = parents[start]!; row !== start; row = parents[row]!) {
          if (row === NO_ROW || ring.length > ids.length) return [];
          ring.push(row);
        }
        return ids[start] === Math.min(...ring.map((row) => ids[row]!)) ? ring : [];
      };
      const rings = [...ids.keys()].map(ringFrom).filter((ring) => ring.length > 0);
      const first = (a: readonly number[], b: readonly number[]) => a[0]! - b[0]!;
      expect(findRings(parents, ids).sort(first)).toEqual(rings.sort(first));
    }),
  );
});
