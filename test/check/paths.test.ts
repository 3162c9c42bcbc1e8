// Two paths lead through compiling, and must make the same of every file: the fast one reads records
// in place, the slow one by JSON.parse. Whatever the fast one does not take goes the slow one. How texts are
// escaped changes nothing of what is published.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { expect, it } from 'vitest';
import { makeCompiler } from '../../src/engine/compile/shard.js';
import { findFiles } from '../../src/files/source/files.js';
import { generatePortal } from '../bench/generate.js';
import { layOut, portal as portals, writeFiles } from '../oracle/portals.js';
import { inFolder, seed } from '../oracle/publish.js';
import { Choices } from '../oracle/random.js';
import { COLLECTIONS } from '../oracle/types.js';
import { FRAME_HOSTS } from '../oracle/values.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { runs } from '../support/runs.js';
import { format } from '../support/tool.js';
import { expectSame, madeOf, plan, Share, withUnits } from './both-paths.js';
import { ODD, ODD_NUMBERS, ODD_TEXTS } from './odd.js';

// Were the fast path to take next to nothing, two equal results would prove nothing. Random portals gave
// it 29 to 45 of 100 records, so a limit near that would fail by chance.
const LEAST_SHARE = 0.1;
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

it('any portal, however it is laid out', async () => {
  const share = new Share();
  await fc.assert(
    fc.asyncProperty(portals, seed, fc.boolean(), async (portal, layout, withholds) => {
      await inFolder(async (cwd) => {
        writeFiles(join(cwd, 'data'), layOut(portal, layout));
        await expectSame(join(cwd, 'data'), withholds, share);
        await format({ cwd });
        await expectSame(join(cwd, 'data'), withholds, share);
      });
    }),
    runs(2),
  );
  expect(share.ratio).toBeGreaterThan(LEAST_SHARE);
});

it('any portal whose files were spoilt', async () => {
  const share = new Share();
  await fc.assert(
    fc.asyncProperty(portals, seed, seed, fc.boolean(), async (portal, layout, how, withholds) => {
      await inFolder(async (cwd) => {
        const data = join(cwd, 'data');
        const at = new Choices(how);
        // Of the random portals few records give all fields, of the others all do.
        if (at.once(3)) generatePortal(data, 40);
        else writeFiles(data, layOut(portal, layout));
        if (at.once(2)) await format({ cwd });
        const { files } = findFiles(data, COLLECTIONS);
        const texts = files.map(({ path }) => [path, readFileSync(path, 'latin1')] as const);
        for (let round = 0; round < 4; round++) {
          for (const [path, text] of texts) {
            let next = text;
            for (let times = at.below(4); times > 0; times--) next = spoilt(next, at);
            writeFileSync(path, next, 'latin1');
          }
          await expectSame(data, withholds, share);
        }
      });
    }),
    runs(2),
  );
  expect(share.ratio).toBeGreaterThan(LEAST_SHARE);
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
  const text = fc.string({ unit: 'binary' }).map((end) => `a${end.replaceAll('\0', '')}`);
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
        const share = new Share();
        await expectSame(escaped, false, share);
        const settings = { frames: FRAME_HOSTS, withholdPersonal: false };
        await withUnits([raw, escaped], 2, ([shards, others], stores) => {
          const collection = plan.byName.get('regions')!;
          const [plain, other] = [shards![0]!, others![0]!].map((shard, i) => {
            makeCompiler(collection, settings, stores[i]!)(shard);
            return madeOf(shard, stores[i]!);
          });
          expect(other!.fragments).toEqual(plain!.fragments);
        });
      });
    }),
    runs(15),
  );
});

it('data as json.dumps of Python writes it goes the fast path', async () => {
  await inFolder(async (cwd) => {
    const data = join(cwd, 'data');
    generatePortal(data, 200);
    for (const { path } of findFiles(data, COLLECTIONS).files) {
      const text = readFileSync(path, 'utf8');
      const ascii = text.replaceAll(/[^\0-\x7f]/g, (shard) => {
        return `\\u${shard.charCodeAt(0).toString(16).padStart(4, '0')}`;
      });
      writeFileSync(path, ascii);
    }
    const share = new Share();
    await expectSame(data, false, share);
    expect(share.ratio).toBeGreaterThan(0.99);
  });
});

it('a shard leaves nothing to the next one of its compiler', async () => {
  const data = join(projectFolder, 'data');
  const long = join(temporaryFolder(), 'data');
  cpSync(data, long, { recursive: true });
  // Digits that columns have no room for are kept beside them.
  for (const path of fastGlob.sync('**/*.json', { cwd: long, absolute: true })) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/(T\d\d:\d\d:\d\d)(?:\.\d+)?/g, '$1.1234567890123456789'));
  }
  const settings = { frames: FRAME_HOSTS, withholdPersonal: false };
  let compared = 0;
  await withUnits([long, data], 2, ([others, shards], stores) => {
    for (const shard of shards!) {
      const other = others!.find(({ collection }) => collection === shard.collection)!;
      const [anew, again] = stores.map((store, i) => {
        const compile = makeCompiler(plan.byName.get(shard.collection)!, settings, store);
        if (i > 0) compile(other);
        compile(shard);
        return madeOf(shard, store);
      });
      expect(again).toEqual(anew);
      if (madeOf(other, stores[1]!).compiled.instants.some(({ rest }) => rest.size > 0)) compared++;
    }
  });
  expect(compared).toBeGreaterThan(3);
});
