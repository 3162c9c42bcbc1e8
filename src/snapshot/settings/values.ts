// The zod schemas of the values that settings have. Patterns are also for text editors.

import * as z from 'zod';
import { addressOf, endpointOf, type Portal } from '../../model/endpoint.js';
import { KEY } from '../../model/feed.js';
import { sentence, type Text } from '../../problems/say.js';
import { ENCODINGS, LISTEN, parameterOf, SEARCH, withoutId } from '../../site/address.js';

/** What the schemas of some settings need to know. */
export interface Known {
  readonly portal: Pick<Portal, 'collections' | 'endpoints' | 'extras' | 'search'>;
  /** All names of hosts, for the JSON Schema for text editors. Absent in a build, which checks these names later. */
  readonly hosts?: readonly string[];
}

/**
 * A text. `pattern`: its pattern, also for text editors. `must`: the same in words, for messages. `isRight`: the check,
 * if it is not just the pattern.
 */
const text = (
  pattern: RegExp,
  must: Text,
  isRight: (given: string) => boolean = (given) => pattern.test(given),
) => z.string().refine(isRight, { params: { must } }).meta({ pattern: pattern.source });

/** For messages: what the value of a setting that names a folder must be. */
export const A_FOLDER = sentence('must be the name of a folder');
export const folder = text(/./s, A_FOLDER);
export const size = z.int().min(1);

export const listen = text(
  LISTEN,
  sentence('must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080'),
);

const HOST = '(?:\\[[0-9a-fA-F:.]+\\]|[^\\s?#@/\\\\:[\\]<>^|]+)(?::\\d*)?';

/**
 * The name of a host, with or without a port, as in the `src` of a frame. An address gets the message with its host.
 */
const HOST_NAME = /^(?:\[[0-9a-fA-F:.]+\]|[^\s?#@/\\:[\]<>^|*,;"'%]+)(?::\d+)?$/;
export const hostName = z
  .string()
  .check(({ value, issues }) => {
    if (HOST_NAME.test(value)) return;
    const host = URL.canParse(value) && new URL(value).host;
    const must = sentence('must be the name of a host, such as {host}', {
      host: host || 'video.example.org',
    });
    issues.push({ code: 'custom', input: value, params: { must } });
  })
  .meta({ pattern: HOST_NAME.source });

export const baseUrl = text(
  new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?:[/\\\\]*${HOST}(?:[/\\\\][^\\s?#]*)?$`),
  sentence(
    'must be an http or https address of a host and a path alone, such as https://api.example.org',
  ),
  (given) => URL.canParse(given) && isPlain(given),
);

function isPlain(given: string): boolean {
  const { protocol, search, hash, username, password } = new URL(given);
  return (
    /^https?:$/.test(protocol) && !(search || hash || username || password || /[?#\s]/.test(given))
  );
}

/**
 * An address that opens a file in a text editor, such as `idea://open?file={file}`. Schemes such as `https:` and
 * `javascript:`, which the browser itself handles, are refused.
 */
export const editor = text(
  /^(?!(?:https?|wss?|ftp|file|data|blob|filesystem|javascript|vbscript|about|view-source|mailto):)[a-z][a-z0-9+.-]*:\/\/[!-~]*\{file\}[!-~]*$/,
  sentence(
    'must be an address for an editor with {file} in it, such as idea://open?file={file}&line={line}',
  ),
);

/** The size of pages: one number for all lists, or an object with numbers for some lists. */
export function pageSize({ portal: { endpoints, extras } }: Known) {
  const paged = [...endpoints, ...extras.map(endpointOf)].filter(parameterOf);
  const names = ['default', ...paged.map(({ name }) => withoutId(name))];
  return z.union([size, optional(names, () => size)]);
}

/** All names that the setting `extras` may contain. */
export function extras({ portal: { extras, search } }: Known) {
  const templates = extras.map((extra) => addressOf(endpointOf(extra).name));
  const names = ['all', ...templates, ...(search ? [SEARCH] : [])];
  return z.union([z.literal('all'), z.array(z.enum(names))]);
}

/** The addresses of records' pages on the portal's own site, for lists that have a feed. */
export function site({ portal: { extras } }: Known) {
  const feeds = extras.filter((extra) => extra.kind === 'feed');
  const keys = new Map(
    feeds.map(({ of, words: { inAddress = [] } }) => {
      const own = inAddress.find((key) => key === of.record) ?? 'id';
      return [of.name, [own, ...['id', ...inAddress].filter((key) => key !== own)]] as const;
    }),
  );
  return optional([...keys.keys()], (list) => page(list, keys.get(list)!));
}

/**
 * The address of a record's page on the portal's own site. Keys such as `{id}` may only be after the host. `keys`: first
 * the one that tells the records apart; the id does, too.
 */
function page(list: string, keys: readonly string[]) {
  const [own = 'id'] = keys;
  const either = own === 'id' ? own : `(?:${own}|id)`;
  const pattern = new RegExp(
    `^https?://(?=[^/?#{}]+[/?#].*\\{${either}\\})${HOST}[/?#](?:[^\\s{}]|\\{(?:${keys.join('|')})\\})*$`,
  );
  const must = sentence(
    'must be an http or https address with {key} in it, such as {example} (after the host it may have {keys})',
    {
      key: `{${own}}`,
      example: `https://portal.example.org/${list}/{${own}}`,
      keys: keys.map((key) => `{${key}}`).join(', '),
    },
  );
  return text(
    pattern,
    must,
    (given) => pattern.test(given) && URL.canParse(given.replace(KEY, '1')),
  );
}

/** An object that may have these keys, and no other keys. */
function optional<S extends z.ZodType>(names: readonly string[], schemaOf: (name: string) => S) {
  return z.strictObject(
    Object.fromEntries(names.map((name) => [name, schemaOf(name).exactOptional()])),
  );
}

export const compress = z.union([
  z.literal('none'),
  z
    .array(z.enum(ENCODINGS))
    .refine((given) => new Set(given).size === given.length, {
      params: { must: sentence('must name each encoding once') },
    })
    .meta({ uniqueItems: true }),
]);

const filled = text(/\S/, sentence('must be a text that is not empty'));
const address = text(
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]+\S*$/,
  sentence('must be an address such as https://portal.example.org'),
);
const email = text(/^[^\s@]+@[^\s@]+$/, sentence('must be an e-mail address'));
const spdx = text(
  /^[\w.+()-]+( [\w.+()-]+)*$/,
  sentence('must be an identifier of SPDX, such as CC-BY-4.0'),
);

/** Title, contact and licence of the API, for the OpenAPI document. */
export const api = z
  .strictObject({
    title: filled,
    contact: z.strictObject({ name: filled, url: address, email }).exactPartial(),
    license: z.union([
      z.strictObject({ name: filled, identifier: spdx }),
      z.strictObject({ name: filled, url: address }),
    ]),
  })
  .exactPartial();
