// Finds snapshots in the history: the live one, and the one that a rollback goes back to.
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { entryName, type Kept } from './history.js';
import type { Found } from './lock.js';

/**
 * Returns the place of the live snapshot in the history. `found`: what the lock says; `id`: the id in the live
 * snapshot.json. The lock decides between two places with this id.
 */
export function placeOf(
  found: Found,
  history: readonly Kept[],
  id: string | undefined,
): Kept | undefined {
  const named = [found.next, found.live].flatMap((name) => at(history, name) ?? []);
  // If the first publication was interrupted, snapshot.json is not there yet, and its snapshot counts as the live one.
  return [...named, ...history].find((kept) => kept.id === id) ?? named.at(-1) ?? history[0];
}

const at = (history: readonly Kept[], name: string | undefined): Kept | undefined =>
  history.find((kept) => entryName(kept) === name);

/** Where a rollback goes (`kept`), and from where. */
export interface Back {
  readonly kept: Kept;
  readonly from: Kept | undefined;
}

/**
 * Returns where a rollback goes: one snapshot back (true), or to the newest one whose id begins with a text. After an
 * interrupted rollback, one snapshot back is where that rollback was going. After an interrupted publication, it is the
 * snapshot that was live before. Throws a {@link UsageError} if there is none. `live`: the place of the live snapshot.
 */
export function rollbackTo(
  wanted: string | true,
  found: Found,
  history: readonly Kept[],
  live: Kept | undefined,
  target: string,
): Back {
  const [before, next] = [at(history, found.live), at(history, found.next)];
  if (wanted === true && found.state !== 'free' && before && next && before !== next) {
    const [earlier, later] = before.number < next.number ? [before, next] : [next, before];
    return { kept: earlier, from: later };
  }
  const fitting =
    wanted === true
      ? history.filter(({ number }) => live && number < live.number).slice(0, 1)
      : withoutRepeated(history.filter(({ id }) => id.startsWith(wanted)));
  const [kept, ...more] = fitting;
  if (kept && more.length === 0) return { kept, from: live };
  throw new UsageError(
    wanted === true
      ? `no snapshot of ${target} is kept that was before the live one; there are:`
      : `${kept ? 'more than one' : 'no'} snapshot ${quote(wanted)} is kept at ${target}; there are:`,
    history.map((one) => {
      const published = `${one.id.slice(0, 12)}, published ${one.at?.toISOString()}`;
      return one === live ? `${published}, live` : published;
    }),
  );
}

/** If a snapshot was published several times, keeps only its newest entry. */
export const withoutRepeated = (history: readonly Kept[]): Kept[] =>
  history.filter(({ id }, index) => history.findIndex((one) => one.id === id) === index);
