// What callers give, and what the work is given: both follow from the table.
import type { z } from 'zod';
import type { OnUnwritableCache } from '../engine/unit/store.js';
import type { OnProgress } from '../report.js';
import type { Compression } from '../site/address.js';
import type { CommandName, Row, table } from './table.js';

type Table = typeof table;
type Named = keyof Table;
/** What a row takes. A file may say null where it means the default; nobody else need. */
type Value<R extends Row> = Readonly<NonNullable<z.input<ReturnType<R['schema']>>>>;
type Of<P extends Row['of']> = { [N in Named]: Table[N]['of'] extends P ? N : never }[Named];
type TakenBy<C extends CommandName> = {
  [N in Named]: Table[N]['takenBy'] extends { readonly [_ in C]: unknown } ? N : never;
}[Named];
type Values = { readonly [N in Named]?: Value<Table[N]> };

/** The settings of `portal-snapshot.config.json`; all of them optional. */
export interface Settings extends Pick<Values, Of<'file'>> {}

/** Settings and where to work. */
export interface Options extends Settings, Pick<Values, Of<'options'>> {
  /** The working folder: relative paths, and the names of files in problems, start here. */
  readonly cwd?: string;
  /** Is told how far the work is. */
  readonly onProgress?: OnProgress;
  /** Is told when the cache cannot be written, and why: the work is done without it. */
  readonly onUnwritableCache?: OnUnwritableCache;
}

/** The flags of a command, as commander gives them. */
export type FlagsOf<C extends CommandName> = Pick<Values, TakenBy<C>>;

/** What is something even if nobody gives it. */
type Standard = { [N in Named]: Table[N] extends { standard: unknown } ? N : never }[Named];

/** All settings, checked. */
export interface ResolvedSettings
  extends Omit<Required<Pick<Values, Exclude<Standard, Of<'report'>>>>, 'pageSize'> {
  readonly cwd: string;
  /** Undefined for what the hosts can serve. */
  readonly links: Values['links'] | undefined;
  /** The smaller sibling first; undefined for what the hosts serve. */
  readonly compress: readonly Compression[] | undefined;
  readonly pageSize: (endpoint: string) => number;
  /** Undefined for none. */
  readonly cache: string | undefined;
  readonly workers: number | undefined;
  readonly onProgress: OnProgress;
  readonly onUnwritableCache: OnUnwritableCache;
}
