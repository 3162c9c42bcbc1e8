// Records that are put into files of any layout: the file has what was asked for, and all else keeps its bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edited, recordsIn } from '../../src/editing/format/file-edit.js';
import { portal } from '../../src/portal/index.js';
import { temporaryFolder } from '../support/folders.js';
import { runs } from '../support/runs.js';

const regions = portal.collections.find(({ name }) => name === 'regions')!;

const blank = (isLines: boolean) =>
  fc.array(fc.constantFrom(' ', '\t', ...(isLines ? [] : ['\n', '\r\n'])), { maxLength: 3 });

/** A file of records, in order of ids, with the pieces of text that stand between them. */
const files = fc
  .tuple(fc.boolean(), fc.constantFrom('', '\uFEFF'), fc.constantFrom('\n', '\r\n'))
  .chain(([isLines, mark, lineEnd]) =>
    fc
      .array(fc.tuple(blank(isLines), blank(isLines), fc.boolean()), { maxLength: 8 })
      .map((all) => {
        const texts = all.map((_, i) => `{"id":${(i + 1) * 2},"name":"Т${i}"}`);
        const spaced = texts.map((text, i) => [all[i]![0].join(''), text, all[i]![1].join('')]);
        const lines = spaced.map((parts, i) => parts.join('') + (all[i]![2] ? lineEnd : ''));
        const content = isLines
          ? lines.join(lineEnd)
          : `[${spaced.map((p) => p.join('')).join(',')}]`;
        return { isLines, texts, content: mark + content };
      }),
  );
/** What becomes of each record, and where new ones come. */
const fates = fc.array(fc.constantFrom('stay', 'stay', 'change', 'go'), {
  minLength: 8,
  maxLength: 8,
});
const news = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });

it('a file has the edited records in order of ids, and the others with what is around them', () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  fc.assert(
    fc.property(files, fates, news, ({ isLines, texts, content }, fates, news) => {
      const file = isLines ? 'regions.ndjson' : 'regions.json';
      writeFileSync(join(folder, file), content);
      const found = recordsIn(join(folder, file), regions);
      const textOf = (id: number) => `{"id": ${id}, "name": "новая"}`;
      const changed = new Map<number, string | undefined>();
      found.records.forEach(({ id, start }, i) => {
        if (fates[i] !== 'stay') changed.set(start, fates[i] === 'go' ? undefined : textOf(id));
      });
      const added = news.map((n) => ({ id: n * 2 + 1, text: textOf(n * 2 + 1) }));
      const before = Buffer.from(content);
      const now = edited(file, found, { changed, added })!.toString();
      const kept = texts.flatMap((text, i) => {
        const id = (i + 1) * 2;
        return fates[i] === 'go' ? [] : [[id, fates[i] === 'stay' ? text : textOf(id)] as const];
      });
      const all = [...kept, ...added.map(({ id, text }) => [id, text] as const)];
      const expected = all.sort(([a], [b]) => a - b).map(([, text]) => text);
      const body = now.replace('\uFEFF', '');
      const lines = body.split(/\r?\n/).filter((line) => line.trim() !== '');
      const values: unknown[] = isLines ? lines.map((line) => JSON.parse(line)) : JSON.parse(body);
      expect(values).toEqual(expected.map((text) => JSON.parse(text)));
      let at = 0;
      for (const text of expected) {
        at = now.indexOf(text, at);
        expect(at).toBeGreaterThanOrEqual(0);
      }
      // Between two neighbours that stay, nothing changes.
      found.records.forEach(({ start, end }, i) => {
        const next = found.records[i + 1];
        if (!next || changed.has(start) || changed.has(next.start)) return;
        if (added.some(({ id }) => id === (i + 1) * 2 + 1)) return;
        expect(now).toContain(before.toString('utf8', start, next.end));
        expect(end).toBeGreaterThan(start);
      });
      expect(now.startsWith('\uFEFF')).toBe(content.startsWith('\uFEFF'));
      if (changed.size + added.length === 0) expect(now).toBe(content);
    }),
    runs(150),
  );
});
