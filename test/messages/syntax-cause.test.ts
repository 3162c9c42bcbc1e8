// Why a text is no JSON: the hint fits the mistake.
import { describe, expect, it } from 'vitest';
import { syntaxCause } from '../../src/engine/diagnose/syntax-cause.js';
import { walkJson } from '../../src/files/source/json.js';
import { word } from '../../src/problems/in-words.js';
import type { SyntaxCause } from '../../src/problems/messages/catalogue.js';

const texts: readonly [text: string, cause: SyntaxCause][] = [
  ['{"id": 3, "name": "Псков",\n}', 'end-comma'],
  ['[1, 2,]', 'end-comma'],
  ['{"id": 3, "name": "Псков"', 'end'],
  ['[{"id": 3, "name": "Псков"]', 'bracket'],
  ["{'id': 3}", 'quotes'],
  ['{"id": 3, "name": «Псков»}', 'quotes'],
  ['{id: 3, "name": "Псков"}', 'bare-key'],
  ['{"id": 3, имя: "Псков"}', 'bare-key'],
  ['{"id": 3, "price": NaN}', 'bare-word'],
  ['{"id": 3, "flag": True}', 'bare-word'],
  ['{"id": 3, "name": Псков}', 'bare-word'],
  ['{\n  // новый\n  "id": 3}', 'comment'],
  ['{"id": 3 "name": "Псков"}', 'no-comma'],
  ['{"name": "Псков" "id": 3}', 'no-comma'],
  ['["a" "b"]', 'no-comma'],
  ['{"name": "Завод "Прогресс""}', 'quote'],
  ['{"name": "Завод "Прогресс" в Томске", "id": 3}', 'quote'],
  ['{"name": ""Прогресс" в Томске"}', 'quote'],
  ['{"name": "Труба 20" стальная"}', 'quote'],
  ['{"name": "Труба 20", 30" и 40""}', 'quote'],
  ['{"text": "<a href="/a">А</a>"}', 'quote'],
  ['{"text": "Он сказал: "", "id": 3}', 'quote'],
  ['{"name": "Псков""id": 3}', 'no-comma'],
  ['{"name": "Псков"\n "id": 3}', 'no-comma'],
  ['{"name": "Псков" id: 3}', 'no-comma'],
  ['{"name": "Псков" // город\n}', 'comment'],
  ['[{"id": 3} {"id": 4}]', 'no-comma'],
  ['{"id": 3,, "name": "Псков"}', 'no-value'],
  ['{"id": , "name": "Псков"}', 'no-value'],
  ['{"id": 3, "name": }', 'no-value'],
  ['{"name" "Псков"}', 'no-colon'],
  ['{"id": 3, "name" "Псков"}', 'no-colon'],
  ['{"name": "Ниж\nний"}', 'control'],
  ['{"name": "C:\\x"}', 'escape'],
  ['{"name": "\\u04g0"}', 'escape'],
  ['{"id": 03}', 'number'],
  ['{"id": 0x3}', 'number'],
  ['{"id": 3., "name": "Псков"}', 'number'],
  ['{"id": +3}', 'number'],
  ['{"id": .5}', 'number'],
  ['{"id": 1e, "name": "Псков"}', 'number'],
  ['{"id": 3,\u00a0"name": "Псков"}', 'space'],
  ['<<<<<<< HEAD\n{"id": 3}', 'conflict'],
  ['{"id": 3,\n=======\n"id": 4}', 'conflict'],
  ['{"id": ?}', 'other'],
];

describe('the cause of a syntax error', () => {
  it.each(texts)('%j', (text, cause) => {
    expect(causeIn(text)).toBe(cause);
  });

  it('in a file of lines is that two records are on one', () => {
    expect(syntaxCause('{', '{"id": 3} ', '{"id": 4}', true)).toBe('lines');
  });

  it('behind the end of the text is what stands there', () => {
    expect(syntaxCause(',', '{"id": 3}', ',\n{"id": 4}', false)).toBe('behind');
  });

  it('of any kind has a hint', () => {
    const causes = new Set(texts.map(([, cause]) => cause));
    expect(causes.size).toBe(17);
    for (const cause of causes) {
      expect(word('syntax', { found: '?', cause }).hint).toMatch(/[a-z]/);
    }
  });
});

function causeIn(text: string): SyntaxCause | undefined {
  const walked = walkJson(text, 0, {});
  if (!('fault' in walked)) return undefined;
  const { at, found } = walked.fault;
  return syntaxCause(found, text.slice(0, at), text.slice(at), false);
}
