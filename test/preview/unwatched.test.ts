// The preview where the system tells of no saves: on some mounts, and when it has no watches left.
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { PreviewState } from '../../src/preview/browser/dto.js';
import { edit, fill } from './edits.js';
import { isGood, type Running, start } from './support.js';

vi.mock('chokidar', () => ({
  watch() {
    const watcher = Object.assign(new EventEmitter(), { close: async () => {} });
    setImmediate(() => {
      watcher.emit('error', new Error('ENOSPC: no watches left'));
      watcher.emit('ready');
    });
    return watcher;
  },
}));

/** The state that a page is told when it is opened. */
async function stateOf({ url }: Running): Promise<PreviewState> {
  const stop = new AbortController();
  const { body } = await fetch(`${url}/preview/events`, { signal: stop.signal });
  let text = '';
  for await (const block of body!.pipeThrough(new TextDecoderStream())) {
    text += block;
    const [, state] = /^data: (.*)\n\n/m.exec(text) ?? [];
    if (state) return JSON.parse(state);
  }
  throw new Error('there is no state');
}

it('follows what its forms save, and goes on to tell the page of it', async () => {
  const running = await start(fill);
  expect((await stateOf(running)).failure?.en).toBe(
    'saves may go unnoticed: ENOSPC: no watches left',
  );
  const { record: seen } = (await edit(running, 'record/users/7')).body;
  const save = { values: { first_name: 'Ася' }, seen };
  await edit(running, 'save/users/7', { ...save, try: true });
  const before = running.rebuilds.length;
  expect((await edit(running, 'save/users/7', save)).body.ok).toBe(true);
  await running.until(isGood);
  expect(running.rebuilds.length).toBe(before + 1);
  expect((await edit(running, 'record/users/7')).body.name).toContain('Ася');
  expect((await stateOf(running)).failure?.ru).toMatch(
    /^сохранения могут остаться незамеченными: ENOSPC/,
  );
});
