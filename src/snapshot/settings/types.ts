// The types of settings: as a caller gives them, and as the program uses them. Made from the table of settings.
import type * as z from 'zod';
import type { OnUnwritableCache } from '../../engine/shard/store.js';
import type { Endpoint } from '../../model/endpoint.js';
import type { StartedWith } from '../../problems/commands.js';
import type { OnProgress } from '../../problems/report.js';
import type { Encoding } from '../../site/address.js';
import type { inFile, places, runs, Schemas, settings } from './table.js';

/** Settings as a caller gives them: each may be left out. */
type Optional<S extends Readonly<Record<string, z.ZodType>>> = {
  readonly [N in keyof S]?: Readonly<NonNullable<z.input<S[N]>>>;
};

/** The settings of `portal-snapshot.config.json`. All are optional. */
export interface Settings extends Optional<Schemas<typeof inFile>> {}

/** The options of a call: the settings, except that the portal is given as a value, and options for this call only. */
export interface BuildOptions
  extends Omit<Settings, 'portal'>,
    Optional<Schemas<typeof places>>,
    Optional<Schemas<typeof runs>> {
  /** The working folder. Relative paths and the file names of problems are relative to it. */
  readonly cwd?: string;
  /** Called to report the progress. */
  readonly onProgress?: OnProgress;
  /**
   * Called with the folder of the cache and the reason if the cache cannot be written. The call then goes on without
   * the cache.
   */
  readonly onUnwritableCache?: OnUnwritableCache;
  /**
   * A folder that is removed after the call. For data or a snapshot inside this folder, the cache keeps no report and
   * no list of files, because these would be useless later.
   */
  readonly temporary?: string;
  /** Called if an interrupted change of the data was undone, with the names of its data files. */
  readonly onTakenBack?: OnTakenBack;
}

type OnTakenBack = (files: readonly string[]) => void;

/** The settings with their defaults. */
type Checked = Readonly<z.output<z.ZodObject<Schemas<typeof settings>>>>;

/** The settings, with defaults, in the form that the program uses. */
export interface ResolvedSettings
  extends Omit<Checked, 'config' | 'compress' | 'pageSize' | 'extras' | 'cache' | 'sign'> {
  readonly cwd: string;
  /** The data folder and the settings file as the caller gave them, for commands in messages. */
  readonly startedWith: StartedWith;
  /** The encodings, the most preferred first. Undefined: the encodings that the chosen hosts can serve. */
  readonly compress: readonly Encoding[] | undefined;
  readonly pageSize: (endpoint: string) => number;
  /** The extras that are published. */
  readonly extras: readonly Endpoint[];
  /**
   * Whether the settings ask for the search. `named`: the setting `extras` has `/search/`. `as all`: it has `all`, but
   * not `/search/`.
   */
  readonly search: 'named' | 'as all' | 'off';
  /** The folder of the cache; undefined for no cache. */
  readonly cache: string | undefined;
  readonly temporary?: string;
  /** The path of the file with the private key; undefined if the snapshot is not signed. */
  readonly sign: string | undefined;
  /**
   * As JSON. `findings`: the settings whose row has `decides: 'findings'`. `snapshot`: the settings that can be in the
   * settings file and whose row has no `decides`.
   */
  readonly decisive: { readonly findings: string; readonly snapshot: string };
  readonly onProgress: OnProgress;
  readonly onUnwritableCache: OnUnwritableCache;
  readonly onTakenBack: OnTakenBack;
}
