// The signature in `api/snapshot.json`, and the keys for it. It is an Ed25519 signature of the snapshot's `id`, in
// base64. The `id` depends on the digests in snapshot.json, so the signature also proves the files with these digests.
// Private keys are never printed.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readAtMost } from '../files/disk/text-file.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** A file of keys has at most this many bytes. */
const MOST_BYTES = 1 << 20;
const MAKING = 'openssl genpkey -algorithm ed25519 makes one';

/** Reads the private key for signing. Throws a {@link UsageError} if the file has no usable key. */
export function readSigningKey(file: string): KeyObject {
  const text = readKeyFile(file);
  const wrong = (why: string) => new UsageError(`${quote(file)} ${why}`);
  if (text.includes('ENCRYPTED')) {
    throw wrong('holds a key that wants a passphrase: openssl pkey -in FILE takes it off');
  }
  const [found] = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^-]*-----END \1-----/.exec(text) ?? [];
  if (found === undefined) {
    const isPublic = text.includes('-----BEGIN PUBLIC KEY-----');
    throw wrong(`holds no private key${isPublic ? ', but a public one' : ''}: ${MAKING}`);
  }
  return ed25519(createPrivateKey, found, wrong);
}

/** Reads public keys for checking signatures. Throws a {@link UsageError} if there is none, or one cannot be used. */
export function readPublicKeys(file: string): readonly KeyObject[] {
  const text = readKeyFile(file);
  const wrong = (why: string) => new UsageError(`${quote(file)} ${why}`);
  // A private key is refused here. Node would accept it, and nobody would notice that a secret was given to readers.
  if (text.includes('PRIVATE KEY')) {
    throw wrong('holds a private key: openssl pkey -in FILE -pubout gives the public one');
  }
  const found = text.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? [];
  if (found.length === 0) throw wrong('holds no public key: openssl pkey -pubout writes one');
  return found.map((one) => ed25519(createPublicKey, one, wrong));
}

export const publicHalf = (key: KeyObject): KeyObject => createPublicKey(key);

/** Returns the public key in hexadecimal. It identifies the key, and is not secret. */
export const keyName = (key: KeyObject): string =>
  publicHalf(key).export({ type: 'spki', format: 'der' }).toString('hex');

/** Signs the id of a snapshot. The same key and id always give the same signature. */
export const signatureOf = (key: KeyObject, id: string): string =>
  sign(null, Buffer.from(id), key).toString('base64');

/** Whether one of the keys signed the id of a snapshot. */
export const isSigned = (
  keys: readonly KeyObject[],
  id: string,
  signature: string | undefined,
): boolean =>
  signature !== undefined &&
  keys.some((key) => verify(null, Buffer.from(id), key, Buffer.from(signature, 'base64')));

function readKeyFile(file: string): string {
  try {
    const bytes = readAtMost(file, MOST_BYTES);
    // UTF-16 is accepted, because PowerShell writes the output of a command in it.
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1');
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
    // OpenSSL's own message is not shown, because it may contain the key.
    throw wrong(`holds a key that cannot be read: ${MAKING}`);
  }
  const kind = key.asymmetricKeyType;
  if (kind === 'ed25519') return key;
  throw wrong(`holds a key of the kind ${kind}, where Ed25519 is wanted: ${MAKING}`);
}
