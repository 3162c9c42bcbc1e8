// What an import is told: from where, and how.
import type { BuildOptions } from '../snapshot/settings/index.js';

export interface ImportOptions
  extends Pick<
    BuildOptions,
    'cwd' | 'data' | 'config' | 'cache' | 'lang' | 'onUnwritableCache' | 'onTakenBack'
  > {
  /** The address of the API, or the one above `/api/`. */
  readonly url: string;
  /** Invent what the public API does not tell, as little as can be, and mark it. */
  readonly stubs?: boolean;
  /** Read the feed alone, from its head back to what is known: for frequent runs. Nothing is removed. */
  readonly sinceFeed?: boolean;
  /** Whether personal fields are written, too. The settings file does not decide it: files are for ever. */
  readonly personal?: 'withhold' | 'publish';
  /** A header for signing in: it goes to the origin with each request, and nowhere else. */
  readonly header?: Header;
  /** Send it also over plain `http://` to another machine, where all on the way can read it. */
  readonly insecure?: boolean;
  /** Remove also very many records at once, or after signing in in another way than the import before. */
  readonly allowRemovals?: boolean;
  /** Write also what has errors or is not proved: for editors to put right. */
  readonly draft?: boolean;
  readonly dryRun?: boolean;
  /** Ask for everything anew, even if an import was interrupted. */
  readonly fresh?: boolean;
  /** The most requests at once; 2 by default. */
  readonly concurrency?: number;
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  /** Ends the work; what was fetched is kept for the next run. */
  readonly signal?: AbortSignal;
}

export interface Header {
  readonly name: string;
  readonly value: string;
}
