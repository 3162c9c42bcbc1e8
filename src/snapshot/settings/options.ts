// The options that have a flag, but cannot be in the settings file: where files are, how to work, and what to report.

import * as z from 'zod';
import { sentence } from '../../problems/say.js';
import { EVERYWHERE } from './row.js';
import { about, folder, size } from './schemas.js';

/** Options for where files are. Help lists them first. */
export const places = {
  data: folder.default('data').register(about, {
    flag: '--data <dir>',
    about: sentence('the data folder'),
    takenBy: { ...EVERYWHERE, schema: 'shown', import: 'shown' },
  }),
  out: folder.default('dist').register(about, {
    flag: '--out <dir>',
    about: sentence("the snapshot's folder"),
    takenBy: { build: 'shown', check: 'hidden' },
  }),
  config: z
    .string()
    .optional()
    .register(about, {
      flag: '--config <file>',
      about: sentence('the settings file (default: portal-snapshot.config.json)'),
      takenBy: { ...EVERYWHERE, docs: 'shown', schema: 'shown', import: 'shown' },
    }),
};

/** Options that decide how a run works, such as those for the cache and the lock. */
export const runOptions = {
  strict: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--strict',
      about: sentence('an id that does not exist is always an error'),
      decides: 'findings',
      takenBy: EVERYWHERE,
    }),
  /**
   * `true`: the folder `node_modules/.cache/portal-snapshot`, if the working folder has a `package.json`. `false`: no
   * cache.
   */
  cache: z
    .union([folder, z.boolean()])
    .default(true)
    .register(about, {
      flag: '--cache <dir>',
      about: sentence('folder of the cache, which makes the next build faster'),
      off: {
        flag: '--no-cache',
        about: sentence('use no cache'),
      },
      takenBy: { build: 'shown', check: 'shown', diff: 'shown', import: 'shown' },
    }),
  /** If true, a data file is not read again if its inode, size and times are unchanged. */
  stat: z
    .boolean()
    .default(true)
    .register(about, {
      flag: '--no-stat',
      about: sentence('read every data file, even if its size and times have not changed'),
      takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
    }),
  sign: z
    .string()
    .optional()
    .register(about, {
      flag: '--sign <key>',
      about: sentence('sign snapshot.json with the private Ed25519 key in this file (PEM)'),
      takenBy: { build: 'shown', check: 'hidden' },
    }),
  workers: size.optional().register(about, {
    flag: '--workers <n>',
    about: sentence('number of threads (default: depends on the amount of data)'),
    parse: 'number',
    takenBy: EVERYWHERE,
  }),
  breakLock: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--break-lock',
      about: sentence(
        'write although another command seems to be writing; only if that command has certainly ended',
      ),
      takenBy: { build: 'shown', check: 'hidden', import: 'shown' },
    }),
};

/** Options for what to report. */
export const reports = {
  verbose: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--verbose',
      about: sentence(
        'list the withheld records with the reasons, and show the time of each phase',
      ),
      takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
    }),
  reporter: z
    .enum(['pretty', 'json', 'github'])
    .default('pretty')
    .register(about, {
      flag: '--reporter <name>',
      about: sentence('how to show the result'),
      takenBy: { build: 'shown', check: 'shown' },
    }),
  all: z
    .boolean()
    .default(false)
    .register(about, {
      flag: '--all',
      about: sentence('show each problem, however many there are'),
      takenBy: { build: 'shown', check: 'shown' },
    }),
};
