// What the kind of a file (site/kinds.ts) means for publishing: whether the file is published, in which phase, and with
// which headers.
import { cacheControl } from '../../hosts/answers.js';
import { extensions } from '../../site/address.js';
import { BESIDE, fileBeside, kindOf, sentAs } from '../../site/kinds.js';

/** The most characters of a name: file systems and buckets limit it with the folder or prefix before it. */
const LONGEST = 900;
const SEGMENT = /^[A-Za-z0-9_~-][A-Za-z0-9_~.-]{0,249}$/;

/**
 * Whether a file with this name may be published: one of a snapshot, and not hidden, except for `.htaccess`. No such
 * name leads out of the published folder.
 */
export function isPublished(name: string): boolean {
  if (name.length > LONGEST || kindOf(name) === undefined) return false;
  const segments = (fileBeside(name) ?? name).split('/');
  return BESIDE.includes(name) || segments.every((segment) => SEGMENT.test(segment));
}

/**
 * The phases of a publication, in an order in which nothing is sent before what it links to. Pages link to other
 * pages: those that the target lacks come first; then those that are still there but expiring, which no page of the
 * live snapshot links to; then live ones. Heads (first pages of lists) link to pages, and the root index to heads. The
 * signature file is valid for the old snapshot.json and the new one (see signed.ts).
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

/** Returns the phase in which a file is sent. `state`: what the target has under its name. */
export function phaseOf(name: string, state: 'absent' | 'expiring' | 'live'): PublishPhase {
  const phase = kindOf(name)?.phase ?? 'heads';
  if (phase === 'pages') {
    if (state === 'absent') return 'new pages';
    return state === 'expiring' ? 'pages that come back' : 'changed pages';
  }
  if (phase === 'heads') return state === 'absent' ? 'new heads' : 'changed heads';
  return phase;
}

/** Returns the list whose records a file shows, as an address below `/api/`; undefined if the file shows none. */
export function listOf(name: string): string | undefined {
  const kind = kindOf(name);
  return kind?.showsRecords && kind.list?.(fileBeside(name) ?? name);
}

/** The headers of a file, a line each. `isKept`: whether it is a page that caches may keep long. */
export function headersOf(name: string, isKept = false): string {
  const { mediaType, caching } = sentAs(name);
  const file = fileBeside(name);
  const [encoding] = Object.entries(extensions).find(([, ending]) => name === file + ending) ?? [];
  return [
    `Content-Type: ${mediaType}`,
    `Cache-Control: ${cacheControl[isKept ? 'immutable' : caching]}`,
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ].join('\n');
}

/** Returns the value of one of a file's headers; undefined if it is not there. */
export const headerIn = (headers: string, name: string): string | undefined =>
  headers
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
