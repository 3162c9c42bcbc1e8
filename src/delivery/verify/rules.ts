// What a deployment must do. Names of rules never change. The report has the rules in this order.
import { type Ability, abilities } from '../../hosts/host.js';

export interface VerifyRule {
  /** What the rule requires, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that the rule checks; absent if every deployment must pass the rule. */
  readonly ability?: Ability;
  /** What to do if the rule fails. */
  readonly hint?: string;
}

/** Declares a rule for hosts with an ability. `wants`: given if the rule checks only a part of the ability. */
const of = <A extends Ability>(ability: A, wants: string = abilities[ability]) => ({
  ability,
  wants,
  hint: 'build --host NAME writes the configuration with which a host does this; verify --host NAME checks only what that host can do',
});

export const rules = {
  digests: { wants: 'every file that snapshot.json names is there, with the SHA-256 it gives' },
  leftovers: { wants: 'no page of an older snapshot is left, where one can be guessed' },
  'same-bytes': { wants: 'with --against: the snapshot is the one in that folder' },
  signature: { wants: 'with --key: one of the keys signed snapshot.json' },
  'root-index': {
    wants: 'links begin with the address that verify was given',
    hint: 'if readers use this address, name it with build --base-url; if this is a mirror, name its origin with verify --mirror-of',
  },
  directories: of('directories'),
  slash: of('slash'),
  'other-parameters': { wants: 'unknown query parameters change nothing' },
  'pages-by-query': of('queries'),
  'page-unknown': of('queries', 'a query for a page that does not exist gets 404'),
  'not-found': of('errors', 'a missing address gets 404, always with the same JSON body'),
  'content-type': of('type'),
  'media-types': of('types'),
  'unwanted-headers': {
    wants: 'no answer has Set-Cookie, Refresh, Content-Disposition or Clear-Site-Data',
  },
  'same-for-all': {
    wants:
      'all clients get the same bytes, whatever Accept, User-Agent, Origin or Cookie they send',
  },
  'vary-accept': of('vary', 'Vary names Accept'),
  allow: of('allow', 'Allow names exactly GET, HEAD and OPTIONS'),
  cors: of('cors', 'web pages of other sites may read every answer, also errors'),
  preflight: of('cors', 'a preflight request for GET with If-None-Match is accepted'),
  'cache-control': of(
    'caching',
    'Cache-Control fits the kind of answer: a page that may change, a page that keeps its records, an error',
  ),
  etag: of('validators', 'every file has an ETag, in quotes, and not all have the same one'),
  'if-none-match': of(
    'validators',
    'If-None-Match with the ETag of a page gets 304 without a body, with the headers of the page; with others it gets the page, also if If-Modified-Since fits',
  ),
  'if-modified-since': of(
    'validators',
    'If-Modified-Since with the date of a page gets 304 without a body; with an earlier date it gets the page',
  ),
  ranges: { wants: 'Range gets the right part of a page, or the whole page' },
  head: { wants: 'HEAD gets the status and the headers of GET' },
  options: of('options'),
  methods: of(
    'methods',
    'POST to an address that does not exist is refused; with --write-methods, POST, PUT, PATCH and DELETE to pages get 405',
  ),
  compression: of('compression'),
  encodings: {
    wants:
      'only clients that accept an encoding get it, with the same content and the same other headers',
  },
  'vary-encoding': of('vary', 'if a body is compressed, Vary names Accept-Encoding'),
} as const satisfies Record<string, VerifyRule>;

export type VerifyRuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as readonly VerifyRuleName[]; // `keys` forgets the types of names
