// Changes that need no test: what writes pages.
import {
  type Accepted,
  IN_THREADS,
  NARROWS,
  SPARES_TIME,
  TAKES_A_FILE,
  TAKES_MEMORY,
  THAT_INSTANT,
} from './reasons.js';

const NO_HASH = 'what is not there has words that no hash has in any case';

export const write: Accepted = {
  'engine/write/assemble.ts': {
    '\'\' → "Stryker was here!"': 'nobody is told that this record was made',
    'out.isFull → true': SPARES_TIME,
    'out.isFull → false': TAKES_MEMORY,
    'BLOCK / 4 → BLOCK * 4': TAKES_MEMORY,
    'this.#end >= BLOCK → this.#end > BLOCK': TAKES_MEMORY,
    'end - start → end + start': TAKES_MEMORY,
    '!isCopy → true': SPARES_TIME,
  },
  'engine/write/make.ts': {
    '[] → ["Stryker was here"] in: readonly #closing: Promise<void>[] = [];':
      'what is no promise is done',
    'from < bytes → from <= bytes': 'nothing is asked for after the last block',
    'old?.known?.key === key → false in: const kept = old?.known?.key === key ? { … e } : undefined;':
      SPARES_TIME,
    'old?.known?.key === key → false in: if (old?.known?.key === key) return name;': SPARES_TIME,
    'packed?.packs → packed.packs': 'what has a file in a pack has packs',
    'file.#isSame() → true': THAT_INSTANT,
  },
  'engine/write/packs.ts': {
    '/\\.\\d+$/ → /\\.\\d+/': 'no other dot is in that name',
    '/\\.\\d+$/ → /\\.\\d$/': 'a shard has less than ten files',
    '(sum, { rows }) => sum + rows.length → () => undefined in: missing.flatMap(({ pages }) => pages).re … rows.length, 0),':
      IN_THREADS,
    'sum + rows.length → sum - rows.length in: missing.flatMap(({ pages }) => pages).re … rows.length, 0),':
      IN_THREADS,
    '{ await pool.close(); } → {}': 'threads end with the process',
    'found !== undefined → false': SPARES_TIME,
    'sum + offsets.at(-1)! - offsets[0]! → sum + offsets.at(-1)! + offsets[0]!':
      'what comes first is at 0',
    'a.name < b.name → a.name <= b.name': 'names differ',
    "{ id: '', bundles: 0 } → {}": 'of no plan there are no bundles',
    "'' → \"Stryker was here!\" in: const { id, bundles } = (await headIn(st … ', bundles: 0 };":
      'of no plan there are no bundles',
    "source.kind === 'number' → false": 'no template fills in a number',
    '\'number\' → ""': 'no template fills in a number',
    '\'stage\' → ""': 'only names a folder',
    '\'nothing\' → ""': 'only names a folder',
    'KEPT / pool.size(isMuch) → KEPT * pool.size(isMuch)': TAKES_MEMORY,
    '[] → ["Stryker was here"] in: const ends: Promise<void>[] = [];': 'what is no promise is done',
    '[] → ["Stryker was here"] in: const packs: Packed[\'packs\'][number][] = [];':
      'what is no promise is done',
    '\'write\' → ""': IN_THREADS,
    '(end) => void ends.push(end) → () => undefined': IN_THREADS,
  },
  'engine/write/templates.ts': {
    'fragments.length + taken.indexOf(field) → fragments.length - taken.indexOf(field)':
      'of no collection of ours are two texts taken',
    '[] → ["Stryker was here"] in: sources: [],': 'a text has no holes',
    'known → false': SPARES_TIME,
  },
  'engine/write/files.ts': {
    'lists.filter(({ endpoint }) => !hasPages(endpoint)) → lists': SPARES_TIME,
    'feeds.length > 0 → true': SPARES_TIME,
    'feeds.length > 0 → feeds.length >= 0': SPARES_TIME,
    'sum + (records ? derivation.tables.get(r … tion)!.rows : 0) → sum - (records ? derivation.tables.get(r … tion)!.rows : 0)':
      IN_THREADS,
    "'write' → \"\" in: await pool.prepare('write', isMuch);": IN_THREADS,
    "'write' → \"\" in: await begin('write', queue, isMuch, heard);": IN_THREADS,
    '\'look\' → ""': IN_THREADS,
    "style === 'array' || style === 'lines' → true": SPARES_TIME,
    "style === 'array' || style === 'lines' → false": SPARES_TIME,
    "style === 'array' || style === 'lines' → style === 'array' && style === 'lines'": SPARES_TIME,
    "style === 'array' → false": SPARES_TIME,
    "style === 'array' → style !== 'array'": SPARES_TIME,
    "style === 'lines' → false": SPARES_TIME,
    "style === 'lines' → style !== 'lines'": SPARES_TIME,
    '\'array\' → ""': SPARES_TIME,
    '\'lines\' → ""': SPARES_TIME,
    "'lookup' in endpoint && endpoint.lookup → 'lookup' in endpoint || endpoint.lookup": NARROWS,
    "'lookup' in endpoint && endpoint.lookup → true": 'undefined means that there is none',
    'file === SNAPSHOT → true': 'files of digests come before it, being deeper',
    '\'head\' → ""': 'files of digests come before the heads, too, being deeper',
    'endpoints .filter(hasPages) → endpoints': 'only makes what a feed has as pages, for nothing',
    '{ return sum + (records ? derivation.tab … n)!.rows : 0); } → {}': IN_THREADS,
    "({ paging: { style } }: Endpoint) => sty … tyle === 'lines' → () => undefined": SPARES_TIME,
    '(changed: readonly string[]) => output.saw(changed) → () => undefined': SPARES_TIME,
    'KEPT / pool.size(isMuch) → KEPT * pool.size(isMuch)': TAKES_MEMORY,
    '[] → ["Stryker was here"]': 'what is no promise is done',
    '(end) => void ends.push(end) → () => undefined': IN_THREADS,
  },
  'engine/write/deal.ts': {
    '\'page\' → ""': 'any word but the other two means the same',
  },
  'engine/write/directory-scan.ts': {
    'folders.size > 0 → true': SPARES_TIME,
    'folders.size > 0 → folders.size >= 0': SPARES_TIME,
  },
  'engine/write/feeds.ts': {
    "paging.style !== 'feed' → false": NARROWS,
    '\'\' → "Stryker was here!"': 'nobody asks for the key of a segment of these',
  },
  'engine/write/lists.ts': {
    "'lookup' in endpoint && endpoint.lookup → 'lookup' in endpoint || endpoint.lookup": NARROWS,
    "'' → \"Stryker was here!\" in: const { collection = '', shape = '' } =  … t.records ?? {};":
      'no collection and no shape is called so',
  },
  'engine/write/new-file.ts': {
    'old → true': SPARES_TIME,
    'old → false': SPARES_TIME,
    "{ writeSync(fd, ' ', 0); ftruncateSync(fd); } → {}": SPARES_TIME,
    '\' \' → ""': SPARES_TIME,
    'done < length → done <= length': SPARES_TIME,
  },
  'engine/write/output.ts': {
    'a < b → a <= b': 'names differ',
    '\'.\' → ""': 'the folder itself goes in any case where it is empty',
  },
  'engine/write/page-keys.ts': {
    'row === NO_ROW → false': NO_HASH,
    '{ for (let i = 0; i < HASH_WORDS; i++) t … THING; return; } → {}': NO_HASH,
    'i < HASH_WORDS → i <= HASH_WORDS': NO_HASH,
    'this.#end + ROOM <= this.#notes.length → this.#end + ROOM < this.#notes.length': TAKES_MEMORY,
  },
  'engine/write/place.ts': {
    'a.name < b.name → a.name <= b.name': 'names differ',
    '!there?.isFile() || there.size < LARGE → true': SPARES_TIME,
    'there.size < LARGE → false': SPARES_TIME,
    'there.size < LARGE → there.size <= LARGE': SPARES_TIME,
    'there.size < LARGE → there.size >= LARGE': SPARES_TIME,
    '() => close(fd, () => {}) → () => undefined': TAKES_A_FILE,
    'last === undefined → false': SPARES_TIME,
    '{ force: true } → {}': THAT_INSTANT,
    "true → false in: if (extension !== '') rmSync(path, { force: true });": THAT_INSTANT,
  },
  'engine/write/stage.ts': {
    'this.inside !== undefined → true': THAT_INSTANT,
  },
};
