// Seventeen days of a portal: long enough for a cache to forget, and for pages that wait to go. `npm run year` has more of them.
import { expect, it } from 'vitest';
import { live } from './life.js';

const DAYS = 17;

it('leaves nothing behind, whichever commands are killed', async () => {
  const { commands, kills, sizes } = await live(DAYS, 1);
  expect(sizes).toHaveLength(DAYS);
  expect(kills).toBeGreaterThan(5);
  expect(commands).toBeGreaterThan(DAYS * 3);
});
