// The types of settings, as callers give them and as the tool uses them; derived from the schemas.
import type * as z from 'zod';
import type { OnUnwritableCache } from '../../engine/shard/store.js';
import type { ExtraEndpoint } from '../../model/endpoint.js';
import type { OnProgress } from '../../problems/report.js';
import type { Encoding } from '../../site/address.js';
import type { places, reports, runOptions } from './options.js';
import type { everything, inFile } from './table.js';

type Shape = Readonly<Record<string, z.ZodType>>;
/** Values as callers give them: all optional, none changed. */
type Given<S extends Shape> = { readonly [N in keyof S]?: Readonly<NonNullable<z.input<S[N]>>> };

/** The settings of `portal-snapshot.config.json`; all of them optional. */
export interface Settings extends Given<ReturnType<typeof inFile>> {}

/** The options of a call: the settings, and how and where to work. */
export interface BuildOptions extends Settings, Given<typeof places>, Given<typeof runOptions> {
  /** The working folder: relative paths, and the names of files in problems, start here. */
  readonly cwd?: string;
  /** Called with the progress of the work. */
  readonly onProgress?: OnProgress;
  /** Called with the reason if the cache cannot be written. The work continues without it. */
  readonly onUnwritableCache?: OnUnwritableCache;
  /**
   * A folder that is removed after the call. If the data and the snapshot are in it, the cache keeps only compiled
   * shards, and nothing about this folder.
   */
  readonly temporary?: string;
  /** Called with the names of data files in which an unfinished change was undone. */
  readonly onTakenBack?: OnTakenBack;
}

type OnTakenBack = (files: readonly string[]) => void;

/** All settings after zod has checked them, with their defaults. */
type Checked = Readonly<Omit<z.output<ReturnType<typeof everything>>, keyof typeof reports>>;

/** All settings, checked and with their defaults. */
export interface ResolvedSettings
  extends Omit<Checked, 'config' | 'compress' | 'pageSize' | 'extras' | 'cache' | 'sign'> {
  readonly cwd: string;
  /** Encodings in the order in which hosts prefer them. Undefined: those that the hosts serve. */
  readonly compress: readonly Encoding[] | undefined;
  readonly pageSize: (endpoint: string) => number;
  /** The extras that are published. */
  readonly extras: readonly ExtraEndpoint[];
  /** Whether the search is published: because it is named, because all extras are, or not at all. */
  readonly search: 'named' | 'as all' | 'off';
  /** The folder of the cache; undefined for no cache. */
  readonly cache: string | undefined;
  readonly temporary?: string;
  /** The file with the private key; undefined if nothing is signed. */
  readonly sign: string | undefined;
  /** The values of the settings that affect findings, and of those that affect what is published, as JSON. */
  readonly decisive: { readonly findings: string; readonly snapshot: string };
  readonly onProgress: OnProgress;
  readonly onUnwritableCache: OnUnwritableCache;
  readonly onTakenBack: OnTakenBack;
}
