// `verify`: proves that a deployment, or a folder, is the API; delivery/verify/rules/ defines what that means.

import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../../problems/problem.js';
import { readPublicKeys } from '../../../site/signature.js';
import { addOwnFlags, address, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { viewOf, withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly against?: string;
  readonly mirrorOf?: string;
  readonly published?: string;
  readonly endpoint?: string;
  readonly key?: string;
  readonly writeMethods?: boolean;
  readonly host?: readonly string[];
  readonly extra?: readonly string[];
  readonly reporter: 'pretty' | 'json' | 'github';
  readonly concurrency: number;
  readonly maxPages: number;
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
  '--published <target>': {
    en: 'let pass pages that wait until they go, as `publish` recorded at s3://bucket/prefix or file:///folder',
  },
  '--endpoint <url>': {
    en: "for --published: a server that speaks S3's protocol",
    parse: address,
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
  '--extra <templates...>': {
    en: 'want these further addresses, or all (default: those that /api/openapi.json names)',
  },
  '--concurrency <n>': {
    en: 'requests at once, at most 64',
    parse: 'number',
    standard: 4,
  },
  '--max-pages <n>': {
    en: 'pages of one list',
    parse: 'number',
    standard: 10_000,
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
  return async (target, { host, extra, key, reporter, published, endpoint, ...flags }) => {
    const { verify } = await import('../../../delivery/verify/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { reporters } = await import('../../../delivery/verify/reporters.js');
    const { chooseHosts } = await import('../../../hosts/choose.js');
    const { chooseExtras } = await import('../../../snapshot/settings/index.js');
    const hosts = host && chooseHosts(host);
    const extras = extra && chooseExtras(portal, extra);
    const keys = key === undefined ? [] : readPublicKeys(key);
    if (endpoint !== undefined && !published?.startsWith('s3:')) {
      throw new UsageError('--endpoint is for --published s3://…');
    }
    const waiting = published && (await waitingIn(published, endpoint));
    const more = {
      ...(waiting && { waiting }),
      ...(hosts && { hosts }),
      ...(extras && { extras }),
    };
    const report = await withProgress(reporter, 'en', (onProgress) =>
      verify(portal, { target, ...flags, keys, ...more, onProgress }),
    );
    process.stdout.write(reporters[reporter](report, viewOf('en').color));
    return report.ok ? DONE : HAS_ERRORS;
  };
};

async function waitingIn(target: string, endpoint?: string): Promise<ReadonlySet<string>> {
  const { waitingAt } = await import('../../../delivery/publish/index.js');
  return waitingAt(target, endpoint === undefined ? {} : { endpoint });
}

function secondsUpTo(most: number) {
  return (text: string): number => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a number of seconds, at most ${most}.`);
  };
}
