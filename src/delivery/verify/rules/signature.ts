// Who says what the deployment says of its own lists: the signature of snapshot.json.

import { SIGNATURE, SNAPSHOT } from '../../../site/address.js';
import { isSigned, signaturesIn } from '../../../site/signature.js';
import { type Answer, type AskFor, shownStatus } from '../../http/answer.js';
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

interface WholeAnswer {
  readonly head: Answer;
  readonly bytes: Buffer;
}

async function whole(ask: AskFor, url: string): Promise<WholeAnswer> {
  let bytes = Buffer.alloc(0);
  const head = await ask(url, {
    read: async (_, body) => {
      const blocks: Buffer[] = [];
      let length = 0;
      for await (const block of body) {
        length += block.length;
        // What is longer has no signature of ours.
        if (length <= LONGEST) blocks.push(Buffer.from(block));
      }
      bytes = Buffer.concat(blocks);
    },
  });
  return { head, bytes };
}
