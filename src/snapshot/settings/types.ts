// The types of settings, as callers give them and as the tool uses them; derived from the table.
import type * as z from 'zod';
import type { OnUnwritableCache } from '../../engine/shard/store.js';
import type { ExtraEndpoint } from '../../model/endpoint.js';
import type { OnProgress } from '../../problems/report.js';
import type { Encoding } from '../../site/address.js';
import type { CommandName, SettingRow, table } from './table.js';

type SettingsTable = typeof table;
type SettingName = keyof SettingsTable;
/** The type of a row's values, without the null by which a settings file may request the default. */
type SettingValue<R extends SettingRow> = Readonly<NonNullable<z.input<ReturnType<R['schema']>>>>;
type Of<P extends SettingRow['of']> = {
  [N in SettingName]: SettingsTable[N]['of'] extends P ? N : never;
}[SettingName];
type TakenBy<C extends CommandName> = {
  [N in SettingName]: SettingsTable[N]['takenBy'] extends { readonly [_ in C]: unknown }
    ? N
    : never;
}[SettingName];
type Values = { readonly [N in SettingName]?: SettingValue<SettingsTable[N]> };

/** The settings of `portal-snapshot.config.json`; all of them optional. */
export interface Settings extends Pick<Values, Of<'file'>> {}

/** The options of a call: the settings, and how and where to work. */
export interface BuildOptions extends Settings, Pick<Values, Of<'options'>> {
  /** The working folder: relative paths, and the names of files in problems, start here. */
  readonly cwd?: string;
  /** Called with the progress of the work. */
  readonly onProgress?: OnProgress;
  /** Called with the reason when the cache cannot be written; the work goes on without it. */
  readonly onUnwritableCache?: OnUnwritableCache;
  /** A folder that is removed after the call: of data and a snapshot in it, the cache keeps compiled shards alone. */
  readonly temporary?: string;
  /** Called with the names of data files in which an unfinished change was reverted. */
  readonly onTakenBack?: OnTakenBack;
}

type OnTakenBack = (files: readonly string[]) => void;

/** The flags of a command, as commander returns them; `lang` is always there: the command line adds it if absent. */
export type FlagsOf<C extends CommandName> = Pick<Values, Exclude<TakenBy<C>, 'lang'>> &
  ('lang' extends TakenBy<C> ? Required<Pick<Values, 'lang'>> : unknown);

/** The names of the rows that have a default. */
type Standard = {
  [N in SettingName]: SettingsTable[N] extends { standard: unknown } ? N : never;
}[SettingName];

/** The settings that have a default. */
export type Defaults = Required<Pick<Values, Exclude<Standard, Of<'report'>>>>;

/** All settings, checked and with their defaults. */
export interface ResolvedSettings extends Omit<Defaults, 'pageSize' | 'extras'> {
  readonly cwd: string;
  /** Undefined: the style that the hosts can serve. */
  readonly links: Values['links'] | undefined;
  /** The sibling that hosts prefer comes first. Undefined: the siblings that the hosts serve. */
  readonly compress: readonly Encoding[] | undefined;
  readonly pageSize: (endpoint: string) => number;
  /** The extras that are published. */
  readonly extras: readonly ExtraEndpoint[];
  /** Whether the search is published: by its own name, or as one of all extras. */
  readonly search: 'named' | 'as all' | 'off';
  /** The folder of the cache; undefined for no cache. */
  readonly cache: string | undefined;
  readonly temporary?: string;
  /** The file of the private key; undefined: nothing is signed. */
  readonly sign: string | undefined;
  readonly workers: number | undefined;
  /** The values of the settings that affect findings, and of those that affect what is published, as JSON. */
  readonly decisive: { readonly findings: string; readonly snapshot: string };
  readonly onProgress: OnProgress;
  readonly onUnwritableCache: OnUnwritableCache;
  readonly onTakenBack: OnTakenBack;
}
