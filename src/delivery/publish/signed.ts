// The file of signatures that is published. No store changes two objects at once, so for an instant a new signature
// is beside an old snapshot.json, and for minutes where there are caches. Therefore the file has the signatures of
// both: the new one first, then that of the previous snapshot.
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { asPublished, signatureOf, signaturesIn } from '../../site/signature.js';

/** The most signatures in the file, however often publications broke off. */
const MOST = 20;

/** Returns the signature of the snapshot in a folder: made with `key`, or else the one that is there, if any. */
export function ownSignature(
  root: string,
  names: readonly string[],
  key: KeyObject | undefined,
): string | undefined {
  if (key) return signatureOf(key, readFileSync(join(root, SNAPSHOT)));
  if (!names.includes(SIGNATURE)) return undefined;
  const [own] = signaturesIn(readFileSync(join(root, SIGNATURE)));
  if (own === undefined)
    throw new UsageError(`${join(root, SIGNATURE)} is no signature: build again`);
  return own;
}

/**
 * Returns the file of signatures to publish. `own`: the new one; `there`: those that are published now. `isWhole`: the
 * first of these is that of the snapshot.json there; after a publication that broke off, any may be, so all stay.
 */
export function signaturesFor(own: string, there: readonly string[], isWhole: boolean): Buffer {
  const all = there[0] === own ? there : [own, ...(isWhole ? there.slice(0, 1) : there)];
  return Buffer.from(asPublished([...new Set(all)].slice(0, MOST)));
}
