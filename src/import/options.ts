// The options of an import.
import type { BuildOptions } from '../snapshot/settings/index.js';
import type { Settle } from './merge/merge.js';

export interface ImportOptions
  extends Pick<
    BuildOptions,
    'cwd' | 'data' | 'config' | 'cache' | 'lang' | 'breakLock' | 'onUnwritableCache' | 'onTakenBack'
  > {
  /** The address of the API, or the one above `/api/`. */
  readonly url: string;
  /** Invent, and mark, what is required and the API does not publish: as little as possible. */
  readonly stubs?: boolean;
  /** Whether personal fields are written too. The setting `personal` does not apply: files stay for ever. */
  readonly personal?: 'withhold' | 'publish';
  /** A header for signing in, sent to the origin with each request and to nobody else. */
  readonly header?: Header;
  /** Send the header even over plain `http://` to another machine, where it can be read on the network. */
  readonly insecure?: boolean;
  /** Allow removals of very many records at once, and another header than that of the last import. */
  readonly allowRemovals?: boolean;
  /** What becomes of conflicts; without it, each import tells them again. */
  readonly conflicts?: Settle;
  /** Write even data that has errors or fails the proof, for editors to correct. */
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
