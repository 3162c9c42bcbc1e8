// The random portals of the oracle are not all alike: what its properties are about is there, often enough.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { published } from '../oracle/oracle.js';
import { portal as portals } from '../oracle/portals.js';
import { type Portal, parts } from '../oracle/types.js';
import { withheld } from '../oracle/withhold.js';

it('they have what the properties are about, often enough', () => {
  const sample = fc.sample(portals, { seed: 1, numRuns: 300 });
  const share = (holds: (portal: Portal) => boolean) => sample.filter(holds).length / sample.length;
  const gone = (name: keyof Portal) => (it: Portal) => withheld(it)[name].size > 0;
  const trees = (it: Portal) => it.comments.filter((comment) => comment.lft !== undefined);
  expect(share((it) => published(it, {}).event.length > 3)).toBeGreaterThan(0.2);
  expect(share((it) => published(it, {})['post-comment'].length > 8)).toBeGreaterThan(0.2);
  for (const name of ['vacancies', 'resumes', 'events', 'posts', 'blogs', 'comments'] as const) {
    expect([name, share(gone(name)) > 0.2]).toEqual([name, true]);
  }
  expect(share((it) => trees(it).some((comment) => (comment.level as number) > 2))).toBeGreaterThan(
    0.2,
  );
  expect(share((it) => trees(it).some((comment) => comment.lft !== 1))).toBeGreaterThan(0.2);
  expect(share((it) => it.posts.some((post) => parts(post, 'polls').length > 0))).toBeGreaterThan(
    0.2,
  );
});
