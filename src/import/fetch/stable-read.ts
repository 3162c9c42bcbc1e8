// Lists that move while they are read → all of them as they were at one instant. All lists are read in rounds: what
// two rounds in a row show alike was so between the two rounds, for every list at the same instant.
import { Broken, type FetchProblem, problemOf } from './problems.js';
import type { Asked, ListWalk } from './walk.js';

/** The most rounds; what moves in all of them is not imported. */
export const ROUNDS = 6;
/** From this round on, values of records may differ between two rounds: some portals count views. */
const ROUND_OF_VALUES = 5;

/** Why the lists of two rounds are not the same, for each list of which they are not. */
export function changes(
  lists: readonly Asked[],
  before: readonly ListWalk[] | undefined,
  walks: readonly ListWalk[],
  round: number,
): Broken[] {
  return lists.flatMap(({ url }, i) => {
    const [was, is] = [before?.[i], walks[i]!];
    const { moved } = is;
    const isInOrder = was !== undefined && isSameOrder(was, is);
    // What is wrong in the same way twice is not wrong because it moves.
    if (moved && isInOrder && was.moved?.message === moved.message) return moved;
    const isSteady = isInOrder && !was.moved && !moved;
    if (isSteady && (round >= ROUND_OF_VALUES || isSameBytes(was, is))) return [];
    const why = `the list does not come to rest: no two of ${round} walks are alike`;
    return new Broken('moving', moved?.url ?? url, moved ? `${why} (${moved.message})` : why);
  });
}

/** Warns of lists whose values are not those of the round before. */
export const countersIn = (
  lists: readonly Asked[],
  before: readonly ListWalk[],
  walks: readonly ListWalk[],
): FetchProblem[] =>
  lists
    .filter((_, i) => !isSameBytes(before[i]!, walks[i]!))
    .map(({ url }) => {
      const why = 'values of its records change from walk to walk; the last ones are taken';
      return problemOf('warning', 'counter', url, why);
    });

const isSameOrder = (a: ListWalk, b: ListWalk): boolean =>
  a.ids.length === b.ids.length && a.ids.every((id, place) => id === b.ids[place]);

const isSameBytes = (a: ListWalk, b: ListWalk): boolean =>
  a.pages.length === b.pages.length &&
  a.pages.every(({ body }, place) => body === b.pages[place]!.body);
