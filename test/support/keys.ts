// Keys for signing, as files and as values.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folders.js';

export interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The files of the keys. */
  readonly secret: string;
  readonly open: string;
}

/** A new pair of keys. */
export function newKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const folder = temporaryFolder();
  const [secret, open] = [join(folder, 'key.pem'), join(folder, 'public.pem')];
  writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }));
  return { privateKey, publicKey, secret, open };
}
