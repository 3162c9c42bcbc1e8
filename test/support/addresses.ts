// Addresses of the small portal, and which file answers for each (requests.txt).
import { readFileSync } from 'node:fs';

/** A request, and what answers it. */
interface Row {
  readonly address: string;
  /** The file that answers; undefined for what is not there. */
  readonly file: string | undefined;
  readonly isSettled: boolean;
  /** Where the request is sent. */
  readonly location: string | undefined;
}

/** The rows of a section. */
function rowsOf(title: string): Row[] {
  const text = readFileSync(new URL('requests.txt', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`## ${title}:`);
  const [, ...lines] = section.split('\n## ')[0]!.trimEnd().split('\n');
  if (lines.length === 0) throw new Error(`requests.txt has no ${title}`);
  return lines.map((line) => {
    const [request = '', location] = line.split(' ⇒ ');
    const [address = '', file, ...more] = request.split(/ → | /);
    return { address, file, isSettled: more.includes('settled'), location };
  });
}

/** Address → the file that answers for it, on a host that routes all of them. */
export const answers: Record<string, string | undefined> = Object.fromEntries(
  rowsOf('some extras').map(({ address, file }) => [address, file]),
);

const all = rowsOf('all extras');

/** What real servers answer. */
export const pages = all.filter((row) => row.file !== undefined);

/** What is not there, below the prefix. */
export const missing = all.filter(({ file }) => file === undefined).map(({ address }) => address);

/** What no well-meaning client sends. */
export const hostile = rowsOf('hostile').map(({ address }) => address);

/** What the router of the preview answers, without extras and with all of them. */
export const routed = rowsOf('router');
export const routedWithExtras = rowsOf('router with extras');
