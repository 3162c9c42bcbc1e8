// Signatures of `api/snapshot.json` (Ed25519), and the keys for them. The file `snapshot.json.sig` is a JSON array of
// signatures in base64, the newest first, of which one valid signature suffices. A key is never printed.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readAtMost } from '../files/disk/text-file.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** 64 bytes in base64. */
const SIGNATURE_TEXT = /^[A-Za-z0-9+/]{86}==$/;
/** More bytes than any file of keys or signatures has. */
const MOST_BYTES = 1 << 20;
const MAKING = 'openssl genpkey -algorithm ed25519 makes one';

/** Reads the private key to sign with. Throws a {@link UsageError}. */
export function readSigningKey(file: string): KeyObject {
  const text = readKeyFile(file);
  const wrong = (why: string) => new UsageError(`${quote(file)} ${why}`);
  if (text.includes('ENCRYPTED')) {
    throw wrong('holds a key that wants a passphrase: openssl pkey -in FILE takes it off');
  }
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    const isPublic = text.includes('-----BEGIN PUBLIC KEY-----');
    throw wrong(`holds no private key${isPublic ? ', but a public one' : ''}: ${MAKING}`);
  }
  return ed25519(createPrivateKey, text, wrong);
}

/** Reads the public keys, one or several, by which signatures are verified. Throws a {@link UsageError}. */
export function readPublicKeys(file: string): readonly KeyObject[] {
  const text = readKeyFile(file);
  const wrong = (why: string) => new UsageError(`${quote(file)} ${why}`);
  // Node would derive the public key from a private one, and nobody would notice that a secret is given to readers.
  if (text.includes('PRIVATE KEY')) {
    throw wrong('holds a private key: openssl pkey -in FILE -pubout gives the public one');
  }
  const found = text.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? [];
  if (found.length === 0) throw wrong('holds no public key: openssl pkey -pubout writes one');
  return found.map((one) => ed25519(createPublicKey, one, wrong));
}

/** The public half of a private key. */
export const publicHalf = (key: KeyObject): KeyObject => createPublicKey(key);

/** The public half of a key in hexadecimal, which identifies the key and is no secret. */
export const nameOf = (key: KeyObject): string =>
  publicHalf(key).export({ type: 'spki', format: 'der' }).toString('hex');

/** Signs bytes. The same key and bytes always result in the same signature. */
export const signatureOf = (key: KeyObject, bytes: Buffer): string =>
  sign(null, bytes, key).toString('base64');

/** Whether one of the keys made one of the signatures for these bytes. */
export function isSigned(
  keys: readonly KeyObject[],
  bytes: Buffer,
  signatures: readonly string[],
): boolean {
  return signatures.some((text) =>
    keys.some((key) => verify(null, bytes, key, Buffer.from(text, 'base64'))),
  );
}

/** The text of the published file with these signatures. */
export const asPublished = (signatures: readonly string[]): string => JSON.stringify(signatures);

/** The signatures in a published file; none if it contains anything else, or is longer than 1 MiB. */
export function signaturesIn(bytes: Buffer): readonly string[] {
  if (bytes.length > MOST_BYTES) return [];
  try {
    const all: readonly unknown[] = JSON.parse(bytes.toString());
    return all
      .filter((text) => typeof text === 'string')
      .filter((text) => SIGNATURE_TEXT.test(text));
  } catch {
    // No JSON, or no list.
    return [];
  }
}

function readKeyFile(file: string): string {
  try {
    return readAtMost(file, MOST_BYTES).toString('latin1');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`the key in ${quote(file)} cannot be read: ${code ?? message}`);
  }
}

function ed25519(
  create: (text: string) => KeyObject,
  text: string,
  wrong: (why: string) => UsageError,
): KeyObject {
  let key: KeyObject;
  try {
    key = create(text);
  } catch {
    // The message of OpenSSL may quote the key.
    throw wrong(`holds a key that cannot be read: ${MAKING}`);
  }
  const kind = key.asymmetricKeyType;
  if (kind === 'ed25519') return key;
  throw wrong(`holds a key of the kind ${kind}, where Ed25519 is wanted: ${MAKING}`);
}
