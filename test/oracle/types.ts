// The words that the oracle and its portals share. A portal is plain JSON, as an editor wrote it.
import { collections } from '../spec/tables.js';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One JSON object: a record, or a part of one. */
export type Item = { [key: string]: Json };

/** The name of a collection, which its files have. */
export type Collection = keyof typeof collections;

/** The collections, in the order in which records refer to others. */
export const COLLECTIONS = Object.keys(collections) as readonly Collection[];

/** All records of a portal, by collection. */
export type Portal = Record<Collection, Item[]>;

/** The settings that change what is published; an absent one has its documented default. */
export interface Settings {
  baseUrl?: string;
  pageSize?: number | Record<string, number>;
  links?: 'path' | 'query' | 'file';
  audience?: 'public' | 'all';
  personal?: 'withhold' | 'publish';
  extras?: string[];
}

/** A portal without any record. */
export function emptyPortal(): Portal {
  return Object.fromEntries(COLLECTIONS.map((name) => [name, []])) as unknown as Portal;
}

/** A plain reading of data files that are known to have no error. */
export function readPortal(data: ReadonlyMap<string, Buffer>): Portal {
  const portal = emptyPortal();
  for (const [path, bytesOfFile] of data) {
    const name = COLLECTIONS.find((it) => it === path.split(/[./]/)[0]);
    if (!name || /(^|\/)\./.test(path)) continue;
    const text = bytesOfFile.toString().replace(/^\ufeff/, '');
    const values: (Item | Item[])[] = path.endsWith('.ndjson')
      ? text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]))
      : [JSON.parse(text)];
    for (const { $schema, ...record } of values.flat()) portal[name].push(record as Item);
  }
  return portal;
}

/** The parts of a record under `key`, none when the key is absent. */
export function parts(item: Item, key: string): Item[] {
  return (item[key] ?? []) as Item[];
}

/** Order of two instants to the last digit of their fractions: negative when `a` is earlier. */
export function compareInstants(a: string, b: string): number {
  const [left, right] = [instant(a), instant(b)];
  if (left.seconds !== right.seconds) return left.seconds - right.seconds;
  if (left.fraction === right.fraction) return 0;
  return left.fraction < right.fraction ? -1 : 1;
}

function instant(stamp: string): { seconds: number; fraction: string } {
  const match = /^(.{19})(?:\.(\d+))?([+-])(\d\d):(\d\d)$/.exec(stamp);
  if (!match) throw new Error(`no timestamp: ${stamp}`);
  const [, local, digits = '', sign, hours, minutes] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60);
  return {
    seconds: Date.parse(`${local}Z`) / 1000 - offset,
    fraction: digits.replace(/0+$/, ''), // the digits of fractions compare as text
  };
}
