import { expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { elementOf, type Fields, partOf } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { format } from '../support/tool.js';

const odd = [
  '{"toString": [], "valueOf": 1}',
  '{"toJSON": 1, "then": 1, "hasOwnProperty": 1}',
  '{"__proto__": {"id": 1}, "constructor": {"prototype": 1}}',
  '{"length": -1}',
  '{"length": 4294967296, "0": 1}',
  '{"id": {"toString": []}}',
  '[{"toString": []}]',
  '[[[[]]], null]',
];

/** JSON of an object with an odd value in a field, or in a field of a part of it. */
function recordsOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => {
    const part = partOf(type) ?? partOf(elementOf(type));
    const below = part ? recordsOf(part).flatMap((inner) => [inner, `[${inner}]`]) : [];
    // By day some for each field are enough.
    const own = odd.filter((_, i) => isNight || (i + name.length) % 3 === 0);
    return [...own, ...below].map((value) => `{"${name}": ${value}}`);
  });
}

function writeOdd(): { cwd: string; count: number } {
  const cwd = temporaryFolder();
  let count = 0;
  for (const { name, fields } of portal.collections) {
    const records = recordsOf(fields);
    const lines = records.map((record, i) =>
      record.startsWith('{"id":') ? record : record.replace('{', `{"id": ${i + 1}, `),
    );
    writeFile(cwd, `data/${name}/odd.ndjson`, `${lines.join('\n')}\n`);
    count += lines.length;
  }
  return { cwd, count };
}

it('each is told, and fmt leaves their meaning as it is', async () => {
  const { cwd, count } = writeOdd();
  const before = await check({ cwd, cache: false, workers: 1 });
  expect(before.ok).toBe(false);
  expect(count).toBeGreaterThan(500);
  const told = new Set(before.problems.map(({ file, line }) => `${file}:${line}`));
  expect(told.size).toBe(count);
  const { files } = await format({ cwd });
  expect(files).toBe(portal.collections.length);
  const after = await check({ cwd, cache: false, workers: 1 });
  const codes = ({ problems }: typeof before) => problems.map(({ code }) => code).sort();
  expect(codes(after)).toEqual(codes(before));
});
