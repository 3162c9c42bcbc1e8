// The digests of pages, with and without the platform's own: on plain http a browser gives none.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { digestOf, sha256 } from '../../src/client/sha256.js';

const wanted = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

afterEach(() => {
  vi.unstubAllGlobals();
});

it('are those of Node, of any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(digestOf(bytes)).toString('hex')).toBe(wanted(bytes));
    }),
  );
  for (const length of [55, 56, 63, 64, 119, 120, 1_000_000]) {
    const bytes = new Uint8Array(length).fill(length);
    expect(Buffer.from(digestOf(bytes)).toString('hex')).toBe(wanted(bytes));
  }
});

it.each([
  ['secure page', undefined],
  ['page of plain http', {}],
  ['platform without crypto', null],
])('are the same on a %s', async (_, crypto) => {
  if (crypto !== undefined) vi.stubGlobal('crypto', crypto);
  for (const text of ['', 'Нужен эксперт.', '🏗'.repeat(1000)]) {
    expect(await sha256(text)).toBe(wanted(text));
  }
});
