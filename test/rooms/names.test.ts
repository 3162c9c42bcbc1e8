// What a file exports is used far from where it is declared, so its name says what it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFolder, sources } from './sources.js';

const WEAK = new Set(
  'along anew as asked dark in is left met of one own said saw some staying told way ways'.split(
    ' ',
  ),
);

/** Whether a name in camel case or with hyphens has no other words than these. */
const isWeak = (name: string): boolean =>
  name.split(/[-_]|(?<=[a-z0-9])(?=[A-Z])/).every((word) => WEAK.has(word.toLowerCase()));

/** The names that a file exports where it declares them. */
const namesIn = (code: string): string[] =>
  [
    ...code.matchAll(
      /^export (?:async |abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name]) => name!);

const exported = sources
  .filter(({ file }) => /\.tsx?$/.test(file))
  .flatMap(({ file }) =>
    namesIn(readFileSync(join(sourceFolder, file), 'utf8')).map((name) => ({ file, name })),
  );

it('no exported name is only a weak word', () => {
  expect(exported.length).toBeGreaterThan(500);
  expect(exported.filter(({ name }) => isWeak(name))).toEqual([]);
  const weak = 'export const told = 1;\nexport async function ofOwn() {}\nexport type SomeWay = 1;';
  expect(namesIn(weak).filter(isWeak)).toEqual(['told', 'ofOwn', 'SomeWay']);
});

it('nor is the name of a file', () => {
  const stems = sources.map(({ file }) => file.split('/').at(-1)!.split('.')[0]!);
  expect(stems.filter(isWeak)).toEqual([]);
});

it('the function that names or writes something says of what', () => {
  const vague = /^(?:name|text|value|line)s?(?:Of|In|For)$/;
  expect(exported.filter(({ name }) => vague.test(name))).toEqual([]);
});
