// Every text is in ru.json: those of findings by their names, all others by their English, which stands where it is used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import findings from '../../src/problems/messages/en.json' with { type: 'json' };
import russian from '../../src/problems/ru.json' with { type: 'json' };
import { settingRows } from '../../src/snapshot/settings/table.js';
import { projectFolder } from '../support/folders.js';

/** The functions whose first argument is a text in English, as far as a file imports them. */
const takingText = (code: string): string[] =>
  ['sentence', 'refused', 'say'].filter((name) =>
    RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/(?:say|problem)\\.js'`).test(code),
  );

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The texts that a file uses. `say` takes texts that are made elsewhere, too; for the others, `not a literal` is given. */
function textsIn(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const names = takingText(code);
  const texts: string[] = [];
  const take = (node: Node, mayBeMade = false): void => {
    const quasis = node['quasis'] as { value: { cooked: string } }[] | undefined;
    if (node.type === 'ConditionalExpression') {
      take(node['consequent'] as Node, mayBeMade);
      take(node['alternate'] as Node, mayBeMade);
    } else if (typeof node['value'] === 'string') texts.push(node['value']);
    else if (quasis?.length === 1) texts.push(quasis[0]!.value.cooked);
    else if (!mayBeMade) texts.push(`not a literal: ${node.type} in ${file}`);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const { callee, arguments: given } = value;
    const name = isNode(callee) ? String(callee['name']) : '';
    if (names.includes(name)) take((given as Node[])[0]!, name === 'say');
    Object.values(value).forEach(visit);
  };
  if (names.length > 0) visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return texts;
}

/** The texts of the table of settings, which are plain strings there. */
const settings = settingRows.flatMap(({ about, off }) => [about, ...(off ? [off.about] : [])]);
const sentences = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .flatMap((name) => textsIn(join(projectFolder, 'src', name)))
  .concat(settings);
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
