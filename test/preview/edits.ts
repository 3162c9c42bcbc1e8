// What the forms of the preview ask for, over the wire, of the portal of test/query.
import { dirname } from 'node:path';
import { memo } from '../../src/model/memo.js';
import type { PreviewState } from '../../src/preview/browser/dto.js';
import { FILES } from '../query/portal.js';
import { writeFile } from '../support/portal.js';
import { ask, type Running } from './support.js';

export const VACANCY = 'vacancies/0100-ekspert.json';

/** Writes the portal's data folder, and what lies beside it. */
export function fill(data: string): void {
  for (const [name, text] of Object.entries(FILES)) writeFile(dirname(data), name, text);
}

/** The token of a preview's page. */
export const tokenOf = async ({ port }: Running): Promise<string> =>
  /<meta name="token" content="([^"]*)">/.exec((await ask(port, '/')).body)?.[1] ?? '';

const tokens = new Map<Running, Promise<string>>();

/** Asks as the page does: about the data, or with a body for a change. */
export async function edit(running: Running, path: string, body?: object, lang = 'en') {
  const headers = { 'x-token': await memo(tokens, running, () => tokenOf(running)) };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const isOfData = body === undefined && path !== 'changes';
  const kind = isOfData ? 'data' : 'edit';
  const address = `/preview/${kind}/${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
  const { status, body: text } = await ask(running.port, address, { headers, ...sent });
  return { status, body: JSON.parse(text) };
}

/** The state that a preview tells its pages now. */
export async function stateAt({ url }: Running): Promise<PreviewState> {
  const response = await fetch(`${url}/preview/events`);
  let text = '';
  for await (const part of response.body!) {
    text += Buffer.from(part).toString();
    if (/^data: .*\n\n/m.test(text)) break;
  }
  return JSON.parse(/^data: (.*)$/m.exec(text)![1]!);
}
