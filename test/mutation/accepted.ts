// Mutants that may survive, each with its reason: by the file below `src/`, and by what `npm run mutate` calls them.

const SPARES_TIME = 'only spares time';
const NO_BASE =
  'differs only where an editor has removed what imports keep, but not the list of open conflicts';
const HAS_A_KIND = 'all files that are sent, or in a target, have a kind';
const NARROWS = 'tells the compiler alone: other kinds have no such member';
const TAKES_A_FILE = 'leaves a file open until the process ends';

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
