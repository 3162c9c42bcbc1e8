// Every text is in ru.json: those of findings by their names, all others by their English, which stands where it is used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import findings from '../../src/problems/messages/en.json' with { type: 'json' };
import russian from '../../src/problems/ru.json' with { type: 'json' };
import { projectFolder } from '../support/folders.js';

/** The functions whose first argument is a text in English, as far as a file imports them. */
const takingText = (code: string): string[] =>
  ['sentence', 'refused', 'say'].filter((name) =>
    RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/(?:say|problem)\\.js'`).test(code),
  );

/** The texts that a file uses. `say` takes texts that are made elsewhere, too; for the others, `not a literal: …` is given. */
function textsIn(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const names = takingText(code);
  const texts: string[] = [];
  const take = (node: ts.Expression, mayBeMade = false): void => {
    if (ts.isParenthesizedExpression(node)) take(node.expression, mayBeMade);
    else if (ts.isConditionalExpression(node)) {
      take(node.whenTrue, mayBeMade);
      take(node.whenFalse, mayBeMade);
    } else if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (!mayBeMade) texts.push(`not a literal: ${node.getText()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && names.includes(node.expression.getText())) {
      take(node.arguments[0]!, node.expression.getText() === 'say');
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return texts;
}

const sentences = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .flatMap((name) => textsIn(join(projectFolder, 'src', name)));
const english: Readonly<Record<string, string>> = {
  ...findings,
  ...Object.fromEntries(sentences.map((text) => [text, text])),
};

/** The names of the values in a text, each once. */
const placesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[},])/g)].map(([, name]) => name))].sort();

it('is found where it is used', () => {
  expect(sentences).toContain('{path} is in the way: it is not a file');
  expect(sentences.length).toBeGreaterThan(90);
});

it('is in Russian, and no other text is', () => {
  expect(Object.keys(russian).sort()).toEqual(Object.keys(english).sort());
});

it('has the same values in both languages, and Russian words where it has English ones', () => {
  for (const [name, text] of Object.entries(russian)) {
    expect(placesIn(text), name).toEqual(placesIn(english[name]!));
    const words = english[name]!.replaceAll(/\{\w+(?:, plural,)?|`[^`]*`/g, '');
    if (/[a-z]{3}/.test(words) && text !== 'null') expect(text, name).toMatch(/[а-яё]/i);
  }
});
