// The client and an answer of more than a text can hold.
import { expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.js';

it('a body without an end is told, and not read on', async () => {
  let pulled = 0;
  let cancelled = false;
  const block = new Uint8Array(2 ** 26).fill(0x20);
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(block);
    },
    cancel() {
      cancelled = true;
    },
  });
  const fetch = async () => new Response(endless);
  const { comments } = createClient({ baseUrl: 'https://api.example.org', fetch });
  await expect(comments.all()).rejects.toThrow('more than a text can hold');
  expect(pulled).toBeLessThan(12);
  expect(cancelled).toBe(true);
});
