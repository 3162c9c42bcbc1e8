// Checks that the files to publish are as they were built, before anything is changed: their digests in snapshot.json
// reveal files that are damaged, missing or not of the snapshot. Mirrors and clients, which check these digests too,
// would reject or miss them.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { NOT_ALLOWED } from '../../../hosts/answers.js';
import { LAST_RULE } from '../../../hosts/apache/index.js';
import type { Portal } from '../../../model/endpoint.js';
import { UsageError } from '../../../problems/problem.js';
import { SNAPSHOT } from '../../../site/address.js';
import { BESIDE, fileBeside } from '../../../site/kinds.js';
import { OF_OURS } from '../../http/value-stream.js';
import { filesOf } from '../../mirror/manifest.js';
import { NotInStep } from '../../mirror/not-in-step.js';
import type { LocalSnapshot } from '../local.js';
import type { Manifest } from '../state.js';

/**
 * Throws a {@link UsageError} if the snapshot in the folder `out` is not as it was built. Compressed files that are the
 * same in the `live` snapshot are not unpacked again. A snapshot without snapshot.json is not checked.
 */
export async function mustBeAsBuilt(
  portal: Portal,
  out: string,
  { files, sources }: LocalSnapshot,
  live: Manifest,
): Promise<void> {
  if (!files.has(SNAPSHOT)) return;
  const read = (name: string) => readFileSync(sources.get(name)!.path);
  const apart = async (name: string, fits: (bytes: Buffer) => boolean) => {
    const bytes = files.has(name) ? read(name) : Buffer.of();
    if (!fits(bytes)) throw notAsBuilt(out, [name]);
    return bytes;
  };
  const described = await filesOf(portal, read(SNAPSHOT), apart, {
    most: Number.POSITIVE_INFINITY,
    bounds: OF_OURS,
  }).catch((error) => {
    throw error instanceof NotInStep ? notAsBuilt(out, [SNAPSHOT]) : error;
  });
  const spoiled: string[] = [];
  for (const [name, digest] of described.files) {
    if (files.get(name)?.hash !== digest) spoiled.push(name);
  }
  for (const [name, { hash }] of files) {
    const file = fileBeside(name);
    if (file === undefined) {
      const isRight = BESIDE.includes(name)
        ? isWritten(portal, name, read(name))
        : described.files.has(name);
      if (!isRight) spoiled.push(name);
    } else if (live.get(name)?.hash !== hash) {
      const unpacked = await unpackedHash(sources.get(name)!.path);
      if (unpacked !== files.get(file)?.hash) spoiled.push(name);
    }
  }
  if (spoiled.length > 0) throw notAsBuilt(out, spoiled);
}

/** Whether a file beside the API, of which snapshot.json has no digest, is as this tool writes it. */
function isWritten({ notFound }: Portal, name: string, bytes: Buffer): boolean {
  if (name === '404.json') return bytes.equals(Buffer.from(JSON.stringify(notFound)));
  if (name === '405.json') return bytes.equals(Buffer.from(NOT_ALLOWED));
  // Others may add lines, but what is cut off lacks the last one.
  return bytes.includes(LAST_RULE);
}

/** Returns the SHA-256 of a compressed file's content; undefined if the file is damaged. */
async function unpackedHash(path: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  const unpack = path.endsWith('.br') ? createBrotliDecompress() : createGunzip();
  try {
    await pipeline(createReadStream(path), unpack, async (blocks: AsyncIterable<Buffer>) => {
      for await (const block of blocks) digest.update(block);
    });
    return digest.digest('hex');
  } catch {
    return undefined;
  }
}

const notAsBuilt = (out: string, names: readonly string[]): UsageError =>
  new UsageError(
    `the snapshot in ${out} is not as it was built: files that are damaged, missing or not of it: ${names.length}, such as ${names[0]}; build again, and remove what that warns of`,
  );
