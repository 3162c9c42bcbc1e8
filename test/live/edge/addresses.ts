// Which file a server answers with, for each of the addresses of the small portal.
import { answers } from '../../support/addresses.js';
import type { Tree } from '../../support/tree.js';
import { ask } from './requests.js';

/** What answers for each of these addresses on a server. */
export async function servedBy(url: string, tree: Tree): Promise<typeof answers> {
  const served: typeof answers = {};
  for (const address of Object.keys(answers)) {
    const { status, body } = await ask(url, address);
    const file = [...tree].find(([, bytes]) => bytes.equals(body))?.[0];
    const isMissing = status === 404 && file === '404.json';
    if (status === 200) served[address] = file ?? 'other bytes';
    else served[address] = isMissing ? undefined : `status ${status}`;
  }
  return served;
}
