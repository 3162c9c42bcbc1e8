// What one run of the fuzzer does: a portal, and steps that change, damage and build it. All of it is plain data
// that follows from a seed, so that fast-check can print, repeat and shrink it.
import fc from 'fast-check';
import { portal } from '../oracle/portals.js';
import { seed, settings } from '../oracle/publish.js';
import type { Portal, Settings } from '../oracle/types.js';
import { type Harm, harms } from './damage.js';

/** Settings of the oracle, and others that its tests leave out: what they add is held against a clean build. */
export interface FuzzSettings extends Settings {
  readonly compress?: readonly ('br' | 'gzip')[];
}

/** What can be damaged: each is a folder of the working folder. */
export type Place = 'data' | 'cache' | 'store' | 'dist';

/** One thing that happens to a portal. */
export type Step =
  /** So many changes of single records. */
  | { readonly do: 'edit'; readonly seed: number; readonly times: number }
  /** The same records in other files. */
  | { readonly do: 'lay out'; readonly layout: number }
  | { readonly do: 'set'; readonly settings: FuzzSettings }
  | { readonly do: 'damage'; readonly where: Place; readonly harms: readonly Harm[] }
  /** A folder is as it was at an earlier step, as from a backup, or from the cache of another branch. */
  | { readonly do: 'restore'; readonly where: Exclude<Place, 'data' | 'store'> }
  /** The copies that `restore` brings back. */
  | { readonly do: 'back up' }
  /** Starts a build and kills it after so many milliseconds. */
  | { readonly do: 'kill'; readonly after: number };

/** A step, and whether files are old enough before it for their stat signatures to be trusted. */
export interface Turn {
  readonly step: Step;
  readonly isSettled: boolean;
}

/** A run of the fuzzer. */
export interface Sequence {
  readonly portal: Portal;
  readonly layout: number;
  readonly settings: FuzzSettings;
  readonly turns: readonly Turn[];
}

/** Objects with a prototype, which print short. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(model, { noNullPrototype: true });

const chosen: fc.Arbitrary<FuzzSettings> = fc
  .tuple(
    settings,
    fc.option(fc.constantFrom('br' as const, 'gzip' as const), { nil: undefined, freq: 5 }),
    // The search takes some tenths of a second, so it is seldom asked for.
    fc.nat(19).map((n) => n === 19),
  )
  .map(([common, encoding, isSearched]) => ({
    ...common,
    ...(encoding && { compress: [encoding] }),
    ...(isSearched && { extras: [...(common.extras ?? []), '/search/'] }),
  }));

const damage = (weight: number, ...places: Place[]) => ({
  weight,
  arbitrary: record({
    do: fc.constant('damage' as const),
    where: fc.constantFrom(...places),
    harms,
  }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: record({
      do: fc.constant('edit' as const),
      seed,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ do: fc.constant('lay out' as const), layout: seed }),
  },
  {
    weight: 2,
    arbitrary: record({ do: fc.constant('set' as const), settings: chosen }),
  },
  damage(4, 'data'),
  damage(4, 'cache', 'store'),
  damage(3, 'dist'),
  { weight: 2, arbitrary: record({ do: fc.constant('back up' as const) }) },
  {
    weight: 2,
    arbitrary: record({
      do: fc.constant('restore' as const),
      where: fc.constantFrom('cache' as const, 'dist' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      do: fc.constant('kill' as const),
      after: fc.integer({ min: 100, max: 900 }),
    }),
  },
);

/** Any run of the fuzzer. */
export const sequences: fc.Arbitrary<Sequence> = record({
  portal,
  layout: seed,
  settings: chosen,
  turns: fc.array(record({ step, isSettled: fc.boolean() }), { minLength: 1, maxLength: 14 }),
});
