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
  'build --host NAME writes what makes a host do so, if it is in force at this address; with verify --host NAME only what a host can is wanted';

/** What to do if a rule fails; null if there is no advice. */
export const hintOf = ({ ability, hint }: VerifyRule): string | null =>
  hint ?? (ability === undefined ? null : OF_HOSTS);

export const rules = {
  digests: { wants: 'every file that snapshot.json names is there, with the SHA-256 it gives' },
  leftovers: { wants: 'no page of an older snapshot is left' },
  'same-bytes': { wants: 'with --against: it is the snapshot in that folder' },
  signature: {
    wants: 'with --key: one of the keys signed snapshot.json',
  },
  'root-index': {
    wants: 'links begin with the address that was asked',
    hint: 'if readers use this address, name it by build --base-url; of a mirror, name its origin by verify --mirror-of',
  },
  directories: {
    wants: 'an address that ends in a slash is answered with its index.json',
    ability: 'directories',
  },
  slash: {
    wants: 'an address without its slash leads to it, the query kept (or is the same page)',
    ability: 'slash',
  },
  'other-parameters': { wants: 'query parameters that nobody declared change nothing' },
  'pages-by-query': {
    wants: '?page=N, ?cursor=N and filters such as ?blog=N on the address of a list are its pages',
    ability: 'queries',
  },
  'page-unknown': { wants: 'a query that names no page gets 404', ability: 'queries' },
  'not-found': {
    wants: 'what is not there gets 404, and always the same JSON body',
    ability: 'errors',
  },
  'content-type': { wants: 'Content-Type of JSON is application/json', ability: 'type' },
  'media-types': {
    wants: 'what is not JSON has the Content-Type of its kind',
    ability: 'types',
  },
  'vary-accept': { wants: 'Vary names Accept', ability: 'vary' },
  allow: { wants: 'Allow names GET, HEAD and OPTIONS, and nothing else', ability: 'allow' },
  cors: { wants: 'pages of other sites may read every answer, errors too', ability: 'cors' },
  preflight: { wants: 'a preflight for GET with If-None-Match passes', ability: 'cors' },
  'cache-control': {
    wants:
      'Cache-Control is that of the kind of answer: a page that grows, one that stays, an error',
    ability: 'caching',
  },
  etag: { wants: 'every file has an ETag in quotes', ability: 'validators' },
  'if-none-match': {
    wants: 'the ETag of a page gets 304 without a body, another one the page',
    ability: 'validators',
  },
  'if-modified-since': {
    wants: 'the date of a page gets 304 without a body, an earlier one the page',
    ability: 'validators',
  },
  head: { wants: 'HEAD has the status and headers of GET' },
  options: { wants: 'OPTIONS is answered with Allow', ability: 'options' },
  methods: {
    wants:
      'POST to an address that is not there is refused; with --write-methods, POST, PUT, PATCH and DELETE of pages get 405',
    ability: 'methods',
  },
  compression: {
    wants: 'who accepts gzip or br gets a long page compressed',
    ability: 'compression',
  },
  encodings: {
    wants: 'compression follows Accept-Encoding, and changes no byte and no other header of a page',
  },
  'vary-encoding': {
    wants: 'Vary names Accept-Encoding where a body is compressed',
    ability: 'vary',
  },
} as const satisfies Record<string, VerifyRule>;

export type VerifyRuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as readonly VerifyRuleName[]; // `keys` forgets the types of names
