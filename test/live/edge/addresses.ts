// Addresses of the small portal, and which file answers for each on a host that routes all of them.
import type { Tree } from '../../support/tree.js';
import { ask } from './requests.js';

/** Address → the file that answers for it; undefined for what is not there. */
export const answers: Record<string, string | undefined> = {
  '/api/': 'api/index.json',
  '/api': 'api/index.json',
  '/api/region/': 'api/region/index.json',
  '/api/region': 'api/region/index.json',
  '/api/region/index.json': 'api/region/index.json',
  '/api/region/?page=1': 'api/region/index.json',
  '/api/region/?page=2': 'api/region/page/2/index.json',
  '/api/region?page=2': 'api/region/page/2/index.json',
  '/api/region/?page=3&format=json': 'api/region/page/3/index.json',
  '/api/region/?cursor=1': 'api/region/index.json',
  '/api/region/page/2/?page=2': 'api/region/page/2/index.json',
  '/api/region/page/2/index.json': 'api/region/page/2/index.json',
  '/api/event/?cursor=1': 'api/event/cursor/1/index.json',
  '/api/event/cursor/1/': 'api/event/cursor/1/index.json',
  '/api/post-comment/?page=2': 'api/post-comment/index.json',
  '/api/region/page/99/': undefined,
  '/api/event/page/1/': undefined,
  '/api/nothing/': undefined,
  '/nothing': undefined,
};

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
