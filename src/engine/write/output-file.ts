// A file of the snapshot. The same type is used for planning it, for placing it, and for what the next build knows of
// it.
import { join } from 'node:path';
import type { KnownSegment } from './assemble.js';

/**
 * A head is a file at which clients start, such as a first page. The manifest (snapshot.json) has the digests of all
 * files.
 */
export type Role = 'page' | 'head' | 'manifest';

/** A file that is to be made. */
export interface PlannedFile {
  readonly name: string;
  readonly role: Role;
  /** Identifies everything that the file is made from: files with equal keys have equal bytes. */
  readonly key: string;
}

/** A file of the snapshot. Plain data. */
export interface OutputFile extends PlannedFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** Whether it waits in the stage, because the file in its place differs or does not exist. */
  readonly isNew: boolean;
  /** The stat signature (files/disk/stat-signature.ts) of the file that is in its place; undefined if there is none. */
  readonly signature: string | undefined;
  /** Of a long page: its segments, in order. */
  readonly segments?: readonly KnownSegment[];
}

/** The digest and the size of some bytes. */
export type Digest = Pick<OutputFile, 'hash' | 'bytes'>;

/** Files of the snapshot, by name. */
export type OutputFiles = ReadonlyMap<string, OutputFile>;

/**
 * The file that is in a place. If it is as the last build left it, everything is known of it; otherwise only its size
 * and its stat signature.
 */
export type FileInPlace = Partial<OutputFile> & Pick<OutputFile, 'bytes' | 'signature'>;

/** The path of a new file in the stage. All files there are in one folder. */
export const stagedPath = (stage: string, name: string): string =>
  join(stage, encodeURIComponent(name));

/** Returns the name of the file that waits in the stage under a name; undefined for anything else. */
export function stagedName(waiting: string): string | undefined {
  try {
    return decodeURIComponent(waiting);
  } catch {
    return undefined;
  }
}
