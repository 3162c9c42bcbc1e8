// A file of the snapshot: one type from planning to its place, and in what is kept of it for the next build.
import { join } from 'node:path';
import type { KnownSegment } from './assemble.js';

/** A head is a file where clients begin, such as a first page. The manifest (snapshot.json) has the digests of all. */
export type Role = 'page' | 'head' | 'manifest';

/** A file that is to be made. */
export interface PlannedFile {
  readonly name: string;
  readonly role: Role;
  /** Identifies all that the file is made from: files with equal keys have equal bytes. */
  readonly key: string;
}

/** A file of the snapshot. Plain data. */
export interface OutputFile extends PlannedFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** Whether it waits in the stage, since it differs from what is in its place. */
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

/** The file that is in a place: all that is known of it if it is as the last build left it, or else its size. */
export type FileInPlace = Partial<OutputFile> & Pick<OutputFile, 'bytes' | 'signature'>;

/** The path of a new file in the stage, where all files are in one folder. */
export const stagedPath = (stage: string, name: string): string =>
  join(stage, encodeURIComponent(name));

/** The name of the file that waits in the stage under this one; undefined for anything else. */
export function stagedName(waiting: string): string | undefined {
  try {
    return decodeURIComponent(waiting);
  } catch {
    return undefined;
  }
}
