// Which file a server answers with, for each of the addresses of the small portal.
import { answers } from '../../support/addresses.js';
import { ask } from '../../support/ask.js';
import type { Tree } from '../../support/tree.js';

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

/** Addresses of the page that `docs` writes, in its folder beside the API. */
export const pageOfDocs = [
  '/docs/index.html',
  '/docs/swagger-ui.css',
  '/docs/page.js',
  '/docs/openapi.json',
];

/** How a browser takes them for what they are. */
export const pageTypes = ['text/html', 'text/css', 'text/javascript', 'application/json'].map(
  (type) => `200 ${type}`,
);

/** The status and the media type at some addresses of a host; of names for one type, the usual one. */
export async function typesAt(url: string, paths: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(paths.map((path) => ask(url, path)));
  return answers.map(({ status, headers }) => {
    const [type] = (headers['content-type'] ?? '').split(';');
    return `${status} ${type!.replace('application/javascript', 'text/javascript')}`;
  });
}
