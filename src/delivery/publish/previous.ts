// snapshot.json on its way to readers: it says which one it took the place of, which `build` cannot know. All else of it stays,
// and so does its id.
import { hash, type KeyObject } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { extensions, SNAPSHOT } from '../../site/address.js';
import { signatureOf } from '../../site/signature.js';
import { inPlaceOf } from '../../site/snapshot-file.js';
import { headersOf } from './kinds.js';
import { bytesOf, type LocalSnapshot } from './local.js';
import type { ManifestEntry } from './state.js';

/**
 * A snapshot with `previous` in its snapshot.json, its siblings and its signature likewise; as it is where nothing is known of
 * what is `live`, and where its signature cannot be made anew without a key.
 */
export function withPrevious(
  local: LocalSnapshot,
  live: Buffer | undefined,
  key: KeyObject | undefined,
): LocalSnapshot & { readonly made?: ReadonlyMap<string, Buffer> } {
  const source = local.sources.get(SNAPSHOT);
  if (!source || !live || (local.signature !== undefined && !key)) return local;
  const own = bytesOf(source).toString();
  const text = inPlaceOf(live.toString(), own);
  if (text === own) return local;
  const bytes = Buffer.from(text);
  const siblings: [string, Buffer][] = [
    [SNAPSHOT + extensions.br, brotliCompressSync(bytes)],
    [SNAPSHOT + extensions.gzip, gzipSync(bytes, { level: 9 })],
  ];
  const made = new Map([[SNAPSHOT, bytes], ...siblings.filter(([name]) => local.files.has(name))]);
  const files = new Map(local.files);
  for (const [name, bytes] of made) files.set(name, madeEntry(name, bytes));
  const signature = key && signatureOf(key, bytes);
  return { ...local, files, made, signature };
}

/** A file that is made here, as a manifest knows it. */
export function madeEntry(name: string, bytes: Buffer): ManifestEntry {
  const sum = hash('sha256', bytes, 'hex');
  return { hash: sum, size: bytes.length, headers: headersOf(name), ids: '', etag: '' };
}
