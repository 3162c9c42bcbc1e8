// What a save costs and when it is shown: the data is checked once for what somebody types and saves, and nobody who edits
// waits for the API.
import { expect, it, vi } from 'vitest';
import type { PreviewState } from '../../src/preview/browser/dto.js';
import { edit, fill } from './edits.js';
import { isGood, start } from './support.js';

const { checks } = vi.hoisted(() => ({ checks: { count: 0 } }));
vi.mock('../../src/engine/load.js', async (original) => {
  const all = await original<typeof import('../../src/engine/load.js')>();
  const load: typeof all.load = (...args) => {
    checks.count++;
    return all.load(...args);
  };
  return { ...all, load };
});

it('what was tried out is checked once, saved, and shown before the API is built of it', async () => {
  const running = await start(fill);
  const { record: seen } = (await edit(running, 'record/users/7')).body;
  const stop = new AbortController();
  const { body } = await fetch(`${running.url}/preview/events`, { signal: stop.signal });
  const states = body!.pipeThrough(new TextDecoderStream()).getReader();
  const told = async (): Promise<PreviewState> => {
    const [, state] = /^data: (.*)$/m.exec((await states.read()).value ?? '') ?? [];
    return state === undefined ? told() : JSON.parse(state);
  };
  const { version } = await told();
  checks.count = 0;
  const save = { values: { first_name: 'Ася' }, seen };
  await edit(running, 'save/users/7', { ...save, try: true });
  expect(checks.count).toBe(1);
  const builds = running.rebuilds.length;
  expect((await edit(running, 'save/users/7', save)).body.ok).toBe(true);
  expect((await told()).version).toBeGreaterThan(version);
  expect((await edit(running, `list/users?q=${encodeURIComponent('Ася')}`)).body.count).toBe(1);
  expect([checks.count, running.rebuilds.length]).toEqual([1, builds]);
  // The page is open and rests: the API follows.
  await running.until(isGood);
  expect(running.rebuilds.length).toBe(builds + 1);
  stop.abort();
});
