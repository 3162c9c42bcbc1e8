// Adds `previous` to the published snapshot.json: the id of the snapshot that was live before, which `build` cannot
// know. The rest of the file, with its own id, stays as it is.
import { hash, type KeyObject } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { extensions, SNAPSHOT } from '../../site/address.js';
import { signatureOf } from '../../site/signature.js';
import { inPlaceOf } from '../../site/snapshot-file.js';
import { headersOf } from './kinds.js';
import { bytesOf, type LocalSnapshot } from './local.js';
import type { ManifestEntry } from './state.js';

/**
 * Returns a snapshot with `previous` in its snapshot.json, and with compressed siblings and a signature that fit.
 * Returns it unchanged if there is no `live` snapshot.json, or if it is signed and there is no key to sign it again.
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

/** Returns the manifest's entry for a file that `publish` makes itself. */
export function madeEntry(name: string, bytes: Buffer): ManifestEntry {
  const sum = hash('sha256', bytes, 'hex');
  return { hash: sum, size: bytes.length, headers: headersOf(name), ids: '', etag: '' };
}
