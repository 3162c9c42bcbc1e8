// Which words a query finds in a text.
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/editing/query/matching.js';
import { fold } from '../../src/model/fold.js';

const finds = (query: string, text: string) => {
  const words = wordsOf(query);
  return words.length > 0 && words.every((holds) => holds(fold(text)));
};

describe('a query finds', () => {
  it.each([
    ['экспертиза', 'О стоимости экспертизы кранов'],
    ['кран экспертиза', 'О стоимости экспертизы кранов'],
    ['КОТЁЛ', 'Паровые котлы'],
    ['котлы', 'Паровой котел ДКВР'],
    ['рынки', 'Рынок труда'],
    ['орлов', 'Орлова Анна'],
    ['Анна', 'вместе с Анной'],
    ['Оли', 'Спросите Олю'],
    ['Орловой', 'Орлов Пётр'],
    ['петр', 'Орлов Пётр'],
    ['в Липецке', 'Липецкая область; работа в поле'],
    ['архив', 'Затопило архивы'],
    ['жесткая вода', 'Вода, к сожалению, жёсткая'],
    ['эксп', 'Нужен эксперт'],
    ['Э12 ТУ', 'область Э12-ТУ'],
    ['kotly', 'slug: kotly-i-truby'],
    ['экс\u00adперт', 'Эксперт'],
    ['и\u0306од', 'йод'],
  ])('%s: %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });
});

describe('a query does not find', () => {
  it.each([
    ['архив', 'Архитектура'],
    ['ту', 'Тут и там'],
    ['Анна', 'Анализ анкет'],
    ['кран труба', 'О кранах'],
    ['перт', 'Эксперт'],
    ['город', 'Гордость'],
    ['12', '2012, 123'],
    ['?!', 'Что?!'],
    ['.*', 'Что угодно'],
  ])('%s: %s', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });
});
