// Who says what the deployment says of its own lists: the signature of snapshot.json.

import { SIGNATURE, SNAPSHOT } from '../../../site/address.js';
import { isSigned, signaturesIn } from '../../../site/signature.js';
import { type AskFor, shownStatus } from '../../http/answer.js';
import { Growing } from '../../http/body.js';
import type { VerifyRule } from './rule.js';

/** More bytes than a snapshot.json has: very long lists are described apart. */
const LONGEST = 64 * 1024 * 1024;

export const signature: VerifyRule = {
  name: 'signature',
  wants: 'with --key: snapshot.json is signed, and one of the keys knows the signature',
  files: true,
  async check({ ask, base, keys }, verdict) {
    if (keys.length === 0) return;
    const [said, signed] = [`${base}/${SNAPSHOT}`, `${base}/${SIGNATURE}`];
    /** Past the caches between the deployment and here: of two files, they may have one from before. */
    const look = async (past: string) => {
      const snapshot = await whole(ask, said + past);
      const answer = await whole(ask, signed + past);
      const isRight = isSigned(keys, snapshot.bytes, signaturesIn(answer.bytes));
      return { snapshot, answer, isRight };
    };
    const first = await look('');
    const { snapshot, answer, isRight } = first.isRight ? first : await look('?verify=signature');
    for (const { head, url } of [
      { ...snapshot, url: said },
      { ...answer, url: signed },
    ]) {
      if (!verdict.expect(head.status === 200, url, 'status 200', shownStatus(head))) return;
    }
    const found = signaturesIn(answer.bytes).length;
    if (!verdict.expect(found > 0, signed, 'signatures', 'none')) return;
    verdict.expect(isRight, signed, `a signature of ${SNAPSHOT} by the key`, 'none that fits');
  },
};

async function whole(ask: AskFor, url: string) {
  let bytes = new Growing();
  const head = await ask(url, {
    read: async (_, body) => {
      bytes = new Growing();
      for await (const block of body) {
        // What is longer has no signature of ours.
        if (bytes.length + block.length <= LONGEST) bytes.append(block);
      }
    },
  });
  return { head, bytes: bytes.bytes };
}
