// How lists are cut into pages, and what the bytes of pages, and their keys, are made of: records by hand.
import { hash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Derivation } from '../../src/engine/link/derive.js';
import { indexOf, NO_ROW, Records } from '../../src/engine/link/records.js';
import type { Table } from '../../src/engine/link/table.js';
import { Fragments } from '../../src/engine/shard/fragments.js';
import { Assembler, type KnownSegment } from '../../src/engine/write/assemble.js';
import { endsOf, isMuchWork, pageQueue, writePart } from '../../src/engine/write/deal.js';
import type { KnownFile } from '../../src/engine/write/directory-scan.js';
import {
  FileMaker,
  type Made,
  type MadeFile,
  type Workplace,
} from '../../src/engine/write/make.js';
import { type FileThere, newFile } from '../../src/engine/write/new-file.js';
import { PageKeys } from '../../src/engine/write/page-keys.js';
import { cutPages, orderRows, type PagePlan } from '../../src/engine/write/pages.js';
import type { Source } from '../../src/engine/write/templates.js';
import type { Endpoint, OrderKey, Paging } from '../../src/model/endpoint.js';
import { openFiles, temporaryFolder } from '../support/folders.js';
import { times } from '../support/portal.js';
import { filesOf } from '../support/tree.js';
import { byHand, numbers, pagesOf, plain } from './by-hand.js';

const settings = (size: number) =>
  ({ baseUrl: 'https://api.example', links: 'path', pageSize: () => size }) as const;

/** The pages of a list of so many records: the file, the rows, and where its links lead. */
function cut(paging: Paging, length: number, size = 2) {
  const endpoint: Endpoint = { name: 'region', paging };
  return cutPages(endpoint, numbers(length), undefined, settings(size)).map((page) => {
    const { file, rows, head, separator, tail, isHead } = page;
    const from = (link: string) =>
      new RegExp(`"${link}":(?:null|"https://api.example/api/region/([^"]*)")`).exec(head)?.[1] ??
      '-';
    return [
      ...[file.replace(/^api\/region\/|index\.json$/g, ''), [...rows].join()],
      ...[from('previous'), from('next'), isHead, /"count":(\d+)/.exec(head)?.[1] ?? '-'],
      `${separator} ${tail}`,
    ];
  });
}

describe('a list is cut into pages', () => {
  it('by number', () => {
    expect(cut({ style: 'page-number' }, 5)).toEqual([
      ['', '0,1', '-', 'page/2/?page=2', true, '5', ', ]}'],
      ['page/2/', '2,3', '', 'page/3/?page=3', false, '5', ', ]}'],
      ['page/3/', '4', 'page/2/?page=2', '-', false, '5', ', ]}'],
    ]);
    expect(cut({ style: 'page-number' }, 4).map(([, rows]) => rows)).toEqual(['0,1', '2,3']);
    expect(cut({ style: 'page-number' }, 0)).toEqual([['', '', '-', '-', true, '0', ', ]}']]);
  });

  it('by cursors that a page keeps when newer records come', () => {
    expect(cut({ style: 'cursor', newest: 'first' }, 7)).toEqual([
      ['', '0,1,2', '-', 'cursor/2/?cursor=2', true, '-', ', ]}'],
      ['cursor/2/', '3,4', '', 'cursor/1/?cursor=1', false, '-', ', ]}'],
      ['cursor/1/', '5,6', 'cursor/2/?cursor=2', '-', false, '-', ', ]}'],
    ]);
    expect(cut({ style: 'cursor', newest: 'last', count: true }, 7)).toEqual([
      ['', '0,1', '-', 'cursor/2/?cursor=2', true, '7', ', ]}'],
      ['cursor/2/', '2,3', '', 'cursor/3/?cursor=3', false, '7', ', ]}'],
      ['cursor/3/', '4,5,6', 'cursor/2/?cursor=2', '-', false, '7', ', ]}'],
    ]);
    const rows = (length: number) =>
      cut({ style: 'cursor', newest: 'first' }, length).map(([, own]) => own);
    expect([rows(0), rows(1), rows(3), rows(4)]).toEqual([[''], ['0'], ['0,1,2'], ['0,1', '2,3']]);
  });

  it('or into one', () => {
    const one = (style: 'array' | 'lines' | 'record', length: number) => cut({ style }, length);
    expect(one('array', 3)).toEqual([['', '0,1,2', '-', '-', true, '-', ', ]']]);
    expect(one('record', 1)).toEqual([['', '0', '-', '-', true, '-', ' ']]);
    expect(one('lines', 3)).toEqual([['', '0,1,2', '-', '-', false, '-', '\n \n']]);
    expect(one('lines', 0)).toEqual([['', '', '-', '-', false, '-', '\n ']]);
  });

  it('which know their shape, and begin with a record where nothing stands around them', () => {
    const records = { collection: 'regions', shape: 'brief', order: [] };
    const page = (style: 'array' | 'lines', own?: typeof records) =>
      cutPages(
        { name: 'region', paging: { style }, ...(own && { records: own }) },
        numbers(1),
        undefined,
        settings(2),
      )[0]!;
    expect([page('array', records).shape, page('array').shape]).toEqual(['brief', '']);
    expect(page('lines').head).toBe('');
  });

  it('of which those of a feed have a record each, the newest ones alone', () => {
    const words = { title: '', id: '', published: '' } as never;
    const pages = cut({ style: 'feed', list: 'region', format: 'atom', words }, 60);
    expect(pages).toEqual(times(50, (n) => ['', `${n - 1}`, '-', '-', false, '-', ' ']));
  });
});

it('a list is in the order of its keys, each where those before it are the same', () => {
  const instants = { fraction: new Float64Array(4), rest: new Map() };
  const table = {
    ...{ name: 'region', rows: 4, plan: { instants: ['created'] } },
    collated: () => ['ё', 'е', 'ж', 'е'],
  } as unknown as Table;
  const derivation = {
    numbers: (_: Table, field: string) =>
      Float64Array.from(field === 'id' ? [4, 3, 2, 1] : [7, 7, 7, 8]),
    instants: () => ({ ...instants, seconds: Float64Array.of(2, 1, 2, 1) }),
  } as unknown as Derivation;
  const order = (...keys: OrderKey[]) => [...orderRows(table, keys, derivation)];
  const id = { field: 'id' };
  expect(order(id)).toEqual([3, 2, 1, 0]);
  expect(order({ ...id, descending: true })).toEqual([0, 1, 2, 3]);
  expect(order({ field: 'level' }, id)).toEqual([2, 1, 0, 3]);
  expect(order({ field: 'created' }, id)).toEqual([3, 1, 2, 0]);
  expect(order({ field: 'created', descending: true }, id)).toEqual([2, 0, 3, 1]);
  expect(order({ field: 'name', collated: 'ru' }, id)).toEqual([3, 1, 0, 2]);
});

describe('pages are taken', () => {
  it('some at a time, until there are enough of them, or of their rows', () => {
    expect(endsOf(pagesOf(1, 1, 1, 1, 1), { pages: 2, rows: 100 })).toEqual([2, 4, 5]);
    expect(endsOf(pagesOf(9, 1, 1, 8, 2, 0), { pages: 9, rows: 10 })).toEqual([2, 5, 6]);
    expect(endsOf(pagesOf(30, 30), { pages: 9, rows: 10 })).toEqual([1, 2]);
    expect(endsOf([], { pages: 9, rows: 10 })).toEqual([]);
  });

  it('the longest first, with what is known of their files', () => {
    const known = (name: string): KnownFile => ({ key: name, hash: '', bytes: 0, signature: '' });
    const names = [
      'api/0/index.json',
      'api/0/index.json.gz',
      'api/0/index.json.br',
      'api/9/index.json',
    ];
    const workplace: Workplace = {
      ...{ root: '/r', stage: '/s', compress: ['gzip'] },
      known: new Map(names.map((name) => [name, known(name)])),
    };
    const queue = pageQueue([], pagesOf(1, 500, 3), workplace, 7);
    expect(queue.pages.map(({ rows }) => rows.length)).toEqual([500, 3, 1]);
    expect(queue).toMatchObject({ ends: [1, 3], count: 2, kept: 7 });
    expect([...queue.workplace.known.keys()]).toEqual(names.slice(0, 2));
    expect(endsOf(pagesOf(...times(40, () => 1)), { pages: 16, rows: 500 })).toEqual([16, 32, 40]);
  });

  it('by several threads where records are many, or compressed', () => {
    expect([49_999, 50_000].map((records) => isMuchWork(records, []))).toEqual([false, true]);
    expect([4999, 5000].map((records) => isMuchWork(records, ['gzip']))).toEqual([false, true]);
  });
});

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

/** Records of a table by hand, in a file. */
function tableOf(name: string, ...records: Parameters<typeof byHand>) {
  const { bytes, table } = byHand(...records);
  const path = join(cwd, name);
  writeFileSync(path, bytes);
  return table(name, { number: count++, path, sums: undefined });
}
let count = 0;

/** A page of these rows, its bytes and its key. */
function made(tables: readonly ReturnType<typeof tableOf>[], page: Partial<PagePlan>) {
  const fragments = new Fragments(1 << 20);
  const records = tables.map((table) => new Records(table, fragments));
  const whole = { ...pagesOf(0)[0]!, template: plain(0), ...page };
  const { key, segments } = new PageKeys(records).keyOf(whole);
  const told: KnownSegment[] = [];
  const blocks = new Assembler(records).blocks(whole, segments, undefined, (one) => told.push(one));
  const parts = Array.from(blocks, ({ bytes, isLast }) => ({ text: `${bytes}`, isLast }));
  fragments.close();
  return { key, segments, told, text: parts.map(({ text }) => text).join(''), parts };
}

describe('the bytes of a page', () => {
  it('are those of its records, and of what fills their holes', () => {
    const regions = tableOf('regions', [['{"id":7}'], ['{"id":8}']]);
    const posts = tableOf(
      'posts',
      [
        ['{"level":,"region":,"tags":[,]}', [9, 0], [19, 1], [28, 2, 8], [29, 2, 7]],
        ['{}'],
        ['{"level":}', [9, 0]],
      ],
      [
        [0, 8],
        [0, 7],
      ],
    );
    const sources: Source[] = [
      { kind: 'number', numbers: Float64Array.of(3, 4, 5) },
      { kind: 'row', rows: Int32Array.of(1, 0, 0), templates: [plain(1)], which: undefined },
      { kind: 'inner', inner: 0, index: indexOf(Float64Array.of(7, 8)), template: plain(1) },
    ];
    const page = { template: plain(0, sources), rows: Uint32Array.of(0, 2, 1) };
    expect(made([posts, regions], page).text).toBe(
      '[0{"level":3,"region":{"id":8},"tags":[{"id":8},{"id":7}]},{"level":5},{}]',
    );
    const missing: Source[] = [
      sources[0]!,
      { ...sources[1]!, rows: Int32Array.of(NO_ROW) } as Source,
    ];
    expect(() => made([posts, regions], { ...page, template: plain(0, missing) })).toThrow(
      'a record of regions is wanted that is not there',
    );
  });

  it('come from one of several templates', () => {
    const own = tableOf('posts', [
      ['[]', [1, 0]],
      ['[]', [1, 0]],
    ]);
    const others = ['a', 'b'].map((name) => tableOf(name, [[`"${name}"`]]));
    const source: Source = {
      ...{ kind: 'row', rows: Int32Array.of(0, 0), which: Uint8Array.of(1, 0) },
      templates: [plain(1), plain(2)],
    };
    const { text } = made([own, ...others], { template: plain(0, [source]), rows: numbers(2) });
    expect(text).toBe('[0["b"],["a"]]');
  });

  it('are passed on in blocks, and long records are whole', () => {
    const long = 'Д'.repeat(200_000); // of more than one block of fragments
    const rows = times(4, (id) => [`{"id":${id},"t":"${long}","n":}`, [400_019, 0]] as const);
    const sources: Source[] = [
      { kind: 'row', rows: new Int32Array(4), templates: [plain(1)], which: undefined },
    ];
    const table = tableOf(
      'posts',
      rows.map(([text, hole]) => [text, hole] as const),
    );
    const { parts, text } = made([table, tableOf('n', [['"n"']])], {
      template: plain(0, sources),
      rows: numbers(4),
    });
    expect(parts.map(({ isLast }) => isLast)).toEqual([false, true]);
    expect(parts[0]!.text.length).toBeGreaterThan(500_000);
    const whole = rows.map(([own]) => own.replace('"n":}', '"n":"n"}'));
    expect(text === `[0${whole.join()}]`).toBe(true); // a difference would be long
  });

  it('are whole where they come to the end of what there is room for at first', () => {
    const sources: Source[] = [{ kind: 'number', numbers: Float64Array.of(1_234_567) }];
    for (let length = (1 << 18) - 12; length < 1 << 18; length++) {
      const table = tableOf('posts', [['x'.repeat(length), [length, 0]]]);
      const { text } = made([table], { template: plain(0, sources), rows: numbers(1) });
      expect([length, text.slice(length)]).toEqual([length, 'xx1234567]']);
    }
  });

  it('are told of with their places, of one page after another', () => {
    const table = tableOf('posts', [['{"id":1}'], ['{"id":2}']]);
    const fragments = new Fragments(1 << 20);
    const records = [new Records(table, fragments)];
    const page = { ...pagesOf(0)[0]!, template: plain(0), rows: numbers(2) };
    const { segments } = new PageKeys(records).keyOf(page);
    const assembler = new Assembler(records);
    const [first, second] = times(2, () => {
      const told: KnownSegment[] = [];
      for (const _ of assembler.blocks(page, segments, undefined, (one) => told.push(one)));
      return told;
    });
    fragments.close();
    expect(first).toMatchObject([{ from: 2, to: 19 }]);
    expect(second).toEqual(first);
  });
});

describe('the key of a page', () => {
  const rows = [['{"id":1}'], ['{"id":2}'], ['{"id":3}']] as const;
  const keyOf = (page: Partial<PagePlan>, own: Parameters<typeof tableOf>[1] = rows) =>
    made([tableOf('a', own), tableOf('b', [['[1]'], ['[2]']])], { rows: numbers(2), ...page }).key;
  const withSource = (source: Source) => keyOf({ template: plain(0, [source]) });

  it('is the same for the same', () => {
    expect(keyOf({})).toMatch(/^[0-9a-f]{64}$/);
    for (const { key } of made([tableOf('a', rows)], { rows: numbers(2) }).segments)
      expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(keyOf({})).toBe(keyOf({}));
    expect(keyOf({ rows: Uint32Array.of(0) }, [rows[2]])).toBe(keyOf({ rows: Uint32Array.of(2) }));
    expect(made([], { rows: numbers(0), template: undefined }).segments).toEqual([]);
  });

  it('is another for anything that shows', () => {
    const row = (at: number, templates = [plain(1)], which?: number): Source => ({
      ...{ kind: 'row', rows: Int32Array.of(at, at), templates },
      which: which === undefined ? undefined : Uint8Array.of(which, which),
    });
    const keys = [
      keyOf({}),
      ...(['head', 'separator', 'tail', 'shape'] as const).map((name) => keyOf({ [name]: 'x' })),
      keyOf({ rows: Uint32Array.of(1, 0) }),
      keyOf({ rows: Uint32Array.of(0) }),
      keyOf({ rows: numbers(0) }),
      keyOf({}, [rows[0], ['{"id":9}']]),
      ...[1, 2, -1, 2 ** 32 + 1, 2 ** 40, 2 ** 40 + 1].map((n) =>
        withSource({ kind: 'number', numbers: Float64Array.of(0, n) }),
      ),
      ...[0, 1, NO_ROW].map((at) => withSource(row(at))),
      withSource(row(0, [{ ...plain(1), fragment: 1 }])),
      // Numbers before what is not there.
      ...[3, 4].map((n) =>
        keyOf({
          template: plain(0, [{ kind: 'number', numbers: Float64Array.of(0, n) }, row(NO_ROW)]),
        }),
      ),
      withSource(row(0, [plain(1), plain(0)], 1)),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    const inner = (...ids: number[]) =>
      made(
        [
          tableOf(
            'a',
            rows,
            ids.map((id) => [0, id]),
          ),
          tableOf('b', rows),
        ],
        {
          rows: numbers(2),
          template: plain(0, [
            {
              kind: 'inner',
              inner: 0,
              index: indexOf(Float64Array.of(7, 8, 9)),
              template: plain(1),
            },
          ]),
        },
      ).key;
    const some = [inner(), inner(7), inner(8), inner(7, 8), inner(8, 7), inner(5), inner(5, 5)];
    expect(new Set(some).size).toBe(some.length);
  });

  it('is of as many records as there are', () => {
    const many = times(6000, (id) => [`{"id":${id}}`] as const);
    const all = Uint32Array.from({ length: 999 }, () => 5);
    const table = tableOf('a', many);
    const sources: Source[] = times(10, () => ({
      kind: 'number',
      numbers: new Float64Array(6000),
    }));
    const long = (rows: Uint32Array) => made([table], { rows, template: plain(0, sources) });
    const { segments, key } = long(all);
    expect(segments).toHaveLength(1);
    for (const at of [0, ...times(9, (n) => 650 + n), 998]) {
      const other = all.slice();
      other[at] = 6;
      expect(long(other).key, `${at}`).not.toBe(key);
    }
  });
});

describe('a long page', () => {
  const texts = (n: number) => times(n, (id) => [`{"id":${id},"name":"Область"}`] as const);

  it('has segments that stay where they are when others change', () => {
    const before = made([tableOf('a', texts(2000))], { rows: numbers(2000) });
    const { segments, told, text } = before;
    expect(segments.length).toBeGreaterThan(5);
    expect(segments.length).toBeLessThan(60);
    segments.forEach(({ start, end, key }, i) => {
      expect(start).toBe(segments[i - 1]?.end ?? 0);
      expect(end).toBeGreaterThan(start);
      expect(told[i]!.key).toBe(key);
      const own = texts(2000).slice(start, end).join();
      expect(Buffer.from(text).subarray(told[i]!.from, told[i]!.to).toString()).toBe(own);
    });
    expect(segments.at(-1)!.end).toBe(2000);
    const others = new Set(
      made([tableOf('a', [['{"id":0}'], ...texts(2000)])], { rows: numbers(2001) }).segments.map(
        ({ key }) => key,
      ),
    );
    expect(segments.filter(({ key }) => !others.has(key))).toHaveLength(1);
    const short = made([tableOf('a', texts(999))], { rows: numbers(999) });
    expect(short.segments).toHaveLength(1);
    expect(
      made([tableOf('a', texts(1000))], { rows: numbers(1000) }).segments.length,
    ).toBeGreaterThan(1);
  });

  /** Publishes a page of these records over what is there; what it was asked to read, and its segments. */
  async function publish(
    rows: readonly (readonly [string])[],
    known: ReadonlyMap<string, KnownFile>,
    meanwhile: () => void = () => {},
  ): Promise<{ file: MadeFile; assembled: number; text: string }> {
    const root = join(cwd, 'dist');
    const open = openFiles();
    const table = tableOf('a', rows);
    const fragments = new Fragments(1 << 20);
    const records = new Records(table, fragments);
    const page = { ...pagesOf(rows.length)[0]!, template: plain(0), file: 'page' };
    const { key, segments } = new PageKeys([records]).keyOf(page);
    rmSync(join(cwd, 'stage'), { recursive: true, force: true });
    const maker = new FileMaker({ root, stage: join(cwd, 'stage'), compress: [], known });
    let assembled = 0;
    try {
      const [file] = await maker.make({
        ...{ name: 'page', role: 'page', key, withSiblings: true },
        *blocks(old, told) {
          for (const { key, start, end } of segments) if (!old?.find(key)) assembled += end - start;
          for (const block of new Assembler([records]).blocks(page, segments, old, told)) {
            meanwhile();
            yield block;
          }
        },
      });
      return {
        file: file as MadeFile,
        assembled,
        text: readFileSync(join(cwd, 'stage/page'), 'utf8'),
      };
    } finally {
      await maker.finish();
      fragments.close();
      expect(openFiles()).toEqual(open);
    }
  }

  /** What is left of a page that was published. */
  async function left(rows: readonly (readonly [string])[]) {
    const { file, text } = await publish(rows, new Map());
    const path = join(cwd, 'dist/page');
    rmSync(join(cwd, 'dist'), { recursive: true, force: true });
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(cwd, 'dist'));
    writeFileSync(path, text);
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    const { key, hash, bytes, segments } = file;
    const signature = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    const known: KnownFile = { key, hash, bytes, signature, ...(segments && { segments }) };
    return { path, known: new Map([['page', known]]) };
  }

  it('is mostly copied from the one that is there', async () => {
    const { known } = await left(texts(2000));
    const now = [['{"id":0}'] as const, ...texts(2000)];
    const { text, assembled, file } = await publish(now, known);
    expect(text).toBe(`[0${now.join()}]`);
    expect([file.isNew, file.phase, file.bytes]).toEqual([true, 1, Buffer.byteLength(text)]);
    expect(file.hash).toBe(hash('sha256', text, 'hex'));
    expect(assembled).toBeGreaterThan(0);
    expect(assembled).toBeLessThan(1000);
  });

  it('of more than a block is copied, too', async () => {
    const wide = times(3000, (id) => [`{"id":${id},"name":"${'о'.repeat(300)}"}`] as const);
    const { known } = await left(wide);
    const now = [...wide, ['{"id":0}'] as const];
    const { text, assembled } = await publish(now, known);
    expect(text).toBe(`[0${now.join()}]`);
    expect(assembled).toBeLessThan(1500);
  });

  it('is made anew where it was not left so, or is short', async () => {
    const { known, path } = await left(texts(2000));
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Область', 'Oблaсть'));
    const now = [['{"id":0}'] as const, ...texts(2000)];
    const { text, assembled } = await publish(now, known);
    expect([assembled, text]).toEqual([2001, `[0${now.join()}]`]);
    const short = await left(texts(500));
    expect(short.known.get('page')).not.toHaveProperty('segments');
    expect((await publish(now.slice(0, 500), short.known)).assembled).toBe(500);
  });

  it('is not put together from a file that changes meanwhile', async () => {
    const { known, path } = await left(texts(2000));
    const now = [['{"id":0}'] as const, ...texts(2000)];
    const changed = publish(now, known, () => writeFileSync(path, `${' '.repeat(200_000)}`));
    await expect(changed).rejects.toThrow('page changed while it was copied');
    const again = await left(texts(2000));
    writeFileSync(again.path, '');
    const [file] = again.known.values();
    const { ino, size, mtimeMs, ctimeMs } = statSync(again.path);
    const cutOff = { ...file!, signature: `${ino} ${size} ${mtimeMs} ${ctimeMs}` };
    const short = publish(now, new Map([['page', cutOff]]));
    await expect(short).rejects.toThrow('page changed while it was copied');
  });
});

describe.each([
  ['small', ['{"count":3}']],
  ['large', ['{"count":', '3', '}']],
])('a new file that is %s', (_, parts) => {
  const text = parts.join('');
  /** It is made in the stage; unless it is told otherwise, what was there is not known. */
  const make = async (old?: Pick<FileThere, 'path' | 'size' | 'known'>) => {
    const blocks = parts.map((part, i) => ({
      bytes: Buffer.from(part),
      isLast: i === parts.length - 1,
    }));
    const open = openFiles();
    const closing: Promise<void>[] = [];
    const staged = join(cwd, 'stage/api/page');
    const there = old && { ...old, signature: '' };
    try {
      return await newFile(staged, there, blocks.values(), closing);
    } finally {
      await Promise.all(closing);
      expect(openFiles()).toEqual(open);
    }
  };
  const there = (bytes: string, known?: string) => {
    const path = join(cwd, 'there');
    writeFileSync(path, bytes);
    const own = known === undefined ? undefined : { key: '', hash: known, bytes: 0, signature: '' };
    return { path, size: bytes.length, known: own };
  };
  const whole = { hash: hash('sha256', text, 'hex'), bytes: text.length };
  const staged = () => filesOf(cwd).filter((name) => name.startsWith('stage/'));

  it('waits in the stage where none was, or other bytes were', async () => {
    expect(await make()).toEqual({ ...whole, isNew: true });
    expect(readFileSync(join(cwd, 'stage/api/page'), 'utf8')).toBe(text);
    for (const other of ['', text.replace('3', '4')]) {
      rmSync(join(cwd, 'stage'), { recursive: true });
      expect(await make(there(other))).toEqual({ ...whole, isNew: true });
      expect(readFileSync(join(cwd, 'stage/api/page'), 'utf8')).toBe(text);
    }
  });

  it('does not where the same is there, by its bytes or by what is known of them', async () => {
    expect(await make(there(text))).toEqual({ ...whole, isNew: false });
    expect(staged()).toEqual([]);
    expect(await make(there(' '.repeat(text.length), whole.hash))).toMatchObject({ isNew: false });
    expect(staged()).toEqual([]);
    expect(await make(there(text, 'another'))).toMatchObject({ isNew: true });
  });

  it('takes the place of none that waits there', async () => {
    await make();
    await expect(make()).rejects.toThrow(join(cwd, 'stage/api/page'));
  });
});

it('a file that cannot be made says which, also where the system does not', async () => {
  const full = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const made = newFile(join(cwd, 'page'), undefined, { next: full }, []);
  await expect(made).rejects.toMatchObject({ code: 'ENOSPC', path: join(cwd, 'page') });
});

it('a thread makes the pages that are left to take, and says so', async () => {
  const table = tableOf(
    'a',
    times(30, (id) => [`{"id":${id}}`] as const),
  );
  const pages = times(20, (n) => ({
    ...pagesOf(n)[0]!,
    ...{ file: `api/${n}/index.json`, isHead: n === 1, template: plain(0) },
  }));
  const long = { ...pages[0]!, file: 'long', tail: `]${' '.repeat(1024)}` };
  const workplace: Workplace = {
    ...{ root: join(cwd, 'dist'), stage: join(cwd, 'stage'), known: new Map() },
    compress: ['gzip'],
  };
  const queue = pageQueue([table], [...pages, long], workplace, 1 << 20);
  const said: (readonly Made[])[] = [];
  const counts: number[] = [];
  const ends: Promise<void>[] = [];
  const say = (one: { files: readonly Made[]; pages: number }) => {
    said.push(one.files);
    counts.push(one.pages);
  };
  const open = openFiles();
  for (let thread = 0; thread < 2; thread++)
    await writePart(queue, say, (end) => void ends.push(end));
  await Promise.all(ends);
  expect(openFiles()).toEqual(open);
  expect(counts).toEqual([16, 5]);
  const files = said.flat() as MadeFile[];
  expect(files).toHaveLength(22);
  for (const page of pages) {
    const text = `[0${times(page.rows.length, (id) => `{"id":${id}}`).join()}]`;
    expect(readFileSync(join(cwd, 'stage', page.file), 'utf8')).toBe(text);
    const file = files.find(({ name }) => name === page.file)!;
    expect([file.phase, file.hash]).toEqual([page.isHead ? 2 : 0, hash('sha256', text, 'hex')]);
  }
  expect(gunzipSync(readFileSync(join(cwd, 'stage/long.gz'))).toString()).toBe(
    readFileSync(join(cwd, 'stage/long'), 'utf8'),
  );
});
