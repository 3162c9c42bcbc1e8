// `verify`: proves that a deployment, or a folder, is the API; delivery/verify/rules.ts defines what that means.

import { InvalidArgumentError } from 'commander';
import { readPublicKeys } from '../../../site/signature.js';
import { addOwnFlags, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { viewOf, withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly against?: string;
  readonly mirrorOf?: string;
  readonly key?: string;
  readonly writeMethods?: boolean;
  readonly host?: readonly string[];
  readonly reporter: 'pretty' | 'json' | 'github';
  readonly concurrency: number;
  readonly all?: boolean;
  readonly timeout: number;
  readonly deadline: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

const FLAGS: OwnFlags = {
  '--against <dir>': {
    en: 'compare every byte with the snapshot in this folder',
  },
  '--mirror-of <url>': {
    en: 'the target is a mirror of this base URL, with which its links begin',
  },
  '--key <file>': {
    en: 'want snapshot.json signed: the public keys in this file (PEM)',
  },
  '--write-methods': {
    en: 'send POST, PUT, PATCH and DELETE to pages, too: to servers of your own',
  },
  '--host <names...>': {
    en: 'want only what one of these hosts declares it can do',
  },
  '--all': {
    en: 'ask for each file, also of more than 20,000',
  },
  '--concurrency <n>': {
    en: 'requests at once, at most 64',
    parse: 'number',
    standard: 4,
  },
  '--timeout <s>': {
    en: 'seconds for one answer',
    parse: secondsUpTo(3600),
    standard: 30,
  },
  '--deadline <s>': {
    en: 'seconds for the whole run',
    parse: secondsUpTo(86_400),
    standard: 600,
  },
  '--only <rules...>': {
    en: 'check these rules only',
  },
  '--skip <rules...>': {
    en: 'check all rules but these',
  },
  ...reporterFlag('pretty', 'json', 'github'),
};

const TARGET = 'the base URL of a deployment, or the folder of a snapshot';

export const define: Define<[string, Flags]> = (command) => {
  // An option with several values would take a target behind it for one of them.
  command.usage('<url-or-folder> [options]').argument('<url-or-folder>', TARGET);
  addOwnFlags(command, FLAGS);
  return async (target, { host, key, reporter, ...flags }) => {
    const { verify } = await import('../../../delivery/verify/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { reporters } = await import('../../../delivery/verify/reporters.js');
    const { chooseHosts } = await import('../../../hosts/choose.js');
    const hosts = host && chooseHosts(host);
    const keys = key === undefined ? [] : readPublicKeys(key);
    const report = await withProgress(reporter, 'en', (onProgress) =>
      verify(portal, { target, ...flags, keys, hosts, onProgress }),
    );
    process.stdout.write(reporters[reporter](report, viewOf('en').color));
    return report.ok ? DONE : HAS_ERRORS;
  };
};

function secondsUpTo(most: number) {
  return (text: string): number => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a number of seconds, at most ${most}.`);
  };
}
