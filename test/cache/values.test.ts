// What the cache keeps is read as it was written, its columns without a copy.
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBytes, toBytes } from '../../src/engine/unit/values.js';
import { runs } from '../oracle/publish.js';

const BEFORE = 32;
const again = (value: unknown) => fromBytes(toBytes(value, BEFORE).subarray(BEFORE));

const column = fc.oneof(fc.uint8Array(), fc.uint32Array(), fc.int32Array(), fc.float64Array());

describe('a value', () => {
  it('is what it was, with its columns', () => {
    const { tie } = fc.letrec((tie) => ({
      tie: fc.oneof(
        { maxDepth: 4 },
        column,
        fc.string({ unit: 'binary' }),
        fc.double(),
        fc.constantFrom(undefined, null, true),
        fc.array(tie('tie'), { maxLength: 4 }),
        fc.array(fc.tuple(fc.string(), tie('tie')), { maxLength: 4 }).map((all) => new Map(all)),
      ),
    }));
    fc.assert(
      fc.property(tie, (value) => {
        expect(again(value)).toEqual(value);
      }),
      runs(300),
    );
  });

  it('has columns that are views of what was read', () => {
    const bytes = toBytes(
      { name: 'ряд', ids: Float64Array.of(1, 2), rows: Uint32Array.of(3) },
      BEFORE,
    );
    const { ids, rows } = fromBytes(bytes.subarray(BEFORE)) as Record<string, Float64Array>;
    expect([ids?.buffer, rows?.buffer]).toEqual([bytes.buffer, bytes.buffer]);
    expect([...ids!, ...rows!]).toEqual([1, 2, 3]);
  });

  it('is written once from memory that threads share', () => {
    const shared = new Uint32Array(new SharedArrayBuffer(8));
    shared.set([7, 8]);
    expect(again(shared)).toEqual(Uint32Array.of(7, 8));
  });

  it('that an earlier version wrote is read, unless it has columns', () => {
    const value = { files: new Map([['api/index.json', { bytes: 12 }]]), folders: [] };
    expect(fromBytes(serialize(value))).toEqual(value);
  });
});
