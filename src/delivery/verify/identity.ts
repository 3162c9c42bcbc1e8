// Whether it is the snapshot that was meant: signed by a key, that of a folder, and built for this address.
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { readAtMost } from '../../files/disk/text-file.js';
import { isObject } from '../../model/fields.js';
import { quote } from '../../problems/quote.js';
import { SIGNATURE, SNAPSHOT } from '../../site/address.js';
import { isSigned, signaturesIn } from '../../site/signature.js';
import { shownStatus } from '../http/answer.js';
import { baseUrlOf } from '../http/base-url.js';
import { objectIn, readValue } from '../http/list-body.js';
import type { Deployment } from '../http/target.js';
import { MAX_DESCRIPTION } from '../mirror/manifest.js';
import { type VerifiedSite, whole } from './site.js';
import type { Check } from './verdict.js';

export async function checkSignature(
  deployment: Deployment,
  check: Check,
  keys: readonly KeyObject[],
): Promise<void> {
  const verdict = check('signature');
  /** `past`: a query that bypasses caches, since they may have an older version of one of the two files. */
  const look = async (past: string) => {
    const snapshot = await whole(deployment, SNAPSHOT + past);
    const signed = await whole(deployment, SIGNATURE + past);
    const signatures = signed.head.status === 200 ? signaturesIn(signed.bytes) : [];
    return { signed, signatures, isRight: isSigned(keys, snapshot.bytes, signatures) };
  };
  const first = await look('');
  const { signed, signatures, isRight } = first.isRight ? first : await look('?verify=signature');
  const url = `${deployment.base}/${SIGNATURE}`;
  const found = signed.head.status === 200 ? 'no signature' : shownStatus(signed.head);
  if (!verdict.expect(signatures.length > 0, url, 'signatures', found)) return;
  verdict.expect(isRight, url, `a signature of ${SNAPSHOT} by the key`, 'none that fits');
}

/** Expects links to begin with the address at which the deployment was asked. */
export function checkBase({ base, index }: VerifiedSite, check: Check): void {
  const found = baseUrlOf(objectIn(index));
  check('root-index').expect(
    found === base,
    index.url,
    `links that begin with ${base}`,
    quote(found),
  );
}

/** Expects the snapshot in a folder. Its id stands for the digests of all files, which `digests` checks. */
export function checkAgainst({ base, id }: VerifiedSite, check: Check, folder: string): void {
  const read = readValue(readAtMost(join(folder, SNAPSHOT), MAX_DESCRIPTION), MAX_DESCRIPTION);
  const own = 'value' in read && isObject(read.value) ? read.value['id'] : undefined;
  const url = `${base}/${SNAPSHOT}`;
  check('same-bytes').expect(own === id, url, `id: ${quote(own)}`, `id: ${quote(id)}`);
}
