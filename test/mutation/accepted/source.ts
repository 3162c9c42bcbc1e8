// Changes that need no test: what reads data files.
import { type Accepted, OVERWRITTEN, SPARES_TIME, TAKES_MEMORY } from './reasons.js';

const OTHER_TURNS = 'gives others their turns at other times';
const IS_NUMBER = 'what is asked is a number, and has digits';
const ENDS_LATER = 'what begins at a byte ends later';

export const source: Accepted = {
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
    'this.bytes.length - MARGIN → this.bytes.length + MARGIN in: const room = this.bytes.length - MARGIN;':
      TAKES_MEMORY,
    'this.end > room / 2 → this.end >= room / 2': TAKES_MEMORY,
    'this.isHashed → true': SPARES_TIME,
  },
  'files/source/defects.ts': {
    '[] → ["Stryker was here"] in: const keys: (Set<string> | undefined)[]  … bjects, by depth':
      OVERWRITTEN,
    '[] → ["Stryker was here"] in: const open: (Step | undefined)[] = []; / … ue at each depth':
      OVERWRITTEN,
    'end - at < 16 && !/^-0|[eE]/.test(text.slice(at, end)) → false': SPARES_TIME,
    'end - at → end + at in: if (end - at < 16 && !/^-0|[eE]/.test(te … eturn undefined;':
      SPARES_TIME,
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
    'below.length === 0 → true in: if (below.length === 0 && (dirent.isDire … | isReadable)) {':
      'folders that are called like data files are in no collection',
    "below.length === 0 → true in: const collection = below.length === 0 ?  … DATA, '') : top;":
      'folders that are called like data files are in no collection',
    '[] → ["Stryker was here"] in: const own = endings.get(collection) ?? e … , 1)[0]!) ?? [];':
      'no name ends so',
    'at < name.length → at <= name.length': 'behind the end is nothing',
    '{ return false; // a file that cannot be … eds no warning } → {}': 'undefined means no, too',
    'false → true in: return false; // a file that cannot be read needs no warning':
      'whoever runs tests as root can read all files',
    "'' → \"Stryker was here!\" in: const [top = '', ...below] = name.split('/');":
      'each name has a part',
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
    'this.offset < this.#end → false in: while (this.offset < offset && (this.off … this.#fill())) {':
      SPARES_TIME,
    'this.offset >= this.#end → true': SPARES_TIME,
  },
  'files/source/long-texts.ts': {
    'bytes.length <= most → false': SPARES_TIME,
    'bytes.length <= most → bytes.length < most': SPARES_TIME,
    'at >= 0 → at > 0': 'a record begins with a brace',
  },
  'files/source/merge-conflict.ts': {
    "[0, 0, ''] → []": OVERWRITTEN,
    '\'\' → "Stryker was here!"': OVERWRITTEN,
    '[] → ["Stryker was here"]':
      'there is a conflict, unless somebody mends it in the same instant',
    '{ return false; } → {}': 'undefined means no, too',
  },
  'files/source/places.ts': {
    '[] → ["Stryker was here"] in: const result: number[] = [];': OVERWRITTEN,
    '[] → ["Stryker was here"] in: const offsets: number[] = [];': OVERWRITTEN,
    '[] → ["Stryker was here"] in: const result: LineAndColumn[] = [];': OVERWRITTEN,
  },
  'files/source/record-reader.ts': {
    'at < 0 → true': SPARES_TIME,
    'at < 0 → at <= 0': SPARES_TIME,
    'end < 0 → true in: if (end < 0) {': SPARES_TIME,
    "end < 0 → true in: return end < 0 ? readValueAt(this.fd, st … utf8', at, end);": SPARES_TIME,
    'end < 0 → false in: if (end < 0) {': SPARES_TIME,
    'end < 0 → end <= 0 in: if (end < 0) {': SPARES_TIME,
    "end < 0 → end <= 0 in: return end < 0 ? readValueAt(this.fd, st … utf8', at, end);":
      SPARES_TIME,
    'end < 0 → end >= 0 in: if (end < 0) {': SPARES_TIME,
    '{ this.#base = start; this.#length = rea … this.#length); } → {}': SPARES_TIME,
  },
  'files/source/records.ts': {
    'false → true in: scanFile(new Window(fd, false), path.end … ecord, fault });': SPARES_TIME,
    'found < 0 → true in: if (found < 0 && !window.done && window. … S.recordBytes) {':
      TAKES_MEMORY,
    'found < 0 → found <= 0 in: if (found < 0 && !window.done && window. … S.recordBytes) {':
      TAKES_MEMORY,
    'window.end - at < LIMITS.recordBytes → true': TAKES_MEMORY,
    'window.end - at < LIMITS.recordBytes → window.end - at <= LIMITS.recordBytes': TAKES_MEMORY,
    'at < end → true in: while (at < end && isSpace(window.bytes[at]!)) at++;': SPARES_TIME,
    'at < end → at <= end in: while (at < end && isSpace(window.bytes[at]!)) at++;': SPARES_TIME,
    'next >= 0 → next > 0 in: if (next >= 0) {': ENDS_LATER,
    'next >= 0 → next > 0 in: if (next >= 0) this.#at = this.window.moveTo(next);': ENDS_LATER,
    'next >= 0 → next > 0 in: return next >= 0;': ENDS_LATER,
    '(handler.take?.(bytes, from, to, place) ?? -1) >= 0 → (handler.take?.(bytes, from, to, place) ?? -1) > 0':
      ENDS_LATER,
    'first < 0 → false in: if (first < 0 || first === COMMA || firs … = CLOSE_BRACE) {':
      'the end of a file is told in the same way as a record that is cut off',
    'first < 0 → first <= 0 in: if (first < 0 || first === COMMA || firs … = CLOSE_BRACE) {':
      'a zero byte is told in the same way as a part of a record',
    'taken >= 0 → taken > 0': ENDS_LATER,
    'end < 0 → end <= 0 in: while (end < 0 && !window.done) {': ENDS_LATER,
    'end < 0 → end <= 0 in: const to = end < 0 ? window.end : end; / …  that is cut off':
      ENDS_LATER,
    '!scan.suspect && scan.deepest <= LIMITS. … ue, scan.colons) → false': SPARES_TIME,
    'scan.deepest <= LIMITS.depth → scan.deepest < LIMITS.depth': SPARES_TIME,
    "typeof member === 'number' || typeof member === 'object' → true": SPARES_TIME,
  },
  'files/source/value-scan.ts': {
    'false → true in: suspect = false;': OVERWRITTEN,
    'at < 0 → at <= 0': ENDS_LATER,
    'bytes[at + 1] === 0x30 && bytes[at + 2] === 0x30 → true': SPARES_TIME,
    'bytes[at + 1] === 0x30 && bytes[at + 2] === 0x30 → bytes[at + 1] === 0x30 || bytes[at + 2] === 0x30':
      SPARES_TIME,
    'bytes[at + 1] === 0x30 → true': SPARES_TIME,
    'at + 1 → at - 1 in: if (bytes[at + 1] === 0x30 && bytes[at + … .suspect = true;':
      'only a number that begins with 0 can be too small without an exponent',
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
};
