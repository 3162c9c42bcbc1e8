// A deployment as its snapshot.json describes it: files, SHA-256, addresses.
import { createHash, hash } from 'node:crypto';
import type { Portal } from '../../model/endpoint.js';
import { UsageError } from '../../problems/problem.js';
import { type FilePage, pageFile, pageOf, SNAPSHOT } from '../../site/address.js';
import { kindOf } from '../../site/kinds.js';
import {
  filesOf,
  MAX_DESCRIPTION,
  readSnapshot,
  WrongSnapshot,
} from '../../site/snapshot-reader.js';
import { type Answer, type Ask, type Head, mediaType, shownStatus } from '../http/answer.js';
import { findIndex, type RootIndex } from '../http/offered.js';
import type { Deployment } from '../http/target.js';

/** An answer with the SHA-256 of its body in place of the body. */
export interface Digested extends Omit<Answer, 'body'> {
  /** The SHA-256 of the body after decompression. */
  readonly digest: string;
  /** The length of the body after decompression. */
  readonly size: number;
  readonly isWebPage: boolean;
}

/** A deployment, and the content of its snapshot.json. */
export interface VerifiedSite extends Deployment, RootIndex {
  readonly portal: Portal;
  readonly id: string;
  readonly signature: string | undefined;
  /** The SHA-256 of each file that snapshot.json names. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * For each file with wrong bytes, the SHA-256 of these bytes. Other addresses of the same file are compared with it,
   * so that a wrong file is reported once.
   */
  readonly served: Map<string, string>;
}

/** Why a snapshot.json, or a file of digests that it names, cannot be used; and its address. */
export interface Fault {
  readonly url: string;
  readonly found: string;
}

/** Reads snapshot.json. If it is wrong, returns the fault. Throws a {@link UsageError} if the server has none. */
export async function readSite(
  portal: Portal,
  deployment: Deployment,
): Promise<VerifiedSite | Fault> {
  const { base, over, ask } = deployment;
  const url = `${base}/${SNAPSHOT}`;
  const whole = (name: string) => ask(`${base}/${name}`, { most: MAX_DESCRIPTION });
  const root = await findIndex(deployment);
  const answer = await whole(SNAPSHOT);
  const { status, body } = answer;
  if (status === 404 || (status === 200 && isWebPage(answer, body))) {
    throw new UsageError(
      'folder' in over
        ? `there is no ${SNAPSHOT} in that folder: build writes it`
        : `there is no ${base}/${SNAPSHOT}, so that nothing is known of what should be there; ` +
            `of a server that portal-snapshot did not make, import ${base} --dry-run tells what its lists lack`,
    );
  }
  if (status !== 200) return { url, found: shownStatus(answer) };
  try {
    const snapshot = readSnapshot(body);
    const files = await filesOf(portal, snapshot, async (name, sum) => {
      const apart = await whole(name);
      if (hash('sha256', apart.body, 'hex') === sum) return apart.body;
      throw new WrongDigests({ url: apart.url, found: foundAt(apart) });
    });
    const { id, signature } = snapshot;
    return { ...deployment, ...root, portal, id, signature, files, served: new Map() };
  } catch (error) {
    if (error instanceof WrongDigests) return error.fault;
    if (error instanceof WrongSnapshot) return { url, found: error.message };
    throw error;
  }
}

class WrongDigests extends Error {
  constructor(readonly fault: Fault) {
    super(fault.found);
  }
}

const foundAt = (answer: Answer): string => {
  if (answer.status !== 200) return shownStatus(answer);
  return isWebPage(answer, answer.body)
    ? WEB_PAGE
    : 'digests other than those that snapshot.json gives';
};

/** The message if a web page is sent in place of JSON. */
export const WEB_PAGE =
  'HTML, not JSON: a web page, such as that of a login, of an error, or of an app that answers every address';

/** Whether an answer is a web page, by its Content-Type or the beginning of its body. */
function isWebPage(answer: Pick<Answer, 'headers'>, beginning: Buffer): boolean {
  const isHtml = /^(text\/html|application\/xhtml\+xml)$/.test(mediaType(answer));
  const text = beginning.toString('latin1', 0, 500);
  // The Content-Type alone is not enough: some servers send JSON as HTML, or HTML as JSON.
  return /^(\xef\xbb\xbf)?\s*</.test(text) || (isHtml && !/^\s*[[{"]/.test(text));
}

/** Requests an address. Keeps the SHA-256 and the length of the body, but not the body, because it may be long. */
export async function digestAt(
  { ask }: Pick<Deployment, 'ask'>,
  url: string,
  asked: Omit<Ask, 'read'> = {},
): Promise<Digested> {
  let [digest, size, isPage] = ['', 0, false];
  const read = async (head: Head, body: AsyncIterable<Buffer>) => {
    const sum = createHash('sha256');
    [size, isPage] = [0, false];
    for await (const block of body) {
      if (size === 0) isPage = isWebPage(head, block);
      sum.update(block);
      size += block.length;
    }
    digest = sum.digest('hex');
  };
  const { body: _, ...head } = await ask(url, { ...asked, read });
  return { ...head, digest, size, isWebPage: isPage };
}

const INDEX = 'index.json';

/** The address of a file as links have it. */
export function addressOf(
  { base, home }: Pick<VerifiedSite, 'base' | 'home'>,
  file: string,
): string {
  const at = pageOf(file);
  if (!at) return `${base}/${file}`;
  return `${folderOf({ base }, file)}${home}${at.page ? `?${queryOf(at.page)}` : ''}`;
}

/** The address of a page's folder: `<base>/api/region/` for `api/region/index.json`. */
export const folderOf = ({ base }: Pick<VerifiedSite, 'base'>, file: string): string =>
  `${base}/${file.slice(0, -INDEX.length)}`;

export const queryOf = ({ parameter, value }: NonNullable<FilePage['page']>): string =>
  `${parameter}=${value}`;

/** The files of first pages of lists. Leaves out `/api/`, and addresses that end in a number (`/api/post/blog/2/`). */
export const headsOf = ({ files }: Pick<VerifiedSite, 'files'>): string[] =>
  [...files.keys()].filter((file) => {
    const at = pageOf(file);
    return at?.endpoint && !at.page && !/\/\d+$/.test(at.endpoint);
  });

/**
 * One file of each kind of address; with `all`, every file. Addresses of pages that differ only in a number, such as
 * `/api/region/5/`, are one kind. So are other files of one {@link FileKind}, such as `all.ndjson`.
 */
export function samplesOf({ files }: Pick<VerifiedSite, 'files'>, all: boolean): string[] {
  if (all) return [...files.keys()];
  const byKind = new Map([[pageFile(''), pageFile('')]]);
  for (const file of files.keys()) {
    byKind.set(pageOf(file) ? file.replace(/\/\d+\//g, '/N/') : kindOf(file)!.name, file);
  }
  return [...byKind.values()];
}
