// npm run year -- DAYS SEED: the life of a portal for so many days (365), and what became of times and sizes.
// Times are also told in builds of a portal in which nothing happens, since a machine is not as fast all day. Ctrl-C ends it with the day.
import { randomInt } from 'node:crypto';
import { median } from '../../bench/measure.js';
import { growing } from './growth.js';
import { live } from './life.js';

const [wanted = 365, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
process.stdout.write(`${wanted} days, seed ${seed}\n`);
const start = performance.now();
let isEnough = false;
process.once('SIGINT', () => {
  isEnough = true;
});
const lived = await live(wanted, seed, (day) => {
  if (day % 10 === 0) process.stdout.write(`day ${day}\n`);
  return isEnough;
});
const days = lived.sizes.length;
const minutes = Math.round((performance.now() - start) / 60_000);
process.stdout.write(
  `${days} days, ${lived.commands} commands, ${lived.kills} kills, ${minutes} min\n`,
);

/** Days at the beginning, and at the end, of which times are compared. */
const MONTH = Math.min(28, Math.floor(days / 2));
const firstAndLast = (name: string): readonly number[] => {
  const times = lived.times.get(name)!;
  const isIn = [(day: number) => day <= MONTH, (day: number) => day > days - MONTH];
  return isIn.map((is) => median(times.flatMap(([day, ms]) => (is(day) ? [ms] : []))));
};
const still = firstAndLast('still');
for (const [name, times] of lived.times) {
  const [first, last] = firstAndLast(name).map(
    (ms, i) => `${Math.round(ms)} ms (${(ms / still[i]!).toFixed(2)})`,
  );
  process.stdout.write(`${name}: ${times.length} times, first ${first}, last ${last}\n`);
}
for (const name of Object.keys(lived.sizes[0]!)) {
  const at = (day: number) => lived.sizes[Math.min(day, days) - 1]![name];
  process.stdout.write(`${name}: ${[30, 60, 120, 240, 365].map(at).join(' ')}\n`);
}
const grown = growing(lived.sizes);
process.stdout.write(grown.map((line) => `${line}\n`).join(''));
process.exitCode = grown.length > 0 ? 1 : 0;
