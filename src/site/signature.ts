// The signature in `api/snapshot.json`, and its keys. It is Ed25519 in base64, made of the bytes of the snapshot's
// `id`. The `id` covers the digests of all files, so a signed id proves them all. A key is never printed.
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readAtMost } from '../files/disk/text-file.js';
import { UsageError } from '../problems/problem.js';
import { quote } from '../problems/quote.js';

/** No file of keys has more bytes. */
const MOST_BYTES = 1 << 20;
const MAKING = 'openssl genpkey -algorithm ed25519 makes one';

/** Reads the private key to sign with. Throws a {@link UsageError}. */
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

/** Reads the public keys that check signatures, one or several. Throws a {@link UsageError}. */
export function readPublicKeys(file: string): readonly KeyObject[] {
  const text = readKeyFile(file);
  const wrong = (why: string) => new UsageError(`${quote(file)} ${why}`);
  // Node would derive the public key from a private key, and nobody would notice that readers are given a secret.
  if (text.includes('PRIVATE KEY')) {
    throw wrong('holds a private key: openssl pkey -in FILE -pubout gives the public one');
  }
  const found = text.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? [];
  if (found.length === 0) throw wrong('holds no public key: openssl pkey -pubout writes one');
  return found.map((one) => ed25519(createPublicKey, one, wrong));
}

/** The public half of a private key. */
export const publicHalf = (key: KeyObject): KeyObject => createPublicKey(key);

/** The public half of a key in hexadecimal. It identifies the key and is not secret. */
export const keyName = (key: KeyObject): string =>
  publicHalf(key).export({ type: 'spki', format: 'der' }).toString('hex');

/** Signs the id of a snapshot. The same key and id always result in the same signature. */
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
    // PowerShell writes the output of a command as UTF-16.
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
    // The message of OpenSSL may quote the key.
    throw wrong(`holds a key that cannot be read: ${MAKING}`);
  }
  const kind = key.asymmetricKeyType;
  if (kind === 'ed25519') return key;
  throw wrong(`holds a key of the kind ${kind}, where Ed25519 is wanted: ${MAKING}`);
}
