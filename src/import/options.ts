// The options of an import.
import type { BuildOptions } from '../snapshot/settings/index.js';

export interface ImportOptions
  extends Pick<
    BuildOptions,
    'cwd' | 'data' | 'config' | 'cache' | 'lang' | 'breakLock' | 'onUnwritableCache' | 'onTakenBack'
  > {
  /** The address of the API, with or without `/api/`. */
  readonly url: string;
  /** Whether to invent records and fields that data files need but the portal does not show. */
  readonly stubs?: boolean;
  /**
   * Whether to write personal fields into data files. The setting `personal` does not decide this: it says what is
   * published, but data files also stay in the history of the repository.
   */
  readonly personal?: 'withhold' | 'publish';
  /** A header for signing in. It is sent to the portal with each request, and to nobody else. */
  readonly header?: Header;
  /**
   * Whether to send the header even over plain `http://` to another machine, where others on the network can read it.
   */
  readonly insecure?: boolean;
  /** Whether to allow removing very many records at once, or another header or `personal` than in the last import. */
  readonly allowRemovals?: boolean;
  /**
   * How to settle conflicts: keep the data, or take the portal's values. If this is absent, each import reports the
   * conflicts again.
   */
  readonly conflicts?: 'keep' | 'take';
  /**
   * Whether to write data with errors, or data from which a build makes other records than the portal shows, so that
   * editors can correct it.
   */
  readonly draft?: boolean;
  readonly dryRun?: boolean;
  /** The most requests at once; 2 by default. */
  readonly concurrency?: number;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface Header {
  readonly name: string;
  readonly value: string;
}
