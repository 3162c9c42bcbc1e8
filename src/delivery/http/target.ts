// Opens the deployment that the command line names: an address, or a folder.

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import type { AskFor } from './answer.js';
import { objectIn } from './answer.js';
import { baseUrlOf, findBase } from './base-url.js';
import { HttpClient, type HttpClientOptions, Meter } from './client.js';
import { askFolder } from './folder.js';

/** Something that answers requests: a server, or a folder. */
export interface Deployment {
  /** The beginning of all addresses of the deployment, without a slash at the end. */
  readonly base: string;
  /** The beginning of the links in pages: `base` or, for a mirror, the base URL of the origin that it copies. */
  readonly linkBase: string;
  readonly ask: AskFor;
  /** A folder only has files. A server (`http`) also has headers and methods, which can be checked. */
  readonly over: { readonly folder: string } | { readonly http: true };
}

export interface TargetSettings extends Omit<HttpClientOptions, 'origin'> {
  /** If the deployment is a mirror: the base URL of its origin. */
  readonly mirrorOf?: string | undefined;
}

export interface VerifyTarget extends Deployment {
  /** The name for reports: the base URL, or the folder as it was given. */
  readonly name: string;
  readonly meter: Meter;
  readonly close: () => void;
}

/** Opens an address or a folder. Throws a {@link UsageError} if nothing answers, or the folder has no `api`. */
export async function openTarget(
  named: string,
  { mirrorOf, ...ofClient }: TargetSettings,
): Promise<VerifyTarget> {
  const { signal } = ofClient;
  const origin = mirrorOf && addressOf(mirrorOf).href.replace(/\/+$/, '');
  if (!isAddress(named)) return openFolder(named, origin, signal);
  const given = addressOf(named);
  const client = new HttpClient({ origin: given.origin, ...ofClient });
  const own = await baseOf(given, client.ask, signal).catch((error) => {
    client.close();
    throw error;
  });
  return {
    name: own,
    base: own,
    linkBase: origin ?? own,
    ask: client.ask,
    over: { http: true },
    meter: client.meter,
    close: () => client.close(),
  };
}

const isAddress = (named: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(named);

/** The base URL for an address. Throws a {@link UsageError} if nothing answers there. */
export const baseOf = (given: URL, ask: AskFor, signal: AbortSignal | undefined): Promise<string> =>
  findBase(given, async (base) => {
    const { status, failure } = await ask(`${base}/api/`);
    // After the time limit, no error is thrown here: the rules of `verify` are then reported as not finished.
    if (failure === undefined || signal?.aborted) return status === 200;
    throw new UsageError(`cannot reach ${base}/api/: ${failure}`);
  });

/** Parses an address such as `https://a.org/api/`. Throws a {@link UsageError} for other texts. */
export function addressOf(named: string): URL {
  const url = URL.canParse(named) ? new URL(named) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`an address begins with http:// or https://, unlike ${quote(named)}`);
  }
  if (/[?#]/.test(named) || url.username || url.password) {
    throw new UsageError('the address takes a host and a path, and nothing else');
  }
  return url;
}

async function openFolder(
  named: string,
  origin: string | undefined,
  signal: AbortSignal | undefined,
): Promise<VerifyTarget> {
  const folder = folderAt(named);
  if (!existsSync(join(folder, 'api'))) throw noSnapshot(named);
  // If `/api/index.json` has no usable links, the rules of `verify` report it.
  const index = await askFolder(folder, 'http://folder')('http://folder/api/index.json');
  const base = baseUrlOf(objectIn(index)) ?? 'http://localhost:8080';
  const ask = askFolder(folder, base, signal);
  return {
    name: named,
    base,
    linkBase: origin ?? base,
    ask,
    over: { folder },
    meter: new Meter(),
    close: () => {},
  };
}

/** The absolute path of a snapshot's folder. Throws a {@link UsageError} if it has no `api/index.json`. */
export function snapshotAt(named: string): string {
  const folder = folderAt(named);
  if (existsSync(join(folder, 'api', 'index.json'))) return folder;
  throw noSnapshot(named);
}

const noSnapshot = (named: string) => new UsageError(`there is no snapshot in ${quote(named)}`);

function folderAt(named: string): string {
  const folder = resolve(named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(`there is no folder ${quote(named)}`);
}
