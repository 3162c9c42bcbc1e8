// `verify`: proves that a deployment, or a folder, is the API; verify/rules/ defines what that means.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readPublicKeys } from '../../signature.js';
import { ProgressLine } from '../../terminal/progress.js';
import type { VerifyReport } from '../../verify/report.js';
import { wholeNumber } from '../flags.js';
import { viewOf } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';

interface Flags {
  readonly against?: string;
  readonly key?: string;
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

export function define(command: Command): (target: string, flags: Flags) => Promise<number> {
  command.argument('<url-or-folder>', 'the base URL of a deployment, or the folder of a snapshot');
  for (const option of options()) command.addOption(option);
  return async (target, { host, extra, key, reporter, ...flags }) => {
    const { verify } = await import('../../verify/index.js');
    const { portal } = await import('../../portal/index.js');
    const { reporters } = await import('../../verify/reporters/index.js');
    const { chooseHosts } = await import('../../hosts/choose.js');
    const { chooseExtras } = await import('../../settings/index.js');
    const hosts = host && chooseHosts(host);
    const extras = extra && chooseExtras(portal, extra);
    const keys = key === undefined ? [] : readPublicKeys(key);
    const isWatched = process.stderr.isTTY && !process.env['CI'] && reporter !== 'json';
    const progress = new ProgressLine(isWatched ? process.stderr : undefined);
    let report: VerifyReport;
    try {
      report = await verify(portal, {
        target,
        ...flags,
        keys,
        ...(hosts && { hosts }),
        ...(extras && { extras }),
        onProgress: progress.follow,
      });
    } finally {
      progress.end();
    }
    process.stdout.write(reporters[reporter](report, viewOf(undefined).color));
    return report.ok ? DONE : HAS_ERRORS;
  };
}

function options(): Option[] {
  return [
    new Option('--against <dir>', 'compare every byte with the snapshot in this folder'),
    new Option('--key <file>', 'want snapshot.json signed: the public keys in this file (PEM)'),
    new Option('--host <names...>', 'want only what one of these hosts declares it can do'),
    new Option(
      '--extra <templates...>',
      'want these further addresses, or all (default: those that /api/openapi.json names)',
    ),
    new Option('--concurrency <n>', 'requests at once, at most 64')
      .argParser(wholeNumber)
      .default(4),
    new Option('--max-pages <n>', 'pages of one list').argParser(wholeNumber).default(10_000),
    new Option('--timeout <s>', 'seconds for one answer').argParser(seconds).default(30),
    new Option('--deadline <s>', 'seconds for the whole run').argParser(duration).default(600),
    new Option('--only <rules...>', 'check these rules only'),
    new Option('--skip <rules...>', 'check all rules but these'),
    new Option('--reporter <name>', 'how to show the result')
      .choices(['pretty', 'json', 'github'])
      .default('pretty'),
  ];
}

function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 3600) return Number(text);
  throw new InvalidArgumentError('It must be a number of seconds, at most 3600.');
}

function duration(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 86_400) return Number(text);
  throw new InvalidArgumentError('It must be a number of seconds, at most 86400.');
}
