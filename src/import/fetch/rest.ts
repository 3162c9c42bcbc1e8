// Lists that move while they are read → all of them as they were at one instant. What two walks show alike was so
// between them; so all lists are walked in rounds, until there is an instant, between two rounds, that lies between
// two like walks of every list.
import { hashAt } from './page.js';
import { allOf, Broken, type FetchProblem, warningsOf } from './problems.js';
import type { Asked, Walk } from './walk.js';

/** So many walks of a list that does not rest are enough; and so many rounds, as each list may move in another one. */
const MAX_WALKS = 5;
const MAX_ROUNDS = 12;

/** A list at rest. */
export interface RestingList {
  readonly list: Asked;
  readonly walk: Walk;
}

/** Walks a list once, in a round; `before`: the last walk that did not break off. */
type WalkOnce = (list: Asked, round: number, before: Walk | undefined) => Promise<Walk>;

/** Brings lists to rest. Problems end up in `problems`; lists with errors are not among the result. */
export async function bringToRest(
  lists: readonly Asked[],
  walkOnce: WalkOnce,
  problems: FetchProblem[],
): Promise<RestingList[]> {
  const all = lists.map((list) => new Restless(list));
  let left = all;
  for (let round = 1; left.length > 0; round++) {
    await allOf(left.map((each) => each.walk(round, walkOnce)));
    if (all.some(({ isWrong }) => isWrong)) break;
    left = all.filter(({ rests }) => !rests);
    if (left.length > 0) continue;
    // All lists rest by now, each perhaps at another time: some are walked once more.
    const instant = Math.max(...all.map(({ since }) => since));
    left = all.filter(({ until }) => until <= instant);
    if (round < MAX_ROUNDS) continue;
    for (const each of left) each.giveUp();
    break;
  }
  for (const { broken } of all) if (broken) problems.push(broken.problem);
  return all.flatMap((each) => (each.broken ? [] : each.resting(problems)));
}

/** One list on its way to rest. */
class Restless {
  /** Why it cannot be brought to rest. */
  broken: Broken | undefined;
  #walk: Walk | undefined;
  #walks = 0;
  /** The rounds of the first and the last of the like walks. */
  #first = 0;
  #last = 0;
  /** The round of the first of the walks that have the same records in the same order, if not the same values. */
  #firstInOrder = 0;
  /** Records whose values changed since. */
  readonly #changed = new Set<number>();

  constructor(private readonly list: Asked) {}

  /** Whether the last walks were alike; of many walks it is enough if no more than values of records changed. */
  get rests(): boolean {
    return this.#last > this.since;
  }

  /** The rounds between which it is known to have rested. */
  get since(): number {
    return this.#counts ? this.#firstInOrder : this.#first;
  }

  get until(): number {
    return this.#last;
  }

  /** Whether anything is wrong that no further walk puts right. */
  get isWrong(): boolean {
    return this.broken !== undefined || this.#walk!.problems.length > 0;
  }

  get #counts(): boolean {
    return this.#walks >= MAX_WALKS && this.#first === this.#last && this.#changed.size > 0;
  }

  async walk(round: number, walkOnce: WalkOnce): Promise<void> {
    const before = this.#walk;
    let walk: Walk;
    try {
      walk = await walkOnce(this.list, round, before);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.broken = error;
      return;
    }
    this.#walks++;
    this.#walk = walk;
    this.#last = round;
    const isInOrder = before !== undefined && isSameOrder(before, walk);
    const isAlike = isInOrder && before.hashes.equals(walk.hashes);
    // What is wrong in the same way twice is not wrong because it moves.
    if (walk.moved && isAlike && before.moved?.message === walk.moved.message)
      this.broken = walk.moved;
    if (!isInOrder || walk.moved || before.moved) {
      this.#firstInOrder = round;
      this.#changed.clear();
    } else if (!isAlike) for (const id of differing(before, walk)) this.#changed.add(id);
    if (!isAlike || walk.moved || before.moved) this.#first = round;
    if (!this.rests && this.#walks >= MAX_WALKS) this.giveUp();
  }

  giveUp(): void {
    const why = this.#walk?.moved;
    this.broken = new Broken(
      'moving',
      why?.url ?? this.list.url,
      `the list does not come to rest: no two of ${this.#walks} walks are alike${why ? ` (${why.message})` : ''}`,
    );
  }

  /** The list, and what has to be said about it. */
  resting(problems: FetchProblem[]): RestingList[] {
    const { list } = this;
    const walk = this.#walk!;
    problems.push(...walk.problems);
    if (this.#counts) {
      const message = 'its values change from walk to walk; the last ones are taken';
      problems.push(...warningsOf('counter', list.url, this.#changed, message));
    }
    return [{ list, walk }];
  }
}

const isSameOrder = (a: Walk, b: Walk): boolean =>
  a.ids.length === b.ids.length && a.ids.every((id, place) => id === b.ids[place]);

/** The ids of records that have other values in another walk of the same order. */
function* differing(a: Walk, b: Walk): Generator<number> {
  for (const [place, id] of a.ids.entries()) {
    if (!hashAt(a, place).equals(hashAt(b, place))) yield id;
  }
}
