// What the name of a file says: whether it is published at all, after which others, and with which headers.
import { cacheControl } from '../../hosts/caching.js';
import { extensions, pageOf, SIGNATURE, SNAPSHOT } from '../../site/address.js';

const ROOT = 'api/index.json';
/** What stands beside the API: bodies of errors, and Apache's own configuration of the folder. */
export const BESIDE: readonly string[] = ['404.json', '405.json', '.htaccess'];

const SIBLING = /\.(?:br|gz|zst)$/;

/** The file that a compressed sibling stands beside; undefined for what is no sibling. */
export const fileBeside = (name: string): string | undefined =>
  SIBLING.test(name) ? name.replace(SIBLING, '') : undefined;

/** Longer names than any file system or bucket takes, with room for the folder or prefix before them. */
const LONGEST = 900;

/**
 * Whether a name can be that of a file that goes to readers: those of the API, and none that are hidden. No such
 * name leads out of the folder that it is in.
 */
export function isPublished(name: string): boolean {
  const file = fileBeside(name) ?? name;
  if (name.length > LONGEST) return false;
  if (name === SIGNATURE) return true;
  if (BESIDE.includes(file)) return file === name || file !== '.htaccess';
  return /^api(?:\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]{0,249})+(?<=\.json)$/.test(file);
}

/**
 * In which step a file is published. A page may lead to other pages, so those that are not there yet come
 * first; those that were given up and are still there lead nowhere that counts, and come next; then those
 * that readers come by. A head leads to pages, the root index to heads. The signature is good for what is
 * there and for what comes (see signed.ts).
 */
export const steps = [
  'new pages',
  'pages that come back',
  'changed pages',
  'errors',
  'new heads',
  'changed heads',
  'the root index',
  'the signature',
  'snapshot.json',
] as const;

export type Step = (typeof steps)[number];

/** The step of a file. `state`: what is at its place in the target. */
export function stepOf(name: string, state: 'absent' | 'retired' | 'live'): Step {
  const file = fileBeside(name) ?? name;
  if (file === SNAPSHOT) return 'snapshot.json';
  if (file === SIGNATURE) return 'the signature';
  if (file === ROOT) return 'the root index';
  if (BESIDE.includes(file)) return 'errors';
  if (pageOf(file)?.page) {
    if (state === 'absent') return 'new pages';
    return state === 'retired' ? 'pages that come back' : 'changed pages';
  }
  return state === 'absent' ? 'new heads' : 'changed heads';
}

/** The list whose records a file holds: its address below `/api/`. Undefined for what is no page. */
export function listOf(name: string): string | undefined {
  return pageOf(name)?.endpoint;
}

/** The headers of a file, a line each. */
export function headersOf(name: string): string {
  const file = fileBeside(name) ?? name;
  const [encoding] = Object.entries(extensions).find(([, ending]) => name === file + ending) ?? [];
  const isError = BESIDE.includes(file);
  const caching = isError
    ? cacheControl.error
    : cacheControl[pageOf(file)?.page?.parameter === 'cursor' ? 'settled' : 'head'];
  return [
    `Content-Type: ${file === '.htaccess' ? 'text/plain' : 'application/json'}`,
    `Cache-Control: ${caching}`,
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ].join('\n');
}

/** One of a file's headers. */
export const headerIn = (headers: string, name: string): string | undefined =>
  headers
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
