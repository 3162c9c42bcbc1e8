// Of a file that changed, what stands in it as before is taken from the shard that it was in: what comes of
// it is what would come of the file alone, whatever was done to it, time after time.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { findFiles } from '../../src/files/source/files.js';
import { build } from '../../src/index.js';
import { generatePortal } from '../bench/generate.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { settings as chosenSettings, inFolder, seed } from '../oracle/publish.js';
import { Choices } from '../oracle/random.js';
import { COLLECTIONS } from '../oracle/types.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { runs } from '../support/runs.js';
import { differences, readTree } from '../support/tree.js';
import { Desk } from './desk.js';
import { edited as editedPortal } from './edit.js';

/** A text after an edit such as people, programs and accidents make; a character is a byte. */
function edited(text: string, at: Choices): string {
  const place = () => at.below(text.length + 1);
  const cut = (from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to);
  const lines = text.split(/(?<=\n)/);
  const line = at.below(lines.length);
  switch (at.below(9)) {
    case 0: // a line comes again, elsewhere
      return lines.toSpliced(at.below(lines.length), 0, lines[line]!).join('');
    case 1: // some lines go
      return lines.toSpliced(line, 1 + at.below(3)).join('');
    case 2: // a line moves
      return lines.toSpliced(line, 1).toSpliced(at.below(lines.length), 0, lines[line]!).join('');
    case 3: {
      const [from, to] = [place(), place()].sort((a, b) => a - b) as [number, number];
      return at.once(2) ? cut(from, to, '') : cut(to, to, text.slice(from, to));
    }
    case 4:
      return cut(place(), text.length, '');
    case 5:
      return text + at.of([' ', '\n', '}', ',', '{"id":1}', text]);
    case 6:
      return at.of([' ', '\n', '\xef\xbb\xbf', '[']) + text;
    default: {
      // A value changes: records stay records.
      const values = [...text.matchAll(/(?<=":\s*)\d+|(?<=[а-яё"a-z])[а-яёa-z]+(?=")/g)];
      if (values.length === 0) return text;
      const { index, 0: value } = at.of(values);
      return cut(index, index + value.length, at.of([value + value, `${at.below(100)}`]));
    }
  }
}

it('any files, edit after edit', async () => {
  const desk = new Desk();
  const chunks = fc.constantFrom(1, 300, 3000);
  await fc.assert(
    fc.asyncProperty(portals, seed, seed, chunks, async (portal, layout, how, chunkBytes) => {
      await inFolder(async (cwd) => {
        const data = join(cwd, 'data');
        const at = new Choices(how);
        if (at.once(2)) generatePortal(data, 60);
        else writeFiles(data, layOut(portal, layout));
        await desk.expectSame(data, chunkBytes);
        for (let round = 0; round < 5; round++) {
          for (const { path } of findFiles(data, COLLECTIONS).files) {
            const text = readFileSync(path, 'latin1');
            if (at.once(2)) writeFileSync(path, edited(text, at), 'latin1');
          }
          await desk.expectSame(data, chunkBytes);
        }
      });
    }),
    runs(2),
  );
  desk.close();
});

it('a portal, edit after edit', async () => {
  const start = Date.now() - performance.now();
  // Files count as settled at once: shards are found again by them.
  vi.spyOn(Date, 'now').mockImplementation(() => start + performance.now() + 10_000);
  const edits = fc.array(seed, { minLength: 2, maxLength: 4 });
  let published = 0;
  await fc.assert(
    fc.asyncProperty(portals, seed, chosenSettings, edits, async (first, layout, chosen, all) => {
      await inFolder(async (cwd) => {
        let portal = first;
        for (const edit of [undefined, ...all]) {
          if (edit !== undefined) portal = editedPortal(portal, new Choices(edit));
          rmSync(join(cwd, 'data'), { recursive: true, force: true });
          writeFiles(join(cwd, 'data'), layOut(portal, layout));
          const options = { cwd, frames: FRAME_HOSTS, ...chosen };
          const warm = await build({ ...options, cache: 'cache' });
          rmSync(join(cwd, 'clean'), { recursive: true, force: true });
          const clean = await build({ ...options, cache: false, out: 'clean' });
          expect(warm.problems).toEqual(clean.problems);
          expect(warm.reasons).toEqual(clean.reasons);
          expect(warm.summary.snapshot).toBe(clean.summary.snapshot);
          if (!warm.ok) continue;
          published++;
          const [now, anew] = ['dist', 'clean'].map((out) => readTree(join(cwd, out)));
          expect(differences(now!, anew!)).toEqual([]);
        }
      });
    }),
    runs(3),
  );
  vi.restoreAllMocks();
  expect(published).toBeGreaterThan(runs(3).numRuns);
});
