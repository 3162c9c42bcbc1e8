// `--since-feed` of a portal whose feed is dishonest: either what it says goes with the data, which check finds nothing
// wrong with afterwards, or nothing is written. What any list may do wrong is in test/import/fetch/hostile.test.ts.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LivePortal, newPortal } from '../../import/support/live.js';
import { type Fields, forum, instant, type Json, type Portal } from '../../support/portal.js';
import { runIn } from '../../support/run.js';
import { expectTree, readTree } from '../../support/tree.js';

const flat = forum({ posts: 30, replies: 2 });
const whole: Portal = {
  ...flat,
  blogs: flat['blogs']!.map((blog) => ({ ...blog, parent: null })),
};
const reply = { post: 1, parent: 1, user: 1, text: '<p>Новое</p>' };
const fresh: Portal = {
  ...whole,
  comments: [
    ...whole['comments']!,
    { ...reply, id: 901, created: instant(9_001) },
    { ...reply, id: 902, parent: 901, created: instant(9_002) },
  ],
  events: [
    ...whole['events']!,
    { id: 901, event_type: 2, comment: 901 },
    { id: 902, event_type: 2, comment: 902 },
  ],
};

let origin: LivePortal;
let known: string;
beforeAll(async () => {
  origin = await LivePortal.start(whole);
  known = newPortal();
  expect((await origin.imported(known)).status).toBe(0);
  await origin.publish(fresh);
});
afterAll(() => origin.stop());
afterEach(() => {
  origin.said = (body) => body;
});

type Page = { readonly next: string | null; readonly results: readonly Fields[] };

/** Each page of the feed as it is changed; `isLater`: it is not the first one. */
const pages =
  (change: (page: Page, isLater: boolean) => object) =>
  (body: string, path: string): string =>
    path.startsWith('/api/event/') && body.startsWith('{')
      ? JSON.stringify(change(JSON.parse(body), path !== '/api/event/'))
      : body;
/** The newest entry of the feed as it is changed. */
const newest = (change: (event: Fields) => Json) =>
  pages((page, isLater) => {
    const [first, ...others] = page.results;
    return isLater ? page : { ...page, results: [change(first!), ...others] };
  });
/** The comment of the newest entry as it is changed. */
const comment = (fields: Fields) =>
  newest((event) => ({ ...event, comment: { ...(event['comment'] as Fields), ...fields } }));
/** What that answers as it is changed. */
const answered = (change: (own: Fields) => Fields) =>
  newest((event) => {
    const own = event['comment'] as Fields;
    return { ...event, comment: { ...own, parent: { ...change(own), user: 1 } } };
  });
const below = (fields: Fields) => answered(({ parent }) => ({ ...(parent as Fields), ...fields }));
const text = (change: (body: string) => string) => (body: string, path: string) =>
  path.startsWith('/api/event/') ? change(body) : body;

const ways: Readonly<Record<string, LivePortal['said']>> = {
  honest: (body) => body,
  nothing: pages((page) => ({ ...page, next: null, results: [] })),
  'nothing, and more': pages((page) => ({ ...page, results: [] })),
  'an entry twice': pages((page) => ({ ...page, results: [page.results[0], ...page.results] })),
  'the entries upside down': pages((page) => ({ ...page, results: page.results.toReversed() })),
  'the id of a known entry': newest((event) => ({ ...event, id: 1 })),
  'the id of a known comment': comment({ id: 2 }),
  'a comment that answers itself': answered((own) => ({ ...own, parent: 902 })),
  'comments that answer each other': pages((page) => ({
    ...page,
    results: page.results.map((event) => {
      const own = event['comment'] as Fields | null;
      const parent = { ...own, id: 902, parent: 901, user: 1 };
      return own?.['id'] === 901 ? { ...event, comment: { ...own, parent } } : event;
    }),
  })),
  'a comment below nobody': below({ id: 5000, parent: 4999, level: 2 }),
  'a comment deep below nobody': below({ id: 5000, parent: 4999, level: 90 }),
  'a comment in a depth that nobody has': below({ id: 5000, parent: 4999, level: 4_000_000 }),
  'a comment that answers one on another post': below({ id: 4, parent: null, level: 0, post: 2 }),
  'an answer in another tree': below({ tree_id: 7 }),
  'a comment that runs code': comment({ text: '<script>alert(1)</script>' }),
  'a comment in the year 9999': comment({ created: '9999-12-31T23:59:59+03:00' }),
  'a name that leads out': text((body) => body.replaceAll('post-1"', '../../../../../etc/passwd"')),
};

it.each(Object.entries(ways))('%s', async (_, said) => {
  const cwd = newPortal();
  cpSync(join(known, 'data'), join(cwd, 'data'), { recursive: true });
  const before = readTree(join(cwd, 'data'));
  origin.said = said;
  const { status, stdout, stderr } = await origin.imported(cwd, '--since-feed', '--stubs');
  expect([0, 1]).toContain(status);
  expect(stdout).toMatch(status === 0 ? /^records: /m : /^nothing was written$/m);
  expect(stderr).toBe('');
  if (/^nothing was written$/m.test(stdout)) expectTree(join(cwd, 'data'), before);
  const check = await runIn(cwd, 'check');
  expect(check, check.stdout).toMatchObject({ status: 0 });
  for (const [file] of before) expect([...readTree(join(cwd, 'data')).keys()]).toContain(file);
});
