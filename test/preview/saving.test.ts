// What a save costs and when it is shown: the data is checked once for what somebody types and saves, and nobody who edits
// waits for the API.
import { expect, it, onTestFinished, vi } from 'vitest';
import * as loading from '../../src/engine/load.js';
import type { PreviewState } from '../../src/preview/browser/dto.js';
import { edit, fill } from './edits.js';
import { isGood, start } from './support.js';

it('what was tried out is checked once, saved, and shown before the API is built of it', async () => {
  const running = await start(fill);
  const load = vi.spyOn(loading, 'load');
  onTestFinished(() => load.mockRestore());
  const { record: seen } = (await edit(running, 'record/users/7')).body;
  const stop = new AbortController();
  const { body } = await fetch(`${running.url}/preview/events`, { signal: stop.signal });
  const states = body!.pipeThrough(new TextDecoderStream()).getReader();
  const told = async (): Promise<PreviewState> => {
    const [, state] = /^data: (.*)$/m.exec((await states.read()).value ?? '') ?? [];
    return state === undefined ? told() : JSON.parse(state);
  };
  const { version } = await told();
  load.mockClear();
  const save = { values: { first_name: 'Ася' }, seen };
  await edit(running, 'save/users/7', { ...save, try: true });
  expect(load).toHaveBeenCalledTimes(1);
  const builds = running.rebuilds.length;
  expect((await edit(running, 'save/users/7', save)).body.ok).toBe(true);
  expect((await told()).version).toBeGreaterThan(version);
  expect((await edit(running, `list/users?q=${encodeURIComponent('Ася')}`)).body.count).toBe(1);
  expect(load).toHaveBeenCalledTimes(1);
  expect(running.rebuilds.length).toBe(builds);
  // The page is open and rests: the API follows.
  await running.until(isGood);
  expect(running.rebuilds.length).toBe(builds + 1);
  stop.abort();
});
