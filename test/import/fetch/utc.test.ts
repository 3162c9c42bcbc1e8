// An origin in UTC, as Django writes it by default: `2026-03-05T10:12:44Z`.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directory, forum, type Portal } from '../../support/portal.js';
import { runIn } from '../../support/run.js';
import { readTree } from '../../support/tree.js';
import { LivePortal, newPortal, summaryOf } from '../support/live.js';

/** A title that looks like a timestamp is a text, and stays as it is. */
const TITLE = '2026-03-05T10:12:44Z';
const base: Portal = { ...directory(3), ...forum({ posts: 2, replies: 2, isFlat: true }) };
const small: Portal = {
  ...base,
  events: base['events']!.map((event) => ({ ...event, title: TITLE })),
};

const inUtc = (body: string): string =>
  body.replace(/"(\d{4}-\d\d-\d\dT[\d:]{8}(?:\.\d+)?[+-]\d\d:\d\d)"/g, (_, at: string) =>
    JSON.stringify(new Date(at).toISOString().replace('.000Z', 'Z')),
  );

let origin: LivePortal;
beforeAll(async () => {
  origin = await LivePortal.start(small);
});
afterAll(() => origin.stop());

it('is imported with numeric offsets, and proved', async () => {
  origin.said = inUtc;
  const cwd = newPortal();
  const first = await origin.imported(cwd, '--reporter', 'json');
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const { proof } = summaryOf(first);
  expect(proof).toMatchObject({ differing: 0 });
  expect(await runIn(cwd, 'check', '--strict')).toMatchObject({ status: 0 });
  const data = [...readTree(join(cwd, 'data')).values()].join('\n');
  expect(data).toMatch(new RegExp(`"title": ?"${TITLE}"`));
  expect(data.replaceAll(TITLE, '')).not.toMatch(/\dZ"/);

  const again = await origin.imported(cwd);
  expect(again).toMatchObject({ status: 0 });
  expect(again.stdout).toContain('records: 0 added, 0 changed, 0 removed');
});

it('is no way around what a timestamp must be', async () => {
  origin.said = (body) => inUtc(body).replace(/T\d\d:\d\d:(\d\d(?:\.\d+)?)Z/, 'T24:00:$1Z');
  const { status, stdout } = await origin.imported(newPortal());
  expect(status).toBe(1);
  expect(stdout).toContain('not a timestamp');
});
