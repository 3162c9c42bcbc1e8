// What a deployment must do. Each rule has a stable name. They are in the order of the report.
import type { Ability } from '../../hosts/host.js';

export interface VerifyRule {
  /** What the rule requires, in a sentence. */
  readonly wants: string;
  /** The ability of hosts that the rule checks; none for a rule that every deployment must pass. */
  readonly ability?: Ability;
  /** What to do where the rule fails; of an ability, it is {@link OF_HOSTS}. */
  readonly hint?: string;
}

const OF_HOSTS =
  'build --host NAME writes the configuration with which a host does this; verify --host NAME checks only what that host can do';

/** What to do if a rule fails; null if there is no advice. */
export const hintOf = ({ ability, hint }: VerifyRule): string | null =>
  hint ?? (ability === undefined ? null : OF_HOSTS);

export const rules = {
  digests: { wants: 'every file that snapshot.json names is there, with the SHA-256 it gives' },
  leftovers: { wants: 'no page of an older snapshot is left' },
  'same-bytes': { wants: 'with --against: the snapshot is the one in that folder' },
  signature: {
    wants: 'with --key: one of the keys signed snapshot.json',
  },
  'root-index': {
    wants: 'links begin with the address that verify was given',
    hint: 'if readers use this address, name it with build --base-url; if this is a mirror, name its origin with verify --mirror-of',
  },
  directories: {
    wants: 'a folder, such as /api/region/, is answered with the index.json in it',
    ability: 'directories',
  },
  slash: {
    wants:
      'an address without its last slash redirects to the page and keeps the query, or is the page itself',
    ability: 'slash',
  },
  'other-parameters': { wants: 'unknown query parameters change nothing' },
  'pages-by-query': {
    wants: '?page=N, ?cursor=N and filters such as ?blog=N choose the page of a list',
    ability: 'queries',
  },
  'page-unknown': { wants: 'a query for a page that does not exist gets 404', ability: 'queries' },
  'not-found': {
    wants: 'a missing address gets 404, always with the same JSON body',
    ability: 'errors',
  },
  'content-type': { wants: 'JSON files have the Content-Type application/json', ability: 'type' },
  'media-types': {
    wants: 'other files have the Content-Type of their kind',
    ability: 'types',
  },
  'vary-accept': { wants: 'Vary names Accept', ability: 'vary' },
  allow: { wants: 'Allow names exactly GET, HEAD and OPTIONS', ability: 'allow' },
  cors: { wants: 'web pages of other sites may read every answer, also errors', ability: 'cors' },
  preflight: {
    wants: 'a preflight request for GET with If-None-Match is accepted',
    ability: 'cors',
  },
  'cache-control': {
    wants:
      'Cache-Control fits the kind of answer: a page that may change, a page that keeps its records, an error',
    ability: 'caching',
  },
  etag: { wants: 'every file has an ETag, in quotes', ability: 'validators' },
  'if-none-match': {
    wants:
      'If-None-Match with the ETag of a page gets 304 without a body; with another ETag it gets the page',
    ability: 'validators',
  },
  'if-modified-since': {
    wants:
      'If-Modified-Since with the date of a page gets 304 without a body; with an earlier date it gets the page',
    ability: 'validators',
  },
  head: { wants: 'HEAD gets the status and the headers of GET' },
  options: { wants: 'OPTIONS gets an answer with Allow', ability: 'options' },
  methods: {
    wants:
      'POST to an address that does not exist is refused; with --write-methods, POST, PUT, PATCH and DELETE to pages get 405',
    ability: 'methods',
  },
  compression: {
    wants: 'a client that accepts gzip or br gets long pages compressed',
    ability: 'compression',
  },
  encodings: {
    wants:
      'only clients that accept an encoding get it, with the same content and the same other headers',
  },
  'vary-encoding': {
    wants: 'if a body is compressed, Vary names Accept-Encoding',
    ability: 'vary',
  },
} as const satisfies Record<string, VerifyRule>;

export type VerifyRuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as readonly VerifyRuleName[]; // `keys` forgets the types of names
