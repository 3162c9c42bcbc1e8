// For `node --import`: a process whose clock jumps. The file CLOCK has a line for each jump, `MOMENT DAYS`: from this moment on
// (milliseconds of the machine's clock) it is so many days later than the machine says. Times of files follow: one that was written
// before a jump is as old as the jump was long, and one that is written after it is new. So both clocks agree, and a day takes as
// long as its commands do. (Debian's faketime moves the times of all files along with the clock, so that none grows old.)
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { CLOCK = '' } = process.env;
const DAY = 24 * 60 * 60_000;
/** How often a process that runs for long looks for new jumps, in milliseconds. */
const LOOKS = 20;

const own = { Date, ...fs };
let jumps = [];
let size = 0;
let lookedAt = Number.NEGATIVE_INFINITY;

/** The jumps so far, the last one first. */
function all() {
  const now = performance.now();
  if (now - lookedAt < LOOKS) return jumps;
  lookedAt = now;
  const text = own.readFileSync(CLOCK, 'utf8');
  if (text.length === size) return jumps;
  size = text.length;
  const lines = text.trimEnd().split('\n').reverse();
  jumps = lines.map((line) => line.split(' ').map(Number)).map(([at, days]) => [at, days * DAY]);
  return jumps;
}

/** What the clock shows at a moment of the machine's clock. */
const shown = (ms) => ms + (all().find(([at]) => at <= ms)?.[1] ?? 0);
/** The moment at which it shows that. */
const moment = (ms) => ms - (all().find(([at, ahead]) => at + ahead <= ms)?.[1] ?? 0);
const now = () => shown(own.Date.now());

globalThis.Date = new Proxy(own.Date, {
  apply: () => new own.Date(now()).toString(),
  construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now()], made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
  fs[name] = (...args) => {
    const stats = own[name](...args);
    if (stats === undefined || args[1]?.bigint) return stats;
    for (const time of ['atime', 'mtime', 'ctime', 'birthtime']) {
      const ms = shown(stats[`${time}Ms`]);
      stats[`${time}Ms`] = ms;
      Object.defineProperty(stats, time, { value: new own.Date(ms) });
    }
    return stats;
  };
}

const back = (time) => moment(Number(time) * (time instanceof own.Date ? 1 : 1000)) / 1000;
fs.utimesSync = (path, atime, mtime) => own.utimesSync(path, back(atime), back(mtime));

syncBuiltinESMExports();
