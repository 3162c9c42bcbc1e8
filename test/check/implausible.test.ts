// What is valid and surely not meant: a warning at its place, by named rules, which `allow` switches off.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/index.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeData } from '../support/portal.js';
import { another, checkPortal } from './portal.js';

const ofPost = (fields: Record<string, string>) => ({
  'posts/new.json': another('posts', fields),
});

describe('what is meant', () => {
  it('all of the shipped data', async () => {
    const report = await check({ cwd: projectFolder, cache: false, strict: true });
    expect(report.problems).toEqual([]);
  });
});

it.each([
  ['/text', '<p>а <b>б</p>', '</b>', '<p>а <b>б</b></p>'],
  ['/text', '<p>5 <b и 7</p>', '&lt;', '<p>5 &lt;b и 7</p>'],
  ['/text', '<p>Пишите: <info@a.example></p>', '&lt;', '<p>Пишите: &lt;info@a.example></p>'],
  ['/slug', '../наш год', 'novosti-2026', 'novosti-2026'],
])('what the hint says mends %s: %s', async (path, wrong, advice, right) => {
  const hintsOf = async (value: string) => {
    const { report } = await checkPortal(ofPost({ [path.slice(1)]: JSON.stringify(value) }));
    return report.problems.map(({ hint }) => hint);
  };
  expect(await hintsOf(wrong)).toEqual([expect.stringContaining(advice)]);
  expect(await hintsOf(right)).toEqual([]);
});

it('allow takes names of rules alone, and offers the nearest', async () => {
  const cwd = temporaryFolder();
  writeData(join(cwd, 'data'), {});
  const settings = join(cwd, 'portal-snapshot.config.json');
  writeFileSync(settings, '{"allow": ["negative-salery"]}');
  await expect(check({ cwd })).rejects.toThrow(
    'allow has no "negative-salery"; did you mean negative-salary?',
  );
  writeFileSync(settings, '{"allow": ["x"]}');
  for (const rule of ['negative-salary', 'high-salary', 'blank-text'])
    await expect(check({ cwd })).rejects.toThrow(RegExp(`expected one of \\S*"${rule}"`));
  writeFileSync(settings, '{"allow": "blank-text"}');
  await expect(check({ cwd })).rejects.toThrow(
    'allow: Invalid input: expected array, received string',
  );
});
