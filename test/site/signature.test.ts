// Keys as files, and signatures of the id of a snapshot.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UsageError } from '../../src/problems/problem.js';
import {
  isSigned,
  keyName,
  publicHalf,
  readPublicKeys,
  readSigningKey,
  signatureOf,
} from '../../src/site/signature.js';
import { temporaryFolder } from '../support/folders.js';

const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const secret = String(own.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const open = [own, other].map(({ publicKey }) =>
  String(publicKey.export({ type: 'spki', format: 'pem' })),
);
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const locked = own.privateKey.export({
  ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
});

/** A file `key.pem` with this text. */
function keyFile(text: string | Buffer): string {
  const file = join(temporaryFolder(), 'key.pem');
  writeFileSync(file, text);
  return file;
}
function refusal(read: (file: string) => unknown, file: string): string {
  try {
    read(file);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replace(JSON.stringify(file), 'FILE').replace(file, 'FILE');
  }
  return 'no refusal';
}

const id = '0123456789abcdef'.repeat(4);

it('a key signs always in the same way, and its public half alone knows what it signed', () => {
  const key = readSigningKey(keyFile(secret));
  const signature = signatureOf(key, id);
  expect(signature).toMatch(/^[\w+/]{86}==$/);
  expect(signatureOf(own.privateKey, id)).toBe(signature);
  const [mine, others] = readPublicKeys(keyFile(`of the portal\n${open.join('and\n')}`));
  expect(isSigned([mine!], id, signature)).toBe(true);
  expect(isSigned([others!, mine!], id, signature)).toBe(true);
  expect(isSigned([others!], id, signature)).toBe(false);
  expect(isSigned([mine!], id.replace('0', '1'), signature)).toBe(false);
  for (const wrong of [undefined, '', '==', 'no base64', signature.slice(4)]) {
    expect(isSigned([mine!], id, wrong)).toBe(false);
  }
  expect(publicHalf(key).equals(own.publicKey)).toBe(true);
  expect(keyName(key)).toBe(own.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'));
});

it('keys are read as editors and shells of Windows write them', () => {
  const inCrlf = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`;
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const file = (text: string) => keyFile(Buffer.from(inCrlf(text), encoding));
    const signature = signatureOf(readSigningKey(file(secret)), '0a');
    expect(isSigned(readPublicKeys(file(open.join('and\n'))), '0a', signature)).toBe(true);
  }
});

const MAKING = 'openssl genpkey -algorithm ed25519 makes one';
const damaged = (text: string) => text.replace(/(?<=-----\n)..../, 'AAAA');

it.each<[key: string, text: string, said: string]>([
  [
    'with a passphrase',
    String(locked),
    'holds a key that wants a passphrase: openssl pkey -in FILE takes it off',
  ],
  ['that is public', open[0]!, `holds no private key, but a public one: ${MAKING}`],
  ['that is none', 'SECRET', `holds no private key: ${MAKING}`],
  ['that is damaged', damaged(secret), `holds a key that cannot be read: ${MAKING}`],
  [
    'of another kind',
    String(elliptic.privateKey.export({ type: 'sec1', format: 'pem' })),
    `holds a key of the kind ec, where Ed25519 is wanted: ${MAKING}`,
  ],
])('a key to sign with, %s, is refused, and not shown', (_, text, said) => {
  expect(refusal(readSigningKey, keyFile(text))).toBe(`FILE ${said}`);
});

it.each<[key: string, text: string, said: string]>([
  [
    'that is private',
    `${open[0]}${secret}`,
    'holds a private key: openssl pkey -in FILE -pubout gives the public one',
  ],
  ['that is none', 'SECRET', 'holds no public key: openssl pkey -pubout writes one'],
  [
    'of which one is damaged',
    `${open[0]}${damaged(open[1]!)}`,
    `holds a key that cannot be read: ${MAKING}`,
  ],
  [
    'of another kind',
    String(elliptic.publicKey.export({ type: 'spki', format: 'pem' })),
    `holds a key of the kind ec, where Ed25519 is wanted: ${MAKING}`,
  ],
])('a key to know signatures by, %s, is refused', (_, text, said) => {
  expect(refusal(readPublicKeys, keyFile(text))).toBe(`FILE ${said}`);
});

it('a file that is not there, or has no end, is refused', () => {
  const missing = join(temporaryFolder(), 'key.pem');
  for (const read of [readSigningKey, readPublicKeys]) {
    expect(refusal(read, missing)).toBe('the key in FILE cannot be read: ENOENT');
    expect(refusal(read, '/dev/zero')).toBe(
      'the key in FILE cannot be read: more than 1048576 bytes',
    );
  }
});
