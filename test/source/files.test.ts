// The data folder → its files, each with its collection and its texts, and what is told of the others.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFilesOf, fieldIn, findFiles, JOURNAL } from '../../src/files/source/files.js';
import { temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';

const COLLECTIONS = ['posts', 'regions', 'blogs'];
const ENDINGS = new Map([
  [
    'posts',
    [
      { field: 'text', ending: '.text.html' },
      { field: 'short', ending: '.short.html' },
    ],
  ],
]);

/** A data folder with these files; those whose names end in `/` are folders. */
function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith('/')) mkdirSync(join(folder, name), { recursive: true });
    else writeFile(folder, name, text);
  }
  return folder;
}

const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));

/** The data files and the findings, in short. */
function found(folder: string) {
  const { files, findings } = findFiles(folder, COLLECTIONS, ENDINGS);
  for (const { name, path } of files) expect(path).toBe(join(folder, name));
  return {
    files: files.map(({ collection, name, texts }) =>
      [
        collection,
        name,
        ...(texts ?? []).map(({ field, name, path }) => {
          expect(path).toBe(join(folder, name));
          return `${field}: ${name}`;
        }),
      ].join(' '),
    ),
    findings: findings.map(({ place, name, args }) => {
      const { known: _, ...told } = (args ?? {}) as Readonly<Record<string, unknown>>;
      return [place.file, name, ...Object.values(told)].join(' ').trim();
    }),
  };
}

it('files belong to the collection by whose name their way begins, in the order of their names', () => {
  const names = [
    'regions.json',
    'posts/b/2.ndjson',
    'posts/a.json',
    'posts.ndjson',
    'blogs/.5.json',
  ];
  const folder = folderOf({
    ...named(
      ...names,
      'posts/10.json',
      'posts/9.json',
      '.hidden/posts/1.json',
      'README.md',
      'blogs/x.md',
    ),
    'regions/': '',
    'blogs/posts/': '',
  });
  expect(found(folder)).toEqual({
    files: [
      'posts posts.ndjson',
      'posts posts/10.json',
      'posts posts/9.json',
      'posts posts/a.json',
      'posts posts/b/2.ndjson',
      'regions regions.json',
    ],
    findings: [],
  });
});

it('texts belong to the record in the file beside them', () => {
  const folder = folderOf(
    named(
      ...['posts/1.json', 'posts/1.text.html', 'posts/1.short.html', 'posts/2.json'],
      ...['posts/3.ndjson', 'posts/3.text.html', 'posts/4.text.html', 'posts/a/5.json'],
      ...['posts/a/5.text.html', 'posts/5.text.html', 'regions/1.json', 'regions/1.text.html'],
      ...['posts.json', 'posts.text.html', 'posts/2.html'],
    ),
  );
  mkdirSync(join(folder, 'posts/6.json'));
  writeFileSync(join(folder, 'posts/6.text.html'), '');
  expect(found(folder)).toEqual({
    files: [
      'posts posts.json text: posts.text.html',
      'posts posts/1.json short: posts/1.short.html text: posts/1.text.html',
      'posts posts/2.json',
      'posts posts/3.ndjson',
      'posts posts/a/5.json text: posts/a/5.text.html',
      'regions regions/1.json',
    ],
    findings: [
      'posts/2.html ignored-file file',
      'posts/3.text.html ignored-file text',
      'posts/4.text.html ignored-file text',
      'posts/5.text.html ignored-file text',
      'posts/6.text.html ignored-file text',
      'regions/1.text.html ignored-file file',
    ],
  });
  expect(fieldIn('posts/1.text.html', ENDINGS)).toEqual({ beside: 'posts/1.json', field: 'text' });
  expect(fieldIn('posts.x.text.html', ENDINGS)).toEqual({ beside: 'posts.x.json', field: 'text' });
  expect(fieldIn('regions/1.text.html', ENDINGS)).toBeUndefined();
  expect(fieldIn('posts/1.json', ENDINGS)).toBeUndefined();
  expect(findFiles(folder, COLLECTIONS).files[1]).not.toHaveProperty('texts');
  const { files } = dataFilesOf(folder, [{ name: 'posts', fields: {} }]);
  expect(files.map(({ name }) => name)).toEqual(
    found(folder)
      .files.slice(0, 5)
      .map((text) => text.split(' ')[1]),
  );
});

it('a name with an ending too many is told with the one that is meant', () => {
  const folder = folderOf(
    named(
      ...[
        'posts.json.txt',
        'posts/1.json.txt',
        'posts/2.ndjson.bak',
        'posts/3.json',
        'posts/3.json.txt',
      ],
      ...['posts/3.text.html.txt', 'posts/4.text.html.txt', 'post.json.txt', 'strange.json.txt'],
      ...['posts/txt', 'posts/a.b/c', 'posts/5.json.x.y', 'regions/1.xml', 'posts/6.json~'],
    ),
  );
  expect(found(folder)).toEqual({
    files: ['posts posts/3.json'],
    findings: [
      'post.json.txt ignored-file file',
      'posts.json.txt ignored-file file posts.json',
      'posts/1.json.txt ignored-file file 1.json',
      'posts/2.ndjson.bak ignored-file file 2.ndjson',
      'posts/3.json.txt ignored-file file',
      'posts/3.text.html.txt ignored-file file 3.text.html',
      'posts/4.text.html.txt ignored-file file',
      'posts/5.json.x.y ignored-file file',
      'posts/6.json~ ignored-file file',
      'posts/a.b/c ignored-file file',
      'posts/txt ignored-file file',
      'regions/1.xml ignored-file file',
      'strange.json.txt ignored-file file',
    ],
  });
});

it('links and pipes are told, and not followed', () => {
  const folder = folderOf(named('posts/1.json'));
  symlinkSync(join(folder, 'posts'), join(folder, 'regions'));
  execFileSync('mkfifo', [join(folder, 'posts/queue.json')]);
  symlinkSync(join(folder, 'posts/1.json'), join(folder, 'posts/2.json'));
  symlinkSync(join(folder, 'posts/1.json'), join(folder, 'posts/3.json.txt'));
  symlinkSync(join(folder, 'posts/1.json'), join(folder, 'posts/1.text.html'));
  expect(found(folder)).toEqual({
    files: ['posts posts/1.json'],
    findings: [
      'posts/1.text.html ignored-file link',
      'posts/2.json ignored-file link',
      'posts/3.json.txt ignored-file link',
      'posts/queue.json ignored-file other',
      'regions ignored-file link',
    ],
  });
});

it('is refused while it is not there, no folder, or changed', () => {
  const folder = folderOf({ 'data/posts/1.json': '', file: '' });
  symlinkSync(join(folder, 'data'), join(folder, 'link'));
  const said = (name: string) => () => findFiles(join(folder, name), COLLECTIONS);
  expect(said('nowhere')).toThrow(`no data folder ${join(folder, 'nowhere')}`);
  expect(said('file')).toThrow('file is in the way: it is not a folder');
  expect(said('link')).toThrow('link is a symbolic link, which is not followed');
  writeFileSync(join(folder, 'data', JOURNAL), '');
  expect(() => findFiles(join(folder, 'data'), COLLECTIONS)).toThrow(
    `a change of ${join(folder, 'data')} is not finished`,
  );
});
