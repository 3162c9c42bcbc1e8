// Changes that need no test: the merge of imports.
import { type Accepted, SPARES_TIME, TAKES_A_FILE, TAKES_MEMORY, THAT_INSTANT } from './reasons.js';

const NO_BASE =
  'differs only where an editor has removed what imports keep, but not the list of open conflicts';
const IN_ORDER = 'the records of a file are in its order';

export const merge: Accepted = {
  'import/merge/base.ts': {
    'a < b → a <= b': 'names differ',
    'isName || header === null → true in: if (isName || header === null) last = header;':
      'what is refused is not used',
    "typeof collection !== 'string' → false": 'no collection is called by what is no text',
    '[] → ["Stryker was here"]': 'no record has such an id',
  },
  'import/merge/blocked.ts': {
    '[] → ["Stryker was here"] in: if (referred.size > 0) return { found: r … d, errors: [] };':
      'what no record is called',
    '[] → ["Stryker was here"] in: for (const [to, from] of before) for (co … => []).push(to);':
      'what no record is called',
    '[] → ["Stryker was here"] in: for (const one of stays) for (const to o … ) stays.add(to);':
      'what no record is called',
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
    '[] → ["Stryker was here"] in: return { file: isAlike ? theirs : shared … se, texts: [] };':
      'only a record alone in its file has texts beside it',
  },
  'import/merge/index.ts': {
    '\'what the origin says\' → ""': 'what is taken apart can be compared',
    'attempts++ → attempts--': 'only names a folder',
    '\'kept\' → ""': 'only names a folder',
    '\'data\' → ""': 'only names a folder',
    '[] → ["Stryker was here"] in: if (after === undefined) return [];': 'what goes is there',
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
    '\'id\' → ""':
      'import/command notices: no test of this room tells by its shapes what the origin showed',
    'ours.get(field) === their → false': SPARES_TIME,
    'said === undefined → false': 'there is no canonical form of nothing, either',
    '\'stays\' → ""': 'any word but the other two means the same',
    "!isGone && !open.has('') → false": NO_BASE,
    "decided === 'conflict' → true in: else if (decided === 'conflict') this.#d … d }, undefined);":
      NO_BASE,
    '[] → ["Stryker was here"] in: new Set(all.flatMap((one) => [...(one?.keys() ?? [])]));':
      'a field that no side has',
    'now !== undefined → true': 'JSON has no undefined',
  },
  'import/merge/reader.ts': {
    'file !== this.#file → true': SPARES_TIME,
    '{ if (this.#records) closeSync(this.#rec … e = undefined; } → {}': TAKES_A_FILE,
    'this.#records → false': TAKES_A_FILE,
  },
  'import/merge/stage.ts': {
    "'expanded' → \"\" in: this.#put(file, textOf(withoutTexts(reco … s, 'expanded'));":
      'any word but the other one means the same',
    "'expanded' → \"\" in: const text = withFields(own, members, me … ds, 'expanded');":
      'any word but the other one means the same',
    '\'\\n\' → ""': 'the origin’s data is in its canonical form',
    'added .sort((a, b) => a.id - b.id) → added': 'the origin’s data is in the order of its ids',
    '(a, b) => a.id - b.id → () => undefined': 'the origin’s data is in the order of its ids',
    'a.id - b.id → a.id + b.id': 'the origin’s data is in the order of its ids',
    '[] → ["Stryker was here"] in: const [[start, one] = []] = changed;':
      'what does not go changes',
    'members.size === 0 → false': SPARES_TIME,
    "typeof entries === 'string' → false": THAT_INSTANT,
    "'string' → \"\" in: if (typeof entries === 'string') throw n … } has changed`);": THAT_INSTANT,
    "`${file} has changed` → `` in: if (typeof entries === 'string') throw n … } has changed`);":
      THAT_INSTANT,
    '`${file} has changed` → `` in: if (amended.length < changed.size + remo … } has changed`);':
      THAT_INSTANT,
    'records.filter(({ start }) => changed.ha … oved.has(start)) → records': SPARES_TIME,
    'changed.has(start) || removed.has(start) → true': SPARES_TIME,
    'amended.length < changed.size + removed.size → false': THAT_INSTANT,
    'changed.size + removed.size → changed.size - removed.size': THAT_INSTANT,
    '!isLines && staying.length === 0 && added.length > 0 → false':
      'what goes is inside of what is written anew',
  },
};
