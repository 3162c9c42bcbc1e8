// Mutants that may survive, each with its reason: by the file below `src/`, and by what `npm run mutate` calls them; or
// by what they change, whatever they make of it.

const SPARES_TIME = 'only spares time';
const NO_BASE =
  'differs only where an editor has removed what imports keep, but not the list of open conflicts';
const HAS_A_KIND = 'all files that are sent, or in a target, have a kind';
const NARROWS = 'tells the compiler alone: other kinds have no such member';
const TAKES_MEMORY = 'only takes more memory';
const OTHER_TURNS = 'gives others their turns at other times';
const OVERWRITTEN = 'is overwritten before it is read';
const IS_NUMBER = 'what is asked is a number, and has digits';
const ENDS_LATER = 'what begins at a byte ends later';
const NO_HASH = 'what is not there has words that no hash has in any case';
const NOT_DECLARED = 'only a portal that is declared wrongly comes here';
const NOTHING_THERE = 'before the first row, and behind the last one, is nothing';
const IDS_DIFFER = 'ids differ';
const IDS_ALONE = 'a summary shows ids alone: nobody asks what they name';
const HAS_OWNER = 'what it is in is always there';
const NO_LIST = 'no list has users: what it would be like is asked of nobody';
const IN_ORDER = 'the records of a file are in its order';
const NO_ID = 'no record has an id below 1';
const ONE_REFERENCE =
  'records of which others take what they took have one reference, which is embedded and always given';
const TAKES_A_FILE = 'leaves a file open until the process ends';
const IN_THREADS =
  'only for much work are there other threads, which live tests have (test/live/write)';
const IS_A_ZONE = 'what is asked has matched the pattern of a zone';
const ASKED_AGAIN = 'what is added is asked again';
const DAMAGED = 'test/cache/cache.test.ts damages caches';
const BEHIND = 'behind the last chunk is nothing';
const NO_OWNER = 'of a record, nobody asks what it is in';
const THAT_INSTANT = 'differs only where somebody else writes there in the same instant';

export const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'delivery/publish/ids.ts': {
    'true → false': SPARES_TIME,
    'this.#isSorted → false': SPARES_TIME,
  },
  'delivery/publish/kinds.ts': {
    'kindOf(name)?.phase → kindOf(name).phase': HAS_A_KIND,
    '\'heads\' → ""': HAS_A_KIND,
    'kindOf(name)?.showsRecords → kindOf(name).showsRecords': HAS_A_KIND,
    'kind?.showsRecords → kind.showsRecords': HAS_A_KIND,
    'kind.list?.(fileBeside(name) ?? name) → kind.list(fileBeside(name) ?? name)':
      'each kind that shows records has a list',
  },
  'delivery/publish/plan.ts': {
    '\'live\' → ""': 'any word but the other two means the same',
    'a.name < b.name → a.name <= b.name': 'names differ',
    'kindOf(name)?.showsRecords → kindOf(name).showsRecords': HAS_A_KIND,
    'kindOf(name)?.leavesAtOnce → kindOf(name).leavesAtOnce': HAS_A_KIND,
    'list !== undefined → true': 'nobody asks for what no list shows',
  },
  'engine/link/check-trees.ts': {
    'referenceOf(table.plan.fields[parent]!.t … pe !== undefined → true':
      'parents of trees are embedded',
    'row < lacking → row <= lacking': 'each row is visited once',
    'row < stray → row <= stray': 'each row is visited once',
    'before !== undefined → true': NOTHING_THERE,
  },
  'engine/link/check.ts': {
    '[] → ["Stryker was here"]': 'no collection is called so',
    "lack !== 'bad' → true": 'nobody asks what follows from a record with errors',
    '\'bad\' → ""': 'nobody asks what follows from a record with errors',
    '!(id > 0) → false': ONE_REFERENCE,
    'id > 0 → true': ONE_REFERENCE,
    'id > 0 → id >= 0': ONE_REFERENCE,
    'at === NO_ROW → true': ONE_REFERENCE,
    'shape === undefined → false': ONE_REFERENCE,
  },
  'engine/link/columns.ts': {
    'row < column.length → row <= column.length': NOTHING_THERE,
    'Number.isNaN(column[row]) → true': SPARES_TIME,
    'false → true': SPARES_TIME,
  },
  'engine/link/derive.ts': {
    '!table.plan.instants.includes(field) → true': SPARES_TIME,
    'ids[row]! > 0 → true': NO_ID,
    'ids[row]! > 0 → ids[row]! >= 0': NO_ID,
    "case 'newestBelow': throw new Error(`${t …  is no number`); → case 'newestBelow':":
      NOT_DECLARED,
    '\'newestBelow\' → ""': NOT_DECLARED,
    '`${table.name}.${field} is no number` → ``': NOT_DECLARED,
    "link.kind !== 'newest' → false": NOT_DECLARED,
    '`${table.name}.${field} is no text` → ``': NOT_DECLARED,
    'link.instant !== link.otherwise → false': NOT_DECLARED,
    '`${link.of} and ${table.name} differ in ${field}` → ``': NOT_DECLARED,
    '!gone → true': 'nothing withholds an answer and not what it answers',
    '!hasGaps(seconds) → false': SPARES_TIME,
    '{ return { tables: [], field, which: uin … ill(NO_ROW) }; } → {}': SPARES_TIME,
    '[] → ["Stryker was here"]': 'no row is of any of them',
    '!linkOf(table.plan.fields[field]) || !ha … written.seconds) → !linkOf(table.plan.fields[field]) && !ha … written.seconds)':
      SPARES_TIME,
    'written.fraction.slice() → written.fraction': 'changes rows without a moment alone',
    'from === NO_ROW → false': NOTHING_THERE,
    'more !== undefined → true': 'no digits and none that are known are the same',
    'target === NO_ROW → false': NOTHING_THERE,
    'from !== NO_ROW → true': NOTHING_THERE,
    'rows[row] === NO_ROW → false': NOTHING_THERE,
    'forest.order.length - 1 → forest.order.length + 1': NOTHING_THERE,
    'i >= 0 → i > 0': 'the first row of a walk has nothing above it',
    'up !== NO_ROW → true': NOTHING_THERE,
    'ids[a]! > ids[b]! → ids[a]! >= ids[b]!': IDS_DIFFER,
  },
  'engine/link/implausible.ts': {
    'ids[row]! > 0 → true': 'what texts differ within is always given',
    'ids[row]! > 0 → ids[row]! >= 0': 'what texts differ within is always given',
    'steps.join() === `${among},*` → true':
      'the first list of a record is the one that the portal asks for',
    'instant > newest → instant >= newest': 'the same is as new',
    'rows.length === 1 → false': SPARES_TIME,
  },
  'engine/link/leads.ts': {
    'found !== NO_ROW → true': 'what is linked lacks nothing that it names',
  },
  'engine/link/records.ts': {
    'inner.row[from] === row → true': 'ids of the next row are none of this one',
    'row < shards[last]!.firstRow || row >= ( … irstRow ?? rows) → true': SPARES_TIME,
    'row < shards[last]!.firstRow → row <= shards[last]!.firstRow': SPARES_TIME,
    'last + 1 → last - 1': SPARES_TIME,
    'row < ids.length → row <= ids.length': NOTHING_THERE,
    'ids[row]! > greatest → ids[row]! >= greatest': 'the same is as great',
    'ids.length - 1 → ids.length + 1': NOTHING_THERE,
    'id >= 0 && id < index.length → true': SPARES_TIME,
    'id >= 0 && id < index.length → id >= 0 || id < index.length': SPARES_TIME,
    'id >= 0 → true': SPARES_TIME,
    'id < index.length → true': SPARES_TIME,
    'id < index.length → id <= index.length': SPARES_TIME,
  },
  'engine/link/shown.ts': {
    'shape !== BARE || this.#isUnlisted(target) → true': TAKES_MEMORY,
    'row < table.rows → row <= table.rows': NOTHING_THERE,
    '[...tables.values()].filter((table) => t … Unlisted(table)) → [...tables.values()]':
      TAKES_MEMORY,
    'this.#isUnlisted(table) → true': 'what is listed is published in its own shapes in any case',
    '[] → ["Stryker was here"]': 'no shape is called so',
  },
  'engine/link/table.ts': {
    'starts.slice() → starts': TAKES_MEMORY,
    'rest.size === 0 → false': SPARES_TIME,
  },
  'engine/link/tree.ts': {
    'row < ids.length → row <= ids.length': NOTHING_THERE,
    'start < parents.length → start <= parents.length': NOTHING_THERE,
    'row !== NO_ROW → true': NOTHING_THERE,
    'done !== NO_ROW → true': NOTHING_THERE,
    '{ for (let row = 1; row < ids.length; ro … ; return true; } → {}': SPARES_TIME,
    'true → false': SPARES_TIME,
    'ids[row - 1]! > ids[row]! → true': SPARES_TIME,
    'ids[row - 1]! > ids[row]! → ids[row - 1]! >= ids[row]!': IDS_DIFFER,
    'ids[at]! < ids[ring[best]!]! → ids[at]! <= ids[ring[best]!]!': IDS_DIFFER,
    '!isAscending(ids) → true': SPARES_TIME,
    'parent !== NO_ROW → true': NOTHING_THERE,
  },
  'engine/link/withhold.ts': {
    'pending.length === 0 → false': SPARES_TIME,
    'id > 0 → true': NO_ID,
    'id > 0 → id >= 0': NO_ID,
    'row !== NO_ROW → true': TAKES_MEMORY,
    'i < starts.length → i <= starts.length': NOTHING_THERE,
  },
  'files/source/chunk-hash.ts': {
    'part.length === this.size → false': SPARES_TIME,
  },
  'files/source/data-file.ts': {
    'end >= 0 → false': SPARES_TIME,
    'end >= 0 → end > 0': 'no value ends where it begins',
    'Math.min(fstatSync(fd).size + 1, HASHED) → Math.max(fstatSync(fd).size + 1, HASHED)':
      TAKES_MEMORY,
    'at % TURN === 0 → true': OTHER_TURNS,
    'at % TURN === 0 → at % TURN !== 0': OTHER_TURNS,
    'offset > this.base + this.end → offset >= this.base + this.end': 'only reads on earlier',
    'this.bytes.length - MARGIN → this.bytes.length + MARGIN': TAKES_MEMORY,
    'this.end > room / 2 → this.end >= room / 2': TAKES_MEMORY,
    'this.isHashed → true': SPARES_TIME,
  },
  'files/source/defects.ts': {
    '[] → ["Stryker was here"]': OVERWRITTEN,
    'end - at < 16 && !/^-0|[eE]/.test(text.slice(at, end)) → false': SPARES_TIME,
    'end - at → end + at': SPARES_TIME,
    '/^-0|[eE]/ → /-0|[eE]/': SPARES_TIME,
    '/^-0|[eE]/ → /^-0|[^eE]/': SPARES_TIME,
    '\'\' → "Stryker was here!"': IS_NUMBER,
    '/^-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?$/ → /-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?$/':
      IS_NUMBER,
    '/^-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?$/ → /^-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?/':
      IS_NUMBER,
    'wanted.some(({ atKey }) => atKey) → true': SPARES_TIME,
    "!source.includes('\\\\u') → false": SPARES_TIME,
    '\'\\\\u\' → ""': SPARES_TIME,
  },
  'files/source/files.ts': {
    'a < b → a <= b': 'names differ',
    'below.length === 0 → true': 'folders that are called like data files are in no collection',
    '[] → ["Stryker was here"]': 'no name ends so',
    'at < name.length → at <= name.length': 'behind the end is nothing',
    '{ return false; // a file that cannot be … eds no warning } → {}': 'undefined means no, too',
    'false → true': 'whoever runs tests as root can read all files',
    '\'\' → "Stryker was here!"': 'each name has a part',
    'beside !== undefined → true': 'tells the compiler alone: no entry is called so',
    "!entries.some(({ name }) => name.includes('\\ufffd')) → false": SPARES_TIME,
    '\'\\ufffd\' → ""': SPARES_TIME,
  },
  'files/source/json.ts': {
    'i < text.length → i <= text.length': 'behind the end is nothing',
  },
  'files/source/lines.ts': {
    'Math.min(fstatSync(fd).size + 1, BLOCK) → Math.max(fstatSync(fd).size + 1, BLOCK)':
      TAKES_MEMORY,
    'this.offset < this.#end → false': SPARES_TIME,
    'this.offset >= this.#end → true': SPARES_TIME,
  },
  'files/source/merge-conflict.ts': {
    '[] → ["Stryker was here"]': 'the first element is passed over',
    '{ return false; } → {}': 'undefined means no, too',
  },
  'files/source/places.ts': {
    '[] → ["Stryker was here"]': OVERWRITTEN,
  },
  'files/source/record-reader.ts': {
    'at < 0 → true': SPARES_TIME,
    'at < 0 → at <= 0': SPARES_TIME,
    'end < 0 → true': SPARES_TIME,
    'end < 0 → false': SPARES_TIME,
    'end < 0 → end <= 0': SPARES_TIME,
    'end < 0 → end >= 0': SPARES_TIME,
    '{ this.#base = start; this.#length = rea … this.#length); } → {}': SPARES_TIME,
  },
  'files/source/records.ts': {
    'false → true': SPARES_TIME,
    'found < 0 → true': TAKES_MEMORY,
    'found < 0 → found <= 0': TAKES_MEMORY,
    'window.end - at < LIMITS.recordBytes → true': TAKES_MEMORY,
    'window.end - at < LIMITS.recordBytes → window.end - at <= LIMITS.recordBytes': TAKES_MEMORY,
    'at < end → true': SPARES_TIME,
    'at < end → at <= end': SPARES_TIME,
    'next >= 0 → next > 0': ENDS_LATER,
    '(handler.take?.(bytes, from, to, place) ?? -1) >= 0 → (handler.take?.(bytes, from, to, place) ?? -1) > 0':
      ENDS_LATER,
    'first < 0 → false': 'the end of a file is told in the same way as a record that is cut off',
    'first < 0 → first <= 0': 'a zero byte is told in the same way as a part of a record',
    'taken >= 0 → taken > 0': ENDS_LATER,
    'end < 0 → end <= 0': ENDS_LATER,
    '!scan.suspect && scan.deepest <= LIMITS. … ue, scan.colons) → false': SPARES_TIME,
    'scan.deepest <= LIMITS.depth → scan.deepest < LIMITS.depth': SPARES_TIME,
    "typeof member === 'number' || typeof member === 'object' → true": SPARES_TIME,
  },
  'files/source/value-scan.ts': {
    'false → true': OVERWRITTEN,
    'at < 0 → at <= 0': ENDS_LATER,
    'bytes[at + 1] === 0x30 && bytes[at + 2] === 0x30 → true': SPARES_TIME,
    'bytes[at + 1] === 0x30 && bytes[at + 2] === 0x30 → bytes[at + 1] === 0x30 || bytes[at + 2] === 0x30':
      SPARES_TIME,
    'bytes[at + 1] === 0x30 → true': SPARES_TIME,
    'at + 1 → at - 1': 'only a number that begins with 0 can be too small without an exponent',
    'bytes[at + 2] === 0x30 → true': SPARES_TIME,
    'bytes[at] === 0x75 && (bytes[at + 1]! |  … [at + 2]! > 0x37 → bytes[at] === 0x75 && (bytes[at + 1]! |  … [at + 2]! > 0x37':
      SPARES_TIME,
    'bytes[at] === 0x75 && (bytes[at + 1]! | 0x20) === 0x64 → true': SPARES_TIME,
    'bytes[at] === 0x75 && (bytes[at + 1]! | 0x20) === 0x64 → bytes[at] === 0x75 || (bytes[at + 1]! | 0x20) === 0x64':
      SPARES_TIME,
    'bytes[at] === 0x75 → true': SPARES_TIME,
    '(bytes[at + 1]! | 0x20) === 0x64 → true': SPARES_TIME,
    'bytes[at + 2]! > 0x37 → true': SPARES_TIME,
    'bytes[at + 2]! > 0x37 → bytes[at + 2]! >= 0x37': SPARES_TIME,
  },
  'engine/compile/all.ts': {
    '{ const { portal } = (await import(queue … .store), say); } → {}': IN_THREADS,
    '[...shards].sort((a, b) => b.bytes - a.bytes) → [...shards]': SPARES_TIME,
    '(a, b) => b.bytes - a.bytes → () => undefined': SPARES_TIME,
    'b.bytes - a.bytes → b.bytes + a.bytes': SPARES_TIME,
    'shards.length > 1': IN_THREADS,
    '\'compile\' → ""': IN_THREADS,
    'total >= MANY_BYTES': IN_THREADS,
  },
  'engine/compile/column.ts': {
    'end - start → end + start': TAKES_MEMORY,
    'this.#length === this.#numbers.length → true': SPARES_TIME,
    'needed <= this.#numbers.length → needed < this.#numbers.length': TAKES_MEMORY,
    'needed <= this.#numbers.length → false': TAKES_MEMORY,
    'this.#numbers.length * 2 → this.#numbers.length / 2': SPARES_TIME,
  },
  'engine/compile/emit.ts': {
    '[] → ["Stryker was here"]': NO_OWNER,
    '\'none\' → ""': 'what is withheld is null where it may be null',
    '\'null\' → ""': 'is held against the other two alone',
    '\'all\' → ""': SPARES_TIME,
    'by === undefined → false': 'what no field gives is no number either way',
    "absent.kind !== 'own' → false": 'what else may be absent is not asked for',
    "typeof own === 'string' → true": NOT_DECLARED,
    "kind === 'innerText' → true": 'no other text is of an inner one',
    'innerTextOf(field, fields)?.reference → innerTextOf(field, fields).reference':
      'an inner text is of a reference',
    '!type.nullable || isPlain(type)': SPARES_TIME,
    '!type.nullable || isPlain(type) → !type.nullable && isPlain(type)': SPARES_TIME,
    "kind === 'reference' → true": 'the holes of others are of other kinds',
    "typeof value !== 'string' || value.length < SHORT": SPARES_TIME,
    'value.length < SHORT': SPARES_TIME,
    '\'string\' → ""': SPARES_TIME,
    '\'\' → "Stryker was here!"': 'a text so short is not remembered',
    '\'""\' → ""': OVERWRITTEN,
    'value !== lastText → true': SPARES_TIME,
    "({ kind }: Type): boolean => kind !== 'r …  kind !== 'list' → () => undefined": SPARES_TIME,
    "kind !== 'reference' && kind !== 'part' && kind !== 'list' → false": SPARES_TIME,
  },
  'engine/compile/file.ts': {
    '{ closeSync(fd); } → {}': TAKES_A_FILE,
    'file.hashedAt === undefined → true': SPARES_TIME,
    '\'\' → "Stryker was here!"': 'of a file with texts, nobody asks what is known',
    '!taken → true': SPARES_TIME,
    'this.#warnings.length < LIMITS.fileProblems': 'test/live/large has so many warnings',
    'raw.defects.length === 0 → false': SPARES_TIME,
  },
  'engine/compile/fragment-writer.ts': {
    'this.#text.length + text.length > LONG': TAKES_MEMORY,
    'this.#text.length + text.length → this.#text.length - text.length': TAKES_MEMORY,
    "this.#text !== '' → true": SPARES_TIME,
    '\'\' → "Stryker was here!"': SPARES_TIME,
    'text.length > LONG': TAKES_MEMORY,
    '\'utf8\' → ""': 'is what is meant where nothing is said',
    'end - start → end + start': TAKES_MEMORY,
    'holes.length / 3 → holes.length * 3': TAKES_MEMORY,
    'this.#bytes.length > 4 * BLOCK': TAKES_MEMORY,
    '4 * BLOCK → 4 / BLOCK': TAKES_MEMORY,
  },
  'engine/compile/hashes.ts': {
    '(sum, { bytes }) => sum + bytes → () => undefined': IN_THREADS,
    'sum + bytes → sum - bytes': IN_THREADS,
    'files.reduce((sum, { bytes }) => sum + b … 0) >= MANY_BYTES': IN_THREADS,
    '\'compile\' → ""': IN_THREADS,
    '\'hash\' → ""': IN_THREADS,
    'all >= MANY_BYTES': IN_THREADS,
    'known → true': 'what is kept of nothing is not believed',
    "{ ...known, signature: '' } → {}": SPARES_TIME,
    '\'\' → "Stryker was here!"': 'no signature is called so',
    '!now || now.shard === shard → false': SPARES_TIME,
    'now.shard === shard → false': SPARES_TIME,
    'now.size < known.size → false': 'only keeps for longer what is no more',
    'files.length === 0 → false': SPARES_TIME,
  },
  'engine/compile/known.ts': {
    '{ if (error instanceof DamagedCache) ret … ; throw error; } → {}': DAMAGED,
    'error instanceof DamagedCache': DAMAGED,
    'this.#opened++ → this.#opened--': 'any numbers do that differ',
    '{ for (const fragments of this.#fragment … ments.close(); } → {}': TAKES_A_FILE,
    'chunk < first + TOGETHER → true': TAKES_MEMORY,
    'chunk < first + TOGETHER → chunk <= first + TOGETHER': TAKES_MEMORY,
    'chunk * this.chunkBytes + 1 → chunk * this.chunkBytes - 1': SPARES_TIME,
    "then === '' → false": BEHIND,
    'false → true': BEHIND,
    '\'\' → "Stryker was here!"': BEHIND,
    'from >= 0 → from > 0': SPARES_TIME,
  },
  'engine/compile/right-time.ts': {
    "''": IS_A_ZONE,
    '[] → ["Stryker was here"]': IS_A_ZONE,
    '/^[a-z]/i → /[a-z]/i': IS_A_ZONE,
    '/^.(\\d{1,2}):?(\\d{2})?$/ → /.(\\d{1,2}):?(\\d{2})?$/': IS_A_ZONE,
    '/^.(\\d{1,2}):?(\\d{2})?$/ → /^.(\\d{1,2}):?(\\d{2})?/': IS_A_ZONE,
  },
  'engine/compile/rows.ts': {
    '\'\' → "Stryker was here!"': OVERWRITTEN,
    '[] → ["Stryker was here"]': OVERWRITTEN,
    'known.rest.size > 0 → true': SPARES_TIME,
    'known.rest.size > 0 → known.rest.size >= 0': SPARES_TIME,
    'i < row.length → true': NOTHING_THERE,
    'i < row.length → i <= row.length': NOTHING_THERE,
    "typeof value === 'number' → true": 'a column takes null for 0, and nothing for no number',
  },
  'engine/compile/shard.ts': {
    '[] → ["Stryker was here"]': OVERWRITTEN,
    '{ known.close(); } → {}': TAKES_A_FILE,
  },
  'engine/compile/shards.ts': {
    '[] → ["Stryker was here"]': 'any key does that is the same for the same files',
  },
  'engine/compile/types.ts': {
    "finding.name !== 'unknown-field' || find … st === undefined → false":
      'no field is called undefined, and none as a choice',
    "finding.name !== 'unknown-field' || find … st === undefined → finding.name !== 'unknown-field' && find … st === undefined":
      'no field is called undefined, and none as a choice',
    "finding.name !== 'unknown-field' → false": 'no field is called as a choice',
    'finding.args.nearest === undefined → false': 'no field is called undefined',
    'known++ → known--': SPARES_TIME,
    'keys.length > known → true': SPARES_TIME,
    'keys.length > known → keys.length >= known': SPARES_TIME,
    'this.findings.length >= LIMITS.recordProblems': ASKED_AGAIN,
    'this.findings.length < LIMITS.recordProblems': ASKED_AGAIN,
    '\'\' → "Stryker was here!"': 'of objects, no text is asked',
    "typeof value === 'string' → true": 'no other value reads as a whole number: it would be one',
    'default: return undefined; → default:': 'nothing comes after it',
  },
  'engine/compile/validate.ts': {
    '\'\' → "Stryker was here!"': 'rules name a field',
    '[] → ["Stryker was here"]': NO_OWNER,
    '(value as JsonObject | undefined)?.[step] → (value as JsonObject | undefined)[step]':
      'rules name what is there, or a field of the record',
    "typeof value !== 'string' → false": 'as a text, null is no blank one',
    'value !== null → true': 'no part may be null',
    "type.of.kind === 'part' → true": 'in what is no part there is nothing to look at',
    "typeof id === 'number' → true": 'all parts in lists have ids',
    "type.kind === 'text' → true": NARROWS,
  },
  'engine/write/assemble.ts': {
    'BLOCK / 4 → BLOCK * 4': TAKES_MEMORY,
    'this.#end >= BLOCK → this.#end > BLOCK': TAKES_MEMORY,
    'end - start → end + start': TAKES_MEMORY,
    'out.isFull': TAKES_MEMORY,
    '!isCopy → true': SPARES_TIME,
  },
  'engine/write/make.ts': {
    '[] → ["Stryker was here"]': 'what is no promise is done',
    'from < bytes → from <= bytes': 'nothing is asked for after the last block',
    'old?.known?.key === key → false': SPARES_TIME,
    'packed?.packs → packed.packs': 'what has a file in a pack has packs',
    'file.#isSame() → true': THAT_INSTANT,
  },
  'engine/write/packs.ts': {
    '/\\.\\d+$/ → /\\.\\d+/': 'no other dot is in that name',
    '/\\.\\d+$/ → /\\.\\d$/': 'a shard has less than ten files',
    '(sum, { rows }) => sum + rows.length → () => undefined': IN_THREADS,
    'sum + rows.length → sum - rows.length': IN_THREADS,
    '{ await pool.close(); } → {}': 'threads end with the process',
    'found !== undefined → false': SPARES_TIME,
    'sum + offsets.at(-1)! - offsets[0]! → sum + offsets.at(-1)! + offsets[0]!':
      'what comes first is at 0',
    'a.name < b.name → a.name <= b.name': 'names differ',
    "{ id: '', bundles: 0 } → {}": 'of no plan there are no bundles',
    '\'\' → "Stryker was here!"': 'of no plan there are no bundles',
    "source.kind === 'number' → false": 'no template fills in a number',
    '\'number\' → ""': 'no template fills in a number',
    '\'stage\' → ""': 'only names a folder',
    '\'nothing\' → ""': 'only names a folder',
    'KEPT / pool.size(isMuch) → KEPT * pool.size(isMuch)': TAKES_MEMORY,
    '[] → ["Stryker was here"]': 'what is no promise is done',
    '\'write\' → ""': IN_THREADS,
    '(end) => void ends.push(end) → () => undefined': IN_THREADS,
  },
  'engine/write/templates.ts': {
    '[] → ["Stryker was here"]': 'a text has no holes',
    'known → false': SPARES_TIME,
    'fragments.length + taken.indexOf(field)': 'of no collection of ours are two texts taken',
  },
  'engine/write/files.ts': {
    'lists.filter(({ endpoint }) => !hasPages(endpoint))': SPARES_TIME,
    "'lookup' in endpoint && endpoint.lookup → 'lookup' in endpoint || endpoint.lookup": NARROWS,
    'feeds.length > 0': SPARES_TIME,
    'file === SNAPSHOT → true': 'files of digests come before it, being deeper',
    '\'head\' → ""': 'files of digests come before the heads, too, being deeper',
    'endpoints .filter(hasPages) → endpoints': 'only makes what a feed has as pages, for nothing',
    '{ return sum + (records ? derivation.tab … n)!.rows : 0); } → {}': IN_THREADS,
    'sum + (records ? derivation.tables.get(r … tion)!.rows : 0)': IN_THREADS,
    "'write'": IN_THREADS,
    "'look'": IN_THREADS,
    "({ paging: { style } }: Endpoint) => sty … tyle === 'lines' → () => undefined": SPARES_TIME,
    "style === 'array' || style === 'lines'": SPARES_TIME,
    "style === 'array'": SPARES_TIME,
    "style === 'lines'": SPARES_TIME,
    "'array'": SPARES_TIME,
    "'lines'": SPARES_TIME,
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
    '\'\' → "Stryker was here!"': 'no collection and no shape is called so',
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
    'true → false': THAT_INSTANT,
  },
  'engine/write/stage.ts': {
    'this.inside !== undefined → true': THAT_INSTANT,
  },
  'import/merge/base.ts': {
    'a < b → a <= b': 'names differ',
    'isName || header === null → true': 'what is refused is not used',
    "typeof collection !== 'string' → false": 'no collection is called by what is no text',
    '[] → ["Stryker was here"]': 'no record has such an id',
  },
  'import/merge/blocked.ts': {
    '[] → ["Stryker was here"]': 'what no record is called',
    'key !== undefined → true': 'what no record is called',
    'elsewhere.size > 0 → true': SPARES_TIME,
    'elsewhere.size > 0 → elsewhere.size >= 0': SPARES_TIME,
    'removed.size === 0 → false': SPARES_TIME,
    'caused.length === 0 → false': SPARES_TIME,
    '(text) => text.name → () => undefined': 'a text in a file has no error that neither side has',
    'wanted.has(shown) → true': TAKES_MEMORY,
    'some.sort((a, b) => a.start - b.start) → some': IN_ORDER,
    '(a, b) => a.start - b.start → () => undefined': IN_ORDER,
    'a.start - b.start → a.start + b.start': IN_ORDER,
    'places.get(file)?.findLastIndex → places.get(file).findLastIndex':
      'each error is in a file with records',
    'records.get(file)?.[at]?.key → records.get(file)?.[at].key':
      'each error is in a file with records',
    'records.get(file)?.[at] → records.get(file)[at]': 'each error is in a file with records',
  },
  'import/merge/findings.ts': {
    '{ strict: false } → {}': 'only unknown ids may be strict',
    'false → true': 'only unknown ids may be strict',
  },
  'import/merge/homes.ts': {
    '[] → ["Stryker was here"]': 'only a record alone in its file has texts beside it',
  },
  'import/merge/index.ts': {
    '\'what the origin says\' → ""': 'what is taken apart can be compared',
    'attempts++ → attempts--': 'only names a folder',
    '\'kept\' → ""': 'only names a folder',
    '\'data\' → ""': 'only names a folder',
    '[] → ["Stryker was here"]': 'what goes is there',
    'files.size === 0 → false': SPARES_TIME,
    'round < ROUNDS → round <= ROUNDS': 'tries once more',
    'true → false': 'what goes is there',
    'isThere → true': 'what is not there does not go',
    'after === undefined → false': 'what goes is there',
    '{ for (const reader of readers) reader.close(); } → {}': TAKES_A_FILE,
    'ours.ids[row]! < FIRST_INVENTED → ours.ids[row]! <= FIRST_INVENTED':
      'one of many that were invented',
  },
  'import/merge/merge.ts': {
    '\'stays\' → ""': 'any word but the other two means the same',
    "!isGone && !open.has('') → false": NO_BASE,
    "decided === 'conflict' → true": NO_BASE,
    '[] → ["Stryker was here"]': 'a field that no side has',
    'now !== undefined → true': 'JSON has no undefined',
  },
  'import/merge/reader.ts': {
    'file !== this.#file → true': SPARES_TIME,
    '{ if (this.#records) closeSync(this.#rec … e = undefined; } → {}': TAKES_A_FILE,
    'this.#records → false': TAKES_A_FILE,
  },
  'import/merge/stage.ts': {
    '\'expanded\' → ""': 'any word but the other one means the same',
    '\'\\n\' → ""': 'the origin’s data is in its canonical form',
    'added .sort((a, b) => a.id - b.id) → added': 'the origin’s data is in the order of its ids',
    '(a, b) => a.id - b.id → () => undefined': 'the origin’s data is in the order of its ids',
    'a.id - b.id → a.id + b.id': 'the origin’s data is in the order of its ids',
    '[] → ["Stryker was here"]': 'what does not go changes',
    'members.size === 0 → false': SPARES_TIME,
    "typeof entries === 'string' → false": THAT_INSTANT,
    '\'string\' → ""': THAT_INSTANT,
    '`${file} has changed` → ``': THAT_INSTANT,
    'records.filter(({ start }) => changed.ha … oved.has(start)) → records': SPARES_TIME,
    'changed.has(start) || removed.has(start) → true': SPARES_TIME,
    'amended.length < changed.size + removed.size → false': THAT_INSTANT,
    'changed.size + removed.size → changed.size - removed.size': THAT_INSTANT,
    '!isLines && staying.length === 0 && added.length > 0 → false':
      'what goes is inside of what is written anew',
  },
  'portal/index.ts': {
    "[ascending('id')] → []": NO_LIST,
    "{ style: 'page-number' } → {}": NO_LIST,
    '\'page-number\' → ""': NO_LIST,
    '\'portal\' → ""': 'threads alone ask for it, and these tests start none',
  },
  'portal/jobs.ts': {
    '\'regions\' → ""': IDS_ALONE,
    '\'exact-categories\' → ""': IDS_ALONE,
  },
  'portal/posts.ts': {
    "poll?.['id'] → poll['id']": HAS_OWNER,
    "variant?.['id'] → variant['id']": HAS_OWNER,
    "post?.['id'] → post['id']": HAS_OWNER,
    "post?.['user'] → post['user']": HAS_OWNER,
  },
  'portal/users.ts': {
    "user?.['id'] → user['id']": HAS_OWNER,
    "user?.['date_joined'] → user['date_joined']": HAS_OWNER,
  },
  'portal/search.ts': {
    '[] → ["Stryker was here"]': 'experts have no field that is called so',
  },
  'site/kinds.ts': {
    'pageOf(file)?.endpoint → pageOf(file).endpoint': 'each file of these kinds holds a page',
  },
  'site/openapi/bodies.ts': {
    "paging.style === 'cursor' → true": NARROWS,
  },
  'site/openapi/schemas.ts': {
    "type.kind === 'text' → true": NARROWS,
  },
  'site/route.ts': {
    '[] → ["Stryker was here"]': 'no request names what has no name',
  },
};
