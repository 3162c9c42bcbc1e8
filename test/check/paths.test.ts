// Ways through compiling, which must make the same of every file: the fast one reads records in place, the slow one by
// JSON.parse; of a file that changed, what stands in it as before is taken from the shard that it was in, time after time.
// How texts are escaped changes nothing of what is published.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeFastPath } from '../../src/engine/compile/fast/fast-path.js';
import { makeCompiler } from '../../src/engine/compile/shard.js';
import { groupFiles, makeShards, type Shard } from '../../src/engine/compile/shards.js';
import { makePlan } from '../../src/engine/plan.js';
import { Pool } from '../../src/engine/pool/pool.js';
import { type CompiledShard, fragmentsName } from '../../src/engine/shard/format.js';
import { Store } from '../../src/engine/shard/store.js';
import { statSignature } from '../../src/files/disk/stat-signature.js';
import { ChunkHash } from '../../src/files/source/chunk-hash.js';
import { hashFile } from '../../src/files/source/data-file.js';
import { findFiles } from '../../src/files/source/files.js';
import { memo } from '../../src/model/memo.js';
import { portal as declared } from '../../src/portal/index.js';
import { generatePortal } from '../bench/generate.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { inFolder, seed } from '../oracle/publish.js';
import { Choices } from '../oracle/random.js';
import { COLLECTIONS } from '../oracle/types.js';
import { character, FRAME_HOSTS } from '../oracle/values.js';
import { times } from '../support/portal.js';
import { runs } from '../support/runs.js';
import { format } from '../support/tool.js';

const plan = makePlan(declared);
const WAYS = ['slow', 'fast', 'knowing'] as const;
type Way = (typeof WAYS)[number];

/** Compiles folders in each way, and compares all that was made. */
class Desk {
  /** What was made of a folder last, without the keys of its shards. */
  readonly made = new Map<string, unknown[]>();
  /** How many records the fast path was offered, and took. */
  readonly share = { offered: 0, taken: 0 };
  readonly #stores = new Map(WAYS.map((way) => [way, Store.open(undefined, () => {})]));
  readonly #compilers = new Map<string, (shard: Shard) => void>();
  readonly #shards = new Map<string, string>();

  async expectSame(data: string, withholdPersonal = false, chunkBytes = 300): Promise<void> {
    const { files } = findFiles(data, COLLECTIONS);
    const scope = `${data} ${withholdPersonal} ${chunkBytes}`;
    const hashes = {
      of: (paths: readonly { readonly path: string }[]) =>
        Promise.all(
          paths.map(async ({ path }) => {
            const stats = statSync(path);
            const hash = await hashFile(path, new ChunkHash(chunkBytes));
            const before = this.#shards.get(`${scope} ${path}`);
            return { bytes: stats.size, hashedAt: statSignature(stats), hash, before };
          }),
        ),
      put: ({ path }: { readonly path: string }, shard: string) =>
        void this.#shards.set(`${scope} ${path}`, shard),
    };
    const all = await makeShards(groupFiles(files), scope, hashes, new Pool(1));
    this.made.set(data, []);
    for (const shard of all) {
      const unknown = shard.files.map((file) => ({ ...file, before: undefined }));
      const [slow, ...others] = WAYS.map((way) => {
        const of = way === 'knowing' ? shard : { ...shard, files: unknown };
        return this.#compile(of, way, withholdPersonal, chunkBytes);
      });
      for (const other of others) {
        // Which tells the same as `toEqual`, in a tenth of its time.
        if (!isDeepStrictEqual(other, slow)) expect(other).toEqual(slow);
      }
      this.made.get(data)!.push(slow!.fragments);
    }
  }

  close(): void {
    for (const store of this.#stores.values()) store.close();
    // Were the fast path to take next to nothing, equal results would prove nothing.
    expect(this.share.taken / this.share.offered).toBeGreaterThan(0.1);
  }

  #compile(shard: Shard, way: Way, withholdPersonal: boolean, chunkBytes: number) {
    const store = this.#stores.get(way)!;
    const path: typeof makeFastPath = (...args) => {
      const fast = makeFastPath(...args);
      if (way === 'slow') return { ...fast, take: () => undefined };
      const take: typeof fast.take = (...record) => {
        const taken = fast.take(...record);
        this.share.offered++;
        if (taken) this.share.taken++;
        return taken;
      };
      return { ...fast, take };
    };
    const settings = { frames: FRAME_HOSTS, withholdPersonal };
    const make = () =>
      makeCompiler(
        plan.byName.get(shard.collection)!,
        settings,
        store,
        undefined,
        path,
        chunkBytes,
      );
    // A compiler leaves nothing to its next shard: the slow way has a new one for each.
    const kept = `${shard.collection} ${way} ${withholdPersonal} ${chunkBytes}`;
    if (!store.read(shard.key))
      (way === 'slow' ? make() : memo(this.#compilers, kept, make))(shard);
    const compiled = store.read(shard.key) as CompiledShard;
    const fragments = compiled.fragments.map((_, kind) =>
      readFileSync(store.path(fragmentsName(shard.key, kind)), 'utf8'),
    );
    return { ...compiled, fragments };
  }
}

// What may stand in the place of a value, as JSON or what looks like it: mostly what is wrong there, or written in an odd way.
const ODD_NUMBERS =
  `1e2 -0 0 -5 -1 007 1.0 10 2 3 12345678901234567890 9007199254740991 9007199254740993
  1e400 5e-324 1.00000000000000000001 0.99999999999999999999 2000000000000000000001e-21 "1" null`.split(
    /\s+/,
  );
const ODD_TEXTS =
  `null 1 "" "\\u0041" "\\ud83d" "\\/" "\\"" "\\n" "\\x" "<script>" "<b>x<br/>" "<p\\u0020x>"
  "<p&#10;onclick=\\"x\\">" "<\\/p>" "<!--" "2024-02-30T00:00:00+03:00"
  "2024-02-29T23:59:59.120-00:00" "2024-02-29T23:59:59.1234567890123456789+00:00" "2024-02-29" "tender"
  "\u2028" "\ufeff" "\u0085" "\u00e9" "\\ude00" "\\ud83d\\ude00" "\\ud83d\\ud83d" "\\ud83d\\n" "\\uD83D\\uDE00x"
  "\\u00" "\\u00g1" "\\u0430\\u0431" "\\u003cscript>" "<p>\\u0026nbsp;</p>" "R\\u0026D" "\\u000a" "\\u001f"`
    .split(/[ \n]+/)
    .concat('"  "', '"<p> &nbsp;</p>"', '"R&D"', '"&laquo;&amp"', '"<p>a < b</p>"', '"«"', '"\\n"')
    .concat('"<p style=\\"color:red\\">"', '"<p style=\\"top:0\\">"', '"<p style\\u003dtop:0>"')
    .concat(
      '"<a href=\\"https://a.b/\\">"',
      '"a\nb"',
      '"\u0001"',
      '"00000\u000100000"',
      '"\u007f"',
      '"\0"',
      '"\t"',
    );
const ODD_OTHERS = `null true false tru NaN [] {} [1,] [[]] [1] [2,1] [{"a":1}] [{"id":1}] {"id":1} [1,1]`;
const ODD = [...ODD_NUMBERS, ...ODD_TEXTS, ...ODD_OTHERS.split(' ')];
const ODD_TOKENS = [...', : ] } [ {'.split(' '), ' ', '\t', '\r\n', '\u00a0', '\0', 'é', '"'];
const ODD_BYTES = ['', '\xff', '\x80', '\xed\xa0\x80', '\xc0\xaf'];

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[{}[\],:]/g;
const MEMBER = /("\w+"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d+|true|false|null|\[\s*\]|\{\s*\})/g;

/** A text with something wrong or odd at some place; text and result have a character for each byte. */
function spoilt(text: string, at: Choices): string {
  const latin1 = (odd: string) => Buffer.from(odd).toString('latin1');
  const instead = (from: number, to: number, by: string) =>
    text.slice(0, from) + by + text.slice(to);
  const members = [...text.matchAll(MEMBER)];
  if (members.length > 0 && !at.once(4)) {
    const { index, 0: whole, 1: key = '', 2: value = '' } = at.of(members);
    const end = index + whole.length;
    const alike = /^[-\d]/.test(value) ? ODD_NUMBERS : value.startsWith('"') ? ODD_TEXTS : ODD;
    const odd = latin1(at.of(at.once(4) ? ODD : alike));
    switch (at.below(9)) {
      case 0:
        return instead(end, end, `,${whole}`); // a key that is there twice
      case 1:
        return instead(end, end, `,${key}${odd}`);
      case 2:
        return instead(index, end, `${at.of(['"id"', '"nobody"', '"$schema"'])}:${value}`);
      case 3:
        return instead(index, end, `"$schema":"x",${whole}`);
      case 4: // a key that is not there any more
        return text.slice(0, index) + text.slice(end).replace(/^\s*,/, '');
      case 5: {
        const next = new RegExp(`(\\s*,\\s*)${MEMBER.source}`, 'y');
        next.lastIndex = end;
        const [both = '', comma = ''] = next.exec(text) ?? [];
        return instead(index, end + both.length, both.slice(comma.length) + comma + whole);
      }
      default:
        return instead(index, end, key + odd);
    }
  }
  const place = at.below(text.length + 1);
  const tokens = [...text.matchAll(TOKEN)];
  const token = tokens.length === 0 ? undefined : at.of(tokens);
  const end = token ? token.index + token[0].length : place;
  switch (at.below(6)) {
    case 0:
      return text.slice(0, place);
    case 1:
      return `\xef\xbb\xbf${text}`;
    case 2:
      return instead(place, place + 1, at.of(ODD_BYTES));
    case 3:
      return instead(token?.index ?? place, end, at.once(2) ? '' : latin1(at.of(ODD)));
    default:
      return instead(end, end, latin1(at.of(ODD_TOKENS)));
  }
}

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

it('any files, spoilt and edited time after time', async () => {
  const desk = new Desk();
  const chunks = fc.constantFrom(1, 300, 3000);
  await fc.assert(
    fc.asyncProperty(
      ...[portals, seed, seed, fc.boolean(), chunks],
      async (portal, layout, how, withholds, chunkBytes) => {
        await inFolder(async (cwd) => {
          const data = join(cwd, 'data');
          const at = new Choices(how);
          // Of the random portals few records give all fields, of the others all do.
          if (at.once(2)) generatePortal(data, 40);
          else writeFiles(data, layOut(portal, layout));
          if (at.once(2)) await format({ cwd });
          await desk.expectSame(data, withholds, chunkBytes);
          const first = findFiles(data, COLLECTIONS).files.map(
            ({ path }) => [path, readFileSync(path, 'latin1')] as const,
          );
          for (let round = 0; round < 5; round++) {
            for (const [path, text] of first) {
              if (at.once(3)) continue;
              // A file with more than a few faults has no records left.
              let next = at.once(2) ? readFileSync(path, 'latin1') : text;
              for (let times = at.below(3); times > 0; times--) {
                next = at.once(2) ? spoilt(next, at) : edited(next, at);
              }
              writeFileSync(path, next, 'latin1');
            }
            await desk.expectSame(data, withholds, chunkBytes);
          }
        });
      },
    ),
    runs(2),
  );
  desk.close();
});

it('comments that move in their file, and differ in the last digits of their instants', async () => {
  const desk = new Desk();
  await inFolder(async (cwd) => {
    const all = times(
      40,
      (i) =>
        `{"id":${i},"post":5,"created":"2026-03-05T10:12:44.12345678901234567${100 + i}+03:00"}`,
    );
    for (const first of [1, 0]) {
      writeFiles(cwd, new Map([['comments.ndjson', all.slice(first).join('\n')]]));
      await desk.expectSame(cwd);
    }
  });
  desk.close();
});

/** The JSON of a text, each character as it stands or escaped in one of the ways that JSON allows. */
function escapedJson(text: string, at: Choices): string {
  const short: Readonly<Record<string, string>> = {
    '"': '\\"',
    '\\': '\\\\',
    '/': '\\/',
    '\b': '\\b',
    '\f': '\\f',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
  };
  const ofUnit = (shard: string) => {
    const digits = shard.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${at.once(2) ? digits : digits.toUpperCase()}`;
  };
  const characters = [...text].map((character) => {
    const own = short[character];
    if (own !== undefined && at.once(2)) return own;
    const mustBe = character < ' ' || character === '"' || character === '\\';
    return mustBe || at.once(2) ? character.split('').map(ofUnit).join('') : character;
  });
  return `"${characters.join('')}"`;
}

it('any text, however it is escaped', async () => {
  // A text of blanks goes the slow path, and so does one with U+0000, of which check warns.
  const text = fc.array(character).map((end) => `a${end.join('').replaceAll('\0', '')}`);
  const desk = new Desk();
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), seed, async (texts, how) => {
      await inFolder(async (cwd) => {
        const at = new Choices(how);
        const write = (folder: string, json: (text: string) => string) => {
          const records = texts.map((name, i) => `{"id":${i + 1},"name":${json(name)}}`);
          writeFiles(join(cwd, folder), new Map([['regions.json', `[${records}]`]]));
          return join(cwd, folder);
        };
        const raw = write('raw', (text) => JSON.stringify(text));
        const escaped = write('escaped', (text) => escapedJson(text, at));
        for (const folder of [raw, escaped]) await desk.expectSame(folder);
        const [plain, other] = [raw, escaped].map((folder) => desk.made.get(folder));
        expect(other).toEqual(plain);
      });
    }),
    runs(10),
  );
  desk.close();
});
