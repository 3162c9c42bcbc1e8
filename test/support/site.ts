// A snapshot, as a client sees it.
import type { Tree } from './tree.js';

/** How links name a page (the setting `links`). */
export type Links = 'path' | 'query' | 'file';

/** The files of a snapshot, and the settings of its links. */
export interface Site {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly links: Links;
  readonly tree: Tree;
}

/** A list's envelope. */
export interface Envelope {
  readonly count?: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number }[];
}

/** The parsed content of one of the snapshot's files. */
export function content<T>(site: Site, file: string): T {
  const bytes = site.tree.get(file);
  if (bytes === undefined) throw new Error(`the snapshot has no ${file}`);
  return JSON.parse(bytes.toString()) as T;
}
