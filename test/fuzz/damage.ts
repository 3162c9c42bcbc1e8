// Damage as disks, power cuts, careless programs and hands do it: to the bytes of a file, or to what stands at its place.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { Tree } from '../support/tree.js';

/** Bytes that readers of JSON, of UTF-8 and of lines get wrong. */
const SNIPPETS = [
  ...['{', '}', '[', ']', '"', ',', ':', '\\', '\n', '\r\n', ' ', '\u0000', '\u2028', '\ufeff'],
  ...['1e2', '1e999', '-0', '9007199254740993', '0.1', 'null', 'true', '{"id":1}', '[]', '""'],
  ...['\\ud800', '\\u0000', '<script>', '<p>', '&amp;', '<<<<<<< HEAD\n', '=======\n', '"id":1,'],
  ...['[['.repeat(300), '{"a":'.repeat(600), '9'.repeat(400), 'а'.repeat(70_000)],
].map((text) => Buffer.from(text));
SNIPPETS.push(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80]));

/** What becomes of the bytes of a file. `at`: a byte of it; `more`: any number. */
const ofBytes = {
  'a flipped bit': (bytes: Buffer, at: number, more: number) => {
    if (bytes.length > 0) bytes[at]! ^= 1 << (more % 8);
    return bytes;
  },
  'another byte': (bytes: Buffer, at: number, more: number) => {
    if (bytes.length > 0) bytes[at] = more % 256;
    return bytes;
  },
  'bytes too many': (bytes: Buffer, at: number, more: number) =>
    Buffer.concat([bytes.subarray(0, at), SNIPPETS[more % SNIPPETS.length]!, bytes.subarray(at)]),
  'bytes too few': (bytes: Buffer, at: number, more: number) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (more % 40))]),
  'bytes twice': (bytes: Buffer, at: number, more: number) =>
    Buffer.concat([bytes.subarray(0, at + (more % 200)), bytes.subarray(at)]),
  zeros: (bytes: Buffer, at: number, more: number) =>
    bytes.fill(0, at, Math.min(bytes.length, at + 1 + (more % 5000))),
  'cut off': (bytes: Buffer, at: number) => bytes.subarray(0, at),
  empty: () => Buffer.of(),
  'something else': () => Buffer.from('something else altogether'),
} satisfies Record<string, (bytes: Buffer, at: number, more: number) => Buffer>;

/** What becomes of a file. `other`: another file of the same folder, or the same one. */
const ofFiles = {
  gone: (path: string) => rmSync(path),
  'another one’s bytes': (path: string, other: string) => {
    const bytes = readFileSync(other);
    rmSync(path);
    writeFileSync(path, bytes);
  },
  'another name': (path: string, _other: string, more: number) => {
    const endings = ['.txt', '.json', '.ndjson', '.br', '~', '.1'];
    renameSync(path, path + endings[more % endings.length]);
  },
  'a file beside it': (path: string, other: string, more: number) => {
    const names = ['foreign.json', 'index.html', '1', '.hidden', 'a b.ndjson', 'copy.text.html'];
    const beside = join(dirname(path), names[more % names.length]!);
    if (!existsSync(beside)) copyFileSync(other, beside);
  },
  'a folder in its place': (path: string) => {
    rmSync(path);
    mkdirSync(path);
  },
  'a full folder in its place': (path: string, other: string) => {
    const bytes = readFileSync(other);
    rmSync(path);
    mkdirSync(path);
    writeFileSync(join(path, 'index.json'), bytes);
  },
  'a link to another file': (path: string, other: string) => {
    if (other === path) return;
    rmSync(path);
    symlinkSync(other, path);
  },
  'a link to nothing': (path: string) => {
    rmSync(path);
    symlinkSync('nothing', path);
  },
  'a link to a file without end': (path: string) => {
    rmSync(path);
    symlinkSync('/dev/zero', path);
  },
  'a pipe': (path: string) => {
    rmSync(path);
    spawnSync('mkfifo', [path]);
  },
  'its folder gone': (path: string) => rmSync(dirname(path), { recursive: true }),
} satisfies Record<string, (path: string, other: string, more: number) => void>;

/** The name of a kind of damage. */
export type HarmKind = keyof typeof ofBytes | keyof typeof ofFiles;

/** Damage to one file of a folder, by its place among all, sorted. */
export interface Harm {
  readonly kind: HarmKind;
  readonly file: number;
  readonly at: number;
  readonly more: number;
}

const kinds = Object.keys({ ...ofBytes, ...ofFiles }) as HarmKind[];

/** Damage to some files. */
export const harms: fc.Arbitrary<Harm[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), file: fc.nat(), at: fc.nat(), more: fc.nat() }),
  { minLength: 1, maxLength: 4 },
);

/** Damages a file of a folder; gives its path in there, or undefined where there is no file. */
export function harm(folder: string, { kind, file, at, more }: Harm): string | undefined {
  const files = regularFiles(folder);
  const name = files[file % files.length];
  if (name === undefined) return undefined;
  const path = join(folder, name);
  if (kind in ofBytes) {
    const bytes = readFileSync(path);
    const place = bytes.length === 0 ? 0 : at % bytes.length;
    writeFileSync(path, ofBytes[kind as keyof typeof ofBytes](bytes, place, more));
  } else {
    const other = join(folder, files[more % files.length]!);
    ofFiles[kind as keyof typeof ofFiles](path, other, more);
  }
  return name;
}

/** The files of a folder and their bytes, of which none is read that is a link or a pipe; none where there is no folder. */
export function treeOf(folder: string): Tree {
  return new Map(regularFiles(folder).map((path) => [path, readFileSync(join(folder, path))]));
}

function regularFiles(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
