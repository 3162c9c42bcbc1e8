// The options of an import.
import type { BuildOptions } from '../snapshot/settings/index.js';
import type { Settle } from './merge/merge.js';

export interface ImportOptions
  extends Pick<
    BuildOptions,
    'cwd' | 'data' | 'config' | 'cache' | 'lang' | 'breakLock' | 'onUnwritableCache' | 'onTakenBack'
  > {
  /** The address of the API, with or without `/api/`. */
  readonly url: string;
  /** Whether to invent what is required but not published, and to mark it: as little as possible. */
  readonly stubs?: boolean;
  /** Whether personal fields are written, too. The setting `personal` does not decide this, because files stay. */
  readonly personal?: 'withhold' | 'publish';
  /** A header for signing in. It is sent to the origin with each request, and to nobody else. */
  readonly header?: Header;
  /**
   * Whether to send the header even over plain `http://` to another machine, where others on the network can read it.
   */
  readonly insecure?: boolean;
  /** Whether to allow removing very many records at once, and another header than that of the last import. */
  readonly allowRemovals?: boolean;
  /** How to settle conflicts. Without it, each import reports them again. */
  readonly conflicts?: Settle;
  /** Whether to write even data that has errors or fails the proof, for editors to correct. */
  readonly draft?: boolean;
  readonly dryRun?: boolean;
  /** The most requests at once; 2 by default. */
  readonly concurrency?: number;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  /** Aborts the import. */
  readonly signal?: AbortSignal;
}

export interface Header {
  readonly name: string;
  readonly value: string;
}
