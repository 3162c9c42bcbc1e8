import { expect, it } from 'vitest';
import { checkSince } from '../support/tool.js';
import { usePasts, withPast } from './past.js';
import { change, pretty } from './repository.js';

usePasts();

const vacancy = { id: 7, category: 1, created_at: '2024-01-01T10:00:00+03:00', work_city: 9 };
const files = {
  'data/vacancies/7.json': pretty(vacancy), // there is no city 9
  'data/vacancies/7.text.txt': 'Ищем\n',
};

async function since(cwd: string) {
  const { problems, before } = await checkSince('HEAD', { cwd });
  return [problems.map(({ file, code }) => `${code} ${file}`), before?.codes];
}

it('a problem that comes with another text is told, and not the one that its record had', async () => {
  const cwd = withPast(files);
  expect(await since(cwd)).toEqual([[], { 'dangling-reference': 1 }]);
  change(cwd, { 'data/vacancies/7.text.txt': ' \n' });
  expect(await since(cwd)).toEqual([
    ['implausible data/vacancies/7.text.txt'],
    { 'dangling-reference': 1 },
  ]);
});

it('moving a text into its record or out of it changes nothing', async () => {
  const cwd = withPast(files);
  change(cwd, {
    'data/vacancies/7.json': pretty({ ...vacancy, text: 'Ищем' }),
    'data/vacancies/7.text.txt': null,
  });
  expect(await since(cwd)).toEqual([[], { 'dangling-reference': 1 }]);
});

it('a problem in a text is one of its record, wherever that is', async () => {
  const { work_city: _, ...rest } = vacancy;
  const old = { 'data/vacancies/7.json': pretty(rest), 'data/vacancies/7.text.txt': ' \n' };
  const cwd = withPast(old);
  expect(await since(cwd)).toEqual([[], { implausible: 1 }]);
  change(cwd, {
    'data/vacancies/7.json': null,
    'data/vacancies/7.text.txt': null,
    'data/vacancies/0007-ishchem.json': pretty(rest),
    'data/vacancies/0007-ishchem.text.txt': ' \n',
  });
  expect(await since(cwd)).toEqual([[], { implausible: 1 }]);
});
