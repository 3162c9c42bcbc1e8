// What git leaves in the place of data: lines of a merge conflict, pointers of Git LFS. An error wherever it stands.
import { describe, expect, it } from 'vitest';
import { another, checkPortal } from './portal.js';

const POINTER =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';

const codesIn = async (files: Record<string, string>) => {
  const { problems } = (await checkPortal(files)).report;
  return problems.map(({ code, file, path, line }) => [code, file, path, line].join(' '));
};
const post = (text: string) => another('posts', { text: JSON.stringify(text) });

describe('lines of a merge conflict', () => {
  it.each([
    ['||||||| d67cf9a', '<p>А</p>\n||||||| d67cf9a\n<p>Б</p>'],
    ['<<<<<<< HEAD', '<<<<<<< HEAD\n<p>Б</p>'],
    ['>>>>>>> of a file with the line ends of Windows', '<p>А</p>\r\n>>>>>>>\r\n<p>Б</p>'],
  ])('%s in a text of a record', async (_, text) => {
    expect(await codesIn({ 'posts/new.json': post(text) })).toContain(
      'syntax data/posts/new.json /text 5',
    );
  });

  it('are found however they are escaped', async () => {
    const text = JSON.stringify('<p>А</p>\n||||||| d67cf9a\n<p>Б</p>').replaceAll('|', '\\u007c');
    expect(await codesIn({ 'posts/new.json': another('posts', { text }) })).toContain(
      'syntax data/posts/new.json /text 5',
    );
  });

  it('in the middle of a line, or of another length, are text', async () => {
    const text = '<p>Строки &lt;&lt;&lt; и ||||||| d67 — следы слияния</p>\n=======\n|||||||| d';
    expect(await codesIn({ 'posts/new.json': post(text) })).toEqual([]);
  });
});

it('a pointer of Git LFS is told in the place of a file and of a text', async () => {
  const { report } = await checkPortal({
    'regions/1.json': POINTER,
    'posts/new.json': post(POINTER),
  });
  const told = report.problems.filter(({ code }) => code === 'syntax');
  expect(told.map(({ file }) => file).sort()).toEqual([
    'data/posts/new.json',
    'data/regions/1.json',
  ]);
  for (const { hint } of told) expect(hint).toContain('git lfs pull');
});
