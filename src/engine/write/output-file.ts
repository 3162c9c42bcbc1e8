// The types of a file of the snapshot: as it is planned, as it is made, and as it is in place.
import { join } from 'node:path';
import type { KnownSegment } from './assemble.js';

export interface PlannedFile {
  readonly name: string;
  /** Stands for everything from which the file is made. Files with the same name and key have the same bytes. */
  readonly key: string;
}

/** A file of the snapshot that was made. Plain data, which can be sent to threads. */
export interface OutputFile extends PlannedFile {
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
  /** Whether the file waits in the stage. If not, the file in its place has the same bytes. */
  readonly isNew: boolean;
  /**
   * The stat signature (files/disk/stat-signature.ts) of the file in its place. Undefined if there is none, or if that
   * file is removed before the new one is moved there.
   */
  readonly signature: string | undefined;
  /** The segments of a long page, in order. */
  readonly segments?: readonly KnownSegment[];
}

export type Digest = Pick<OutputFile, 'hash' | 'bytes'>;

export type OutputFiles = ReadonlyMap<string, OutputFile>;

/**
 * The file that is in a place of the snapshot's folder. If it is unchanged since the last build, everything is known of
 * it; otherwise only its size and its stat signature.
 */
export type FileInPlace = Partial<OutputFile> & Pick<OutputFile, 'bytes' | 'signature'>;

/** The path of a new file in the stage, which has all files in one folder: `api%2Findex.json` for `api/index.json`. */
export const stagedPath = (stage: string, name: string): string =>
  join(stage, encodeURIComponent(name));

/** The reverse of {@link stagedPath}: `api/index.json` for `api%2Findex.json`. Undefined if this cannot be decoded. */
export function stagedName(waiting: string): string | undefined {
  try {
    return decodeURIComponent(waiting);
  } catch {
    return undefined;
  }
}
