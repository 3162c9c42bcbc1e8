// Checks that the deployment has the right snapshot: signed by one of the keys, the same as in a folder, and built
// for this address.
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { readAtMost } from '../../files/disk/text-file.js';
import { quote } from '../../problems/quote.js';
import { SNAPSHOT } from '../../site/address.js';
import { isSigned } from '../../site/signature.js';
import { MAX_DESCRIPTION, snapshotIn } from '../../site/snapshot-reader.js';
import { objectIn } from '../http/answer.js';
import { baseUrlOf } from '../http/base-url.js';
import type { VerifiedSite } from './site.js';
import type { Check } from './verdict.js';

/** Checks that one of the keys signed the id, which depends on the digests of the files. */
export function checkSignature(
  { base, id, signature }: VerifiedSite,
  check: Check,
  keys: readonly KeyObject[],
): void {
  const found = signature === undefined ? 'no signature' : 'one that none of the keys made';
  const isRight = isSigned(keys, id, signature);
  check('signature').expect(isRight, `${base}/${SNAPSHOT}`, 'a signature by the key', found);
}

/** Checks that links begin with the address of the deployment or, for a mirror, of its origin. */
export function checkBase({ linkBase, index }: VerifiedSite, check: Check): void {
  const found = baseUrlOf(objectIn(index));
  check('root-index').expect(
    found === linkBase,
    index.url,
    `links that begin with ${linkBase}`,
    quote(found),
  );
}

/**
 * Checks that the snapshot is the one in a folder. Comparing the ids is enough: an id depends on the SHA-256 of the
 * files, and the rule `digests` compares these with the files.
 */
export function checkAgainst({ base, id }: VerifiedSite, check: Check, folder: string): void {
  const own = snapshotIn(readAtMost(join(folder, SNAPSHOT), MAX_DESCRIPTION))?.id;
  const url = `${base}/${SNAPSHOT}`;
  check('same-bytes').expect(own === id, url, `id: ${quote(own)}`, `id: ${quote(id)}`);
}
