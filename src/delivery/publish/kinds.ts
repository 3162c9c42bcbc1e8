// What publishing makes of the kind of a file (site/kinds.ts): whether it goes to readers, after which others, and with
// which headers.
import { cacheControl } from '../../hosts/answers.js';
import { extensions } from '../../site/address.js';
import { BESIDE, fileBeside, kindOf, sentAs } from '../../site/kinds.js';

/** Longer names than any file system or bucket takes, with room for the folder or prefix before them. */
const LONGEST = 900;
const SEGMENT = /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]{0,249}$/;

/**
 * Whether a name can be that of a file that goes to readers: those of the API, and none that are hidden but Apache's
 * own. No such name leads out of the folder that it is in.
 */
export function isPublished(name: string): boolean {
  if (name.length > LONGEST || kindOf(name) === undefined) return false;
  const segments = (fileBeside(name) ?? name).split('/');
  return BESIDE.includes(name) || segments.every((segment) => SEGMENT.test(segment));
}

/**
 * The phases of a publication. A page may lead to other pages, so those that are not there yet come first; those that
 * are expiring and still there lead nowhere that counts, and come next; then those that readers come by. A head leads
 * to pages, the root index to heads. The signature is good for what is there and for what comes (see signed.ts).
 */
export const phases = [
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

export type PublishPhase = (typeof phases)[number];

/** The phase of a file. `state`: what is at its place in the target. */
export function phaseOf(name: string, state: 'absent' | 'expiring' | 'live'): PublishPhase {
  const phase = kindOf(name)?.phase ?? 'heads';
  if (phase === 'pages') {
    if (state === 'absent') return 'new pages';
    return state === 'expiring' ? 'pages that come back' : 'changed pages';
  }
  if (phase === 'heads') return state === 'absent' ? 'new heads' : 'changed heads';
  return phase;
}

/** The list whose records a file shows: its address below `/api/`. Undefined for what shows none. */
export function listOf(name: string): string | undefined {
  const kind = kindOf(name);
  return kind?.showsRecords && kind.list?.(fileBeside(name) ?? name);
}

/** The headers of a file, a line each. */
export function headersOf(name: string): string {
  const { mediaType, caching } = sentAs(name);
  const file = fileBeside(name);
  const [encoding] = Object.entries(extensions).find(([, ending]) => name === file + ending) ?? [];
  return [
    `Content-Type: ${mediaType}`,
    `Cache-Control: ${cacheControl[caching]}`,
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ].join('\n');
}

/** One of a file's headers. */
export const headerIn = (headers: string, name: string): string | undefined =>
  headers
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
