// `check --since` where the settings changed, too: the older data is checked with the settings of its own time, so that
// what a change to them breaks is that change's problem.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { forum, writeData } from '../support/portal.js';
import { checkSince } from '../support/tool.js';
import { keepPast, usePasts, withPast } from './past.js';
import { change, type Files } from './repository.js';

usePasts();

const CONFIG = 'portal-snapshot.config.json';
const settings = (values: object): Files => ({ [CONFIG]: JSON.stringify(values) });
const video = settings({ frames: ['video.example'] });
const FRAME = '<iframe src="https://video.example/1"></iframe>';

/** A repository with a post that frames a video, and a first commit of these files. */
function framing(files: Files): string {
  const cwd = withPast(files);
  const portal = forum({ posts: 1, replies: 0 });
  const posts = portal['posts']!.map((post) => ({ ...post, text: FRAME }));
  writeData(join(cwd, 'data'), { ...portal, posts });
  keepPast(cwd);
  return cwd;
}

/** The codes of what is reported since HEAD, and of what was there before. */
async function since(cwd: string, config?: string) {
  const report = await checkSince('HEAD', { cwd, ...(config !== undefined && { config }) });
  const { ok, problems, before } = report;
  return { ok, codes: problems.map(({ code }) => code), before: before?.codes };
}

const broken = { ok: false, codes: ['unsafe-html'], before: {} };
const asBefore = { ok: true, codes: [], before: { 'unsafe-html': 1 } };

it('reads the older state of the file that --config names', async () => {
  const cwd = framing({ 'etc/portal.json': video[CONFIG]! });
  change(cwd, { 'etc/portal.json': '{}' });
  expect(await since(cwd, 'etc/portal.json')).toEqual(broken);
});

it('uses the settings of now where those of then are in no commit of the data', async () => {
  const cwd = framing({});
  const elsewhere = withPast(video);
  change(elsewhere, settings({}));
  expect(await since(cwd, join(elsewhere, CONFIG))).toEqual(asBefore);
  const outside = temporaryFolder();
  change(outside, settings({}));
  expect(await since(cwd, join(outside, CONFIG))).toEqual(asBefore);
});
