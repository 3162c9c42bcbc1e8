// `mirror`: its flags, and how its report reaches the user; what it does is in ../../../delivery/mirror/.
import type { MirrorOptions } from '../../../delivery/mirror/index.js';
import { addOwnFlags, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { stoppable } from '../stoppable.js';

interface Flags extends Omit<MirrorOptions, 'url' | 'dir' | 'records' | 'signal' | 'onProgress'> {
  readonly reporter: 'pretty' | 'json';
}

const FLAGS: OwnFlags = {
  '--key <file>': {
    en: 'want snapshot.json signed: the public keys in this file (PEM)',
  },
  '--audit': {
    en: 'read every file of the folder, and mend what somebody changed',
  },
  '--concurrency <n>': {
    en: 'requests at once, at most 64',
    parse: 'number',
    standard: 4,
  },
  '--timeout <s>': {
    en: 'seconds for one answer',
    parse: 'number',
    standard: 600,
  },
  '--deadline <s>': {
    en: 'seconds for the whole run (default: a day)',
    parse: 'number',
  },
  '--max-size <gb>': {
    en: 'gigabytes that are fetched at most',
    parse: 'number',
    standard: 16,
  },
  '--break-lock': {
    en: 'go on although another command seems to write there: it is gone for certain',
  },
  ...reporterFlag('pretty', 'json'),
};

const ORIGIN = 'where the snapshot is published: https://api.example.org';
const FOLDER = 'the folder of the copy, which may be served meanwhile';

export const define: Define<[string, string, Flags]> = (command) => {
  command.argument('<url>', ORIGIN).argument('<dir>', FOLDER);
  addOwnFlags(command, FLAGS);
  return async (url, dir, { reporter, ...flags }) => {
    const { mirror } = await import('../../../delivery/mirror/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { json, pretty } = await import('../../../delivery/mirror/report.js');
    const start = performance.now();
    // Files that were fetched before a signal are kept for the next run.
    return stoppable(async (signal) => {
      const how = { url, dir, ...flags, records: reporter === 'json', signal };
      const report = await withProgress(reporter, 'en', (onProgress) =>
        mirror(portal, { ...how, onProgress }),
      );
      if (!report.ok) signal.throwIfAborted();
      const ms = performance.now() - start;
      process.stdout.write(reporter === 'json' ? json(report) : pretty(report, ms));
      return report.ok ? DONE : HAS_ERRORS;
    });
  };
};
