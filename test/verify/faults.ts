// Reads the faults of faults.txt, which explains their form.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { VerifyRuleName } from '../../src/delivery/verify/rules.js';
import type { Reply, Request } from '../support/replies.js';
import type { Tree } from '../support/tree.js';
import { answerTo, type Fault } from './reference.js';

/** The rule that finds a fault, the other rules that must fail with it, and what is wrong: in answers, or in files. */
export interface Planted {
  readonly rule: VerifyRuleName;
  readonly also?: string | undefined;
  readonly fault?: Fault;
  readonly spoil?: (tree: Tree) => Tree;
}

/** The faults, of which some give answers for other requests to the files of this tree. */
export function faultsOf(tree: () => Tree): Planted[] {
  const text = readFileSync(new URL('faults.txt', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, rule, also, where = '', what = ''] = /^([\w-]+)(?: \+(\S+))?: (.+) → ?(.*)$/.exec(
        line,
      )!;
      const [, file, old] = /^(api\S+): (.+)$/.exec(where) ?? [];
      const own = file
        ? { spoil: (files: Tree) => edited(files, file, old!, what) }
        : { fault: faultOf(where, what, tree) };
      return { rule: rule as VerifyRuleName, also, ...own };
    });
}

function edited(files: Tree, file: string, old: string, now: string): Tree {
  const before = String(files.get(file));
  const pattern = /^\/(.*)\/$/.exec(old)?.[1];
  const after = before.replace(pattern ? new RegExp(pattern) : old, now);
  if (after === before) throw new Error(`${file} has no ${old}`);
  return new Map(files).set(file, Buffer.from(after));
}

/** A fault in the answers to some requests. */
export function faultOf(where: string, what: string, tree: () => Tree): Fault {
  const conditions = where.split(' ').map(conditionOf);
  if (!/\b(ANY|[A-Z]{4,})( |$)/.test(where))
    conditions.push(({ method }) => /GET|HEAD/.test(method));
  const change = changeOf(what, tree);
  return (request, reply) =>
    conditions.every((holds) => holds(request, reply)) ? change(request, reply) : undefined;
}

function conditionOf(word: string): (request: Request, reply: Reply) => boolean {
  if (word === 'ANY') return () => true;
  if (/^[A-Z]+$/.test(word)) return ({ method }) => method === word;
  if (/^[/*]/.test(word)) {
    const parts = word.split('*').map((part) => part.replace(/[.?+]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.*')}$`);
    return ({ path }) => pattern.test(path);
  }
  const [, sign, name = '', value = ''] = /^([!<=]?)([\w-]+)(?:~(.*))?$/.exec(word)!;
  if (sign === '=') return (_, { status }) => status === Number(name);
  if (sign === '!') return ({ headers }) => headers[name] === undefined;
  const pattern = new RegExp(value);
  return (request, reply) => {
    const given = (sign === '<' ? reply : request).headers[name];
    return given !== undefined && pattern.test(given);
  };
}

const OLDER = '{"results": []}';

function changeOf(what: string, tree: () => Tree): (request: Request, reply: Reply) => Reply {
  const [, kind, rest = ''] = /^(status|bare|as|asked|body|last|older)(?: (.*))?$/.exec(what) ?? [];
  const body = Buffer.from(kind === 'body' ? rest : '');
  switch (kind) {
    case 'status':
      return (_, reply) => ({ ...reply, status: Number(rest) });
    case 'bare':
      return (_, reply) => ({ ...reply, status: Number(rest), body });
    case 'as':
      return (request) => answerTo(tree(), { ...request, path: rest });
    case 'asked':
      return (request) =>
        answerTo(tree(), { ...request, headers: withHeader(request.headers, rest) });
    case 'body':
      return (_, reply) => ({ ...reply, body });
    case 'last':
      return (_, reply) => {
        const text = String(reply.body).replace(/"next":".*?"/, '"next":null');
        return { ...reply, body: Buffer.from(text) };
      };
    case 'older':
      return (_, reply) => {
        const isBrotli = reply.headers['content-encoding'] === 'br';
        return { ...reply, body: isBrotli ? brotliCompressSync(OLDER) : gzipSync(OLDER) };
      };
    default:
      return (_, reply) => ({ ...reply, headers: withHeader(reply.headers, what) });
  }
}

/** The headers with another one, `name: value`, or without it, `name:`. */
function withHeader<T>(headers: Readonly<Record<string, T>>, text: string) {
  const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(text)!;
  const { [name]: _, ...others } = headers;
  return value === '' ? others : { ...others, [name]: value };
}
