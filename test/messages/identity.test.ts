// Findings are compared by what they found, in no language: not by where they stand, nor by advice.
import { expect, it } from 'vitest';
import { explain, writing } from '../../src/problems/failure.js';
import { identityOf } from '../../src/problems/identity.js';
import type { Arguments, MessageName } from '../../src/problems/messages/catalogue.js';
import { placed } from '../../src/problems/placed.js';

function identity<N extends MessageName>(name: N, args: Arguments<N>, line = 1, strict = false) {
  const where = { file: `data/regions/${line}.json`, line, column: line, path: '/id' };
  return identityOf(placed(name, args, where, { strict }));
}

const taken = { id: 5, name: 'Псков', file: 'data/regions/1.json', line: 3 };

it('a finding stays the same in another place, but not as an error in the place of a warning', () => {
  const missing = { collection: 'regions', id: 5 };
  expect(identity('unknown-id', missing, 7)).toBe(identity('unknown-id', missing));
  expect(identity('unknown-id', missing, 1, true)).not.toBe(identity('unknown-id', missing));
});

it('the record that has an id already may be elsewhere, and have another name', () => {
  const moved = { id: 5, name: 'Тверь', file: 'data/regions/2.json', line: 1 };
  expect(identity('duplicate-id', moved)).toBe(identity('duplicate-id', taken));
  expect(identity('duplicate-id', { ...taken, id: 6 })).not.toBe(identity('duplicate-id', taken));
});

it('a text that a record has twice is the same in a file of another name', () => {
  const twice = { field: 'text', file: '1-kotly.text.html' };
  const renamed = { ...twice, file: '1-sosudy.text.html' };
  expect(identity('inconsistent/text-twice', renamed)).toBe(
    identity('inconsistent/text-twice', twice),
  );
});

it('what stands around a place that cannot be read only changes the advice', () => {
  const found = '}';
  expect(identity('syntax', { found, cause: 'end-comma' })).toBe(identity('syntax', { found }));
  expect(identity('syntax', { found: ']' })).not.toBe(identity('syntax', { found }));
  const byte = '0xCF';
  const guessed = { byte, seems: 'Windows-1251', reads: 'Псков' };
  expect(identity('encoding', guessed)).toBe(identity('encoding', { byte }));
});

it('another record that is missing is another finding', () => {
  const missing = { collection: 'regions', id: 5 };
  expect(identity('unknown-id', { ...missing, id: 6 })).not.toBe(identity('unknown-id', missing));
  expect(identity('dangling-reference', missing)).not.toBe(identity('unknown-id', missing));
});

it('a refusal of the system is said in a line with the path, a mistake of ours with its trace', () => {
  for (const [code, said] of [
    ['EMFILE', 'too many files are open at once; "ulimit -n 1024" allows more: a.json'],
    [
      'ENFILE',
      'too many files are open at once on this machine; wait, or end other programs: a.json',
    ],
    ['ENOSPC', 'no space is left on the disk: a.json'],
    ['EDQUOT', 'the disk quota is used up: a.json'],
    ['EACCES', 'EACCES: refused, write'],
  ]) {
    const refused = Object.assign(new Error(`${code}: refused, write`), { code });
    let told: unknown;
    try {
      writing('a.json', () => {
        throw refused;
      });
    } catch (error) {
      told = error;
    }
    expect(explain(told)).toEqual([said]);
  }
  expect(explain(new TypeError('x is not a function')).length).toBeGreaterThan(2);
});
