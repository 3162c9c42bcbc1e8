// The types of settings, as callers give them and as the tool uses them; derived from the schemas.
import type * as z from 'zod';
import type { OnUnwritableCache } from '../../engine/shard/store.js';
import type { ExtraEndpoint } from '../../model/endpoint.js';
import type { OnProgress } from '../../problems/report.js';
import type { Encoding } from '../../site/address.js';
import type { places, reports, runOptions } from './options.js';
import type { everything, inFile } from './table.js';

type Shape = Readonly<Record<string, z.ZodType>>;
/** Values as a caller gives them: all are optional. */
type Given<S extends Shape> = { readonly [N in keyof S]?: Readonly<NonNullable<z.input<S[N]>>> };

/** The settings of `portal-snapshot.config.json`. All are optional. */
export interface Settings extends Given<ReturnType<typeof inFile>> {}

/** The options of a call: the settings, and how and where to work. */
export interface BuildOptions extends Settings, Given<typeof places>, Given<typeof runOptions> {
  /** The working folder. Relative paths, and the file names in problems, begin here. */
  readonly cwd?: string;
  /** Called to report the progress. */
  readonly onProgress?: OnProgress;
  /** Called with the reason if the cache cannot be written. The work continues without it. */
  readonly onUnwritableCache?: OnUnwritableCache;
  /**
   * A folder that is removed after the call. If the data or the snapshot is in it, only compiled shards are kept in
   * the cache.
   */
  readonly temporary?: string;
  /** Called with the names of the data files of an interrupted change that was undone. */
  readonly onTakenBack?: OnTakenBack;
}

type OnTakenBack = (files: readonly string[]) => void;

/** All settings with their defaults, as zod returns them. */
type Checked = Readonly<Omit<z.output<ReturnType<typeof everything>>, keyof typeof reports>>;

/** All settings with their defaults, in the form in which the program uses them. */
export interface ResolvedSettings
  extends Omit<Checked, 'config' | 'compress' | 'pageSize' | 'extras' | 'cache' | 'sign'> {
  readonly cwd: string;
  /** The encodings in the order in which hosts prefer them; undefined for those that the hosts serve. */
  readonly compress: readonly Encoding[] | undefined;
  readonly pageSize: (endpoint: string) => number;
  /** The extras that are published. */
  readonly extras: readonly ExtraEndpoint[];
  /** Whether the search is published: because the settings name it, because they name all extras, or not at all. */
  readonly search: 'named' | 'as all' | 'off';
  /** The folder of the cache; undefined for no cache. */
  readonly cache: string | undefined;
  readonly temporary?: string;
  /** The file with the private key; undefined if nothing is signed. */
  readonly sign: string | undefined;
  /** The settings that affect findings, and those that affect what is published, as JSON. */
  readonly decisive: { readonly findings: string; readonly snapshot: string };
  readonly onProgress: OnProgress;
  readonly onUnwritableCache: OnUnwritableCache;
  readonly onTakenBack: OnTakenBack;
}
