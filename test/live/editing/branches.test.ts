// Two branches on which somebody made a post, merged by git: who follows each advice to the letter loses no word.
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../../changes/repository.js';
import { clone, expectBoth, followAll, merged, solve } from '../../edit/branches.js';
import { splitTexts } from '../../edit/split.js';
import { dataOf } from '../../new/desk.js';

describe('two posts of two branches', () => {
  it('are put right after the merge was committed', async () => {
    const cwd = await clone();
    await merged(cwd);
    solve(cwd);
    commitAll(cwd);
    await followAll(cwd);
    expectBoth(cwd);
  });

  it.each([
    ['each became one commit', 0],
    ['both became one commit, in which the order of the lines tells them apart', 2],
  ])('are put right where %s', async (_, together) => {
    const cwd = await clone();
    await merged(cwd);
    git(cwd, ['merge', '--abort']);
    git(cwd, ['checkout', '--quiet', '-b', 'all', 'main~1']);
    for (const branch of ['kotly', 'main']) {
      try {
        git(cwd, ['merge', '--squash', branch]);
      } catch {
        solve(cwd);
      }
      commitAll(cwd);
    }
    git(cwd, ['reset', '--quiet', '--soft', `HEAD~${together}`]);
    commitAll(cwd);
    expect((await followAll(cwd))[0]).toMatch(/^renumber post 43 /);
    expectBoth(cwd);
  });

  it('are put right while one branch is set upon the other', async () => {
    const cwd = await clone();
    await merged(cwd);
    git(cwd, ['merge', '--abort']);
    expect(() => git(cwd, ['rebase', '--quiet', 'kotly'])).toThrow();
    await followAll(cwd);
    expectBoth(cwd);
  });

  it.each([
    ['', false],
    [', with texts in files of their own', true],
  ])('that have one title, and so one file, become two%s', async (_, isSplit) => {
    const cwd = await clone();
    if (isSplit) splitTexts(cwd);
    commitAll(cwd);
    await merged(cwd, true, 'Котлы');
    const followed = await followAll(cwd);
    expect(followed).toContain('sides of data/posts/0043-kotly.json');
    const posts = [...dataOf(cwd)].filter(([file]) => /^posts\/.*4[34]-.*kotly/.test(file));
    const texts = posts.map(([, bytes]) => bytes.toString()).join('\n');
    expect(texts).toContain('<p>Котлы 5: текст</p>');
    expect(texts).toContain('<p>Котлы 7: текст</p>');
  });
});
