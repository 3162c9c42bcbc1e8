// The signature of a snapshot on its way to readers. No store changes two objects at once, so for an instant
// there is a new signature and an old snapshot.json, and caches make minutes of it: what is published is
// therefore good for both, the new signature first, and behind it that of the snapshot before.
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../problems/problem.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { asPublished, signatureOf, signaturesIn } from '../../site/signature.js';

/** More than that are not kept, however often publications broke off. */
const MOST = 20;

/** The signature of a snapshot in its folder: made with a key, or else as it lies there, if it does. */
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
 * What is published of a signature. `there`: what is published now; its first signature is that of the
 * snapshot.json beside it, unless a publication broke off, when it may be any.
 */
export function signaturesFor(own: string, there: readonly string[], isWhole: boolean): Buffer {
  const all = there[0] === own ? there : [own, ...(isWhole ? there.slice(0, 1) : there)];
  return Buffer.from(asPublished([...new Set(all)].slice(0, MOST)));
}
