// What a file exports is used far from where it is declared, so its name says what it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
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

/** The names that a file exports. */
function namesIn(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.getText()] : [];
  });
}

const exported = sources
  .filter(({ file }) => /\.tsx?$/.test(file))
  .flatMap(({ file }) =>
    namesIn(file, readFileSync(join(sourceFolder, file), 'utf8')).map((name) => ({ file, name })),
  );

it('no exported name is only a weak word', () => {
  expect(exported.length).toBeGreaterThan(500);
  expect(exported.filter(({ name }) => isWeak(name))).toEqual([]);
});

it('nor is the name of a file', () => {
  const stems = sources.map(({ file }) => file.split('/').at(-1)!.split('.')[0]!);
  expect(stems.filter(isWeak)).toEqual([]);
});

it('the function that names or writes something says of what', () => {
  const vague = /^(?:name|text|value|line)s?(?:Of|In|For)$/;
  expect(exported.filter(({ name }) => vague.test(name))).toEqual([]);
});

it('a weak name is found in each kind of declaration', () => {
  const code = `
    export const told = 1;
    export function ofOwn() {}
    export interface Left {}
    export type SomeWay = string;
    export class Reader {}
    const met = 2;`;
  expect(namesIn('weak.ts', code).filter(isWeak)).toEqual(['told', 'ofOwn', 'Left', 'SomeWay']);
});
