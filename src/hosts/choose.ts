// What follows from the chosen hosts: the form of links, which compressed copies are made, which files are written, and
// which limits are exceeded.

import { nearest } from '../problems/nearest.js';
import { refused } from '../problems/problem.js';
import { quote } from '../problems/quote.js';
import { sentence } from '../problems/say.js';

import { ENCODINGS, type Encoding, type LinkStyle } from '../site/address.js';
import type { Host, HostFile, Site } from './host.js';
import { hosts } from './index.js';

/** Returns the hosts with these names, each once. Throws a {@link UsageError} for an unknown name. */
export function chooseHosts(names: readonly string[]): Host[] {
  return [...new Set(names)].map((name) => {
    const host = hosts.find((known) => known.name === name);
    if (host) return host;
    const all = hosts.map((known) => known.name);
    const near = nearest(name, all);
    const hint = near
      ? sentence('did you mean {name}?', { name: near })
      : sentence('there are {known}', { known: all.join(', ') });
    throw refused('unknown host {name}; {hint}', { name: quote(name), hint });
  });
}

/**
 * Returns the form of links: the requested one, otherwise one that all chosen hosts can serve, and without hosts
 * `path`. Throws a {@link UsageError} if a host cannot serve the requested form.
 */
export function linksFor(chosen: readonly Host[], asked?: LinkStyle): LinkStyle {
  const needed = asked && NEEDED[asked];
  const unable = needed && chosen.find(({ can }) => !can.includes(needed));
  if (unable) {
    throw refused(
      '{host} cannot serve links of the style "{style}": it lacks the ability {needed}',
      { host: unable.name, style: asked, needed },
    );
  }
  if (asked) return asked;
  // Every host can serve links of the form `file`. Hosts whose own form is `path` can serve both.
  return chosen.some(({ links }) => links === 'file') ? 'file' : 'path';
}

/** For each form of links, the ability that a host needs to serve it. */
const NEEDED = { path: 'directories', query: 'queries', file: undefined } as const;

/** Returns the encodings of the compressed copies to make: those of `wanted` that at least one chosen host serves. */
export function siblingsFor(
  chosen: readonly Host[],
  wanted: readonly Encoding[] = ENCODINGS,
): Encoding[] {
  return wanted.filter((encoding) => chosen.some(({ siblings }) => siblings.includes(encoding)));
}

/** A file for which two hosts need different contents. */
export interface FileConflict {
  readonly path: string;
  readonly first: string;
  readonly second: string;
}

/** Returns the files of the chosen hosts that belong into the published folder, and conflicts between them. */
export function publishedFiles(
  chosen: readonly Host[],
  site: Site,
): { files: HostFile[]; conflicts: FileConflict[] } {
  const known = new Map<string, { host: string; text: string }>();
  const conflicts: FileConflict[] = [];
  for (const { name, published } of chosen) {
    for (const { path, text } of published(site)) {
      const other = known.get(path);
      if (!other) known.set(path, { host: name, text });
      else if (other.text !== text) conflicts.push({ path, first: other.host, second: name });
    }
  }
  return { files: [...known].map(([path, { text }]) => ({ path, text })), conflicts };
}

/** A limit of a host that a site exceeds. */
export interface Excess {
  readonly host: string;
  readonly what: 'files' | 'fileBytes' | 'bytes' | 'rules';
  readonly most: number;
  readonly found: number;
  /** For `fileBytes`: the largest file. */
  readonly file?: string;
  /** For `rules`: what is counted, if it is not rules. */
  readonly unit?: string;
}

/** Returns all limits of the chosen hosts that a site exceeds. */
export function excesses(chosen: readonly Host[], site: Site): Excess[] {
  return chosen.flatMap(({ name: host, limits }) => {
    const { rules = [] } = limits;
    const { largest } = site;
    const compared: (Omit<Excess, 'host' | 'most'> & { readonly most: number | undefined })[] = [
      { what: 'files', most: limits.files, found: site.files },
      { what: 'fileBytes', most: limits.fileBytes, found: largest.bytes, file: largest.name },
      { what: 'bytes', most: limits.bytes, found: site.bytes },
      ...rules.map(({ count, ...rule }) => ({
        what: 'rules' as const,
        found: count(site),
        ...rule,
      })),
    ];
    return compared.flatMap(({ most, ...about }) =>
      most !== undefined && about.found > most ? [{ host, most, ...about }] : [],
    );
  });
}
