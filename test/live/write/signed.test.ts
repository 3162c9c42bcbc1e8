// `build --sign`: the signature is in snapshot.json; and keys that cannot be used are told, never shown.
import { generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { build } from '../../../src/index.js';
import { newKeys } from '../../support/keys.js';
import { readJson, readTree } from '../../support/tree.js';
import { run, small, workplace } from '../../write/workplace.js';

const SNAPSHOT = 'api/snapshot.json';
const [own, other] = [newKeys(), newKeys()];

let cwd: string;
let dist: string;
beforeAll(() => {
  cwd = workplace(small);
  dist = join(cwd, 'dist');
});

const make = (sign?: string) =>
  build({ cwd, cache: 'cache', compress: ['br', 'gzip'], ...(sign !== undefined && { sign }) });

it('signs the id inside snapshot.json, as long as it is asked for', async () => {
  const unsigned = await make();
  const plain = readJson<Record<string, unknown>>(dist, SNAPSHOT);
  const signed = await make(own.secret);
  expect(signed.problems).toEqual([]);
  // snapshot.json and its two compressed siblings.
  expect(signed.summary.files).toMatchObject({ written: 3, removed: 0 });
  expect(signed.summary.snapshot).toBe(unsigned.summary.snapshot);
  const { signature, ...rest } = readJson<Record<string, unknown>>(dist, SNAPSHOT);
  expect(rest).toEqual(plain);
  expect(rest['id']).toBe(signed.summary.snapshot);
  const isBy = ({ publicKey }: typeof own, text: unknown) =>
    verify(null, Buffer.from(String(rest['id'])), publicKey, Buffer.from(String(text), 'base64'));
  expect([isBy(own, signature), isBy(other, signature)]).toEqual([true, false]);

  expect((await make(own.secret)).summary.files.written).toBe(0);
  await make(other.secret);
  const { signature: rotated } = readJson<Record<string, unknown>>(dist, SNAPSHOT);
  expect([isBy(own, rotated), isBy(other, rotated)]).toEqual([false, true]);

  expect((await make()).problems).toEqual([]);
  expect(readJson(dist, SNAPSHOT)).toEqual(plain);
});

it.each<readonly [string, () => string, string]>([
  ['a public key', () => readFileSync(own.open, 'utf8'), 'holds no private key, but a public one'],
  ['something else', () => 'SECRET-TEXT', 'holds no private key: openssl genpkey'],
  [
    'a key of another kind',
    () => pkcs8('ec'),
    'holds a key of the kind ec, where Ed25519 is wanted',
  ],
  ['a key with a passphrase', () => pkcs8('locked'), 'wants a passphrase'],
  [
    'a damaged key',
    () => readFileSync(own.secret, 'utf8').replace('MC4CAQ', 'AAAAAA'),
    'holds a key that cannot be read',
  ],
])('%s is refused before anything is written, and not shown', async (_, text, why) => {
  const folder = workplace(small);
  const file = join(folder, 'key.pem');
  writeFileSync(file, text());
  await run(folder, 'build', '--no-cache');
  const before = readTree(join(folder, 'dist'));
  const { status, stdout, stderr } = await run(folder, 'build', '--no-cache', '--sign', file);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
  expect(stderr).not.toContain('SECRET');
  for (const line of text().split('\n')) {
    if (/^[\w+/=]{20,}$/.test(line)) expect(stderr).not.toContain(line);
  }
  expect(readTree(join(folder, 'dist'))).toEqual(before);
});

it('a key that is not there is told by its name', async () => {
  const { status, stderr } = await run(
    workplace(small),
    'build',
    '--no-cache',
    '--sign',
    'nowhere.pem',
  );
  expect(status).toBe(2);
  expect(stderr).toMatch(/the key in ".*nowhere\.pem" cannot be read: ENOENT/);
});

function pkcs8(kind: 'ec' | 'locked'): string {
  const { privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519');
  const locked = { cipher: 'aes-256-cbc', passphrase: 'слово' };
  const how = { type: 'pkcs8', format: 'pem', ...(kind === 'locked' && locked) } as const;
  return String(privateKey.export(how));
}
