// `import`: its flags, and how its report reaches the user; what it does is in ../../import/.
import type { Header } from '../../../import/options.js';
import { UsageError } from '../../../problems/problem.js';
import type { SettingFlags } from '../../../snapshot/settings/types.js';
import { addFlags, addOwnFlags, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { viewOf, warnings, withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { stoppable } from '../stoppable.js';

interface Flags extends SettingFlags {
  readonly stubs?: boolean;
  readonly headerEnv?: string;
  readonly insecure?: boolean;
  readonly allowRemovals?: boolean;
  readonly conflicts?: 'keep' | 'take';
  readonly draft?: boolean;
  readonly dryRun?: boolean;
  readonly concurrency: number;
  readonly reporter: 'pretty' | 'json';
}

const FLAGS: OwnFlags = {
  '--stubs': {
    en: 'invent and mark what the API does not tell, such as the post of a comment',
  },
  '--header-env <name>': {
    en: 'environment variable with a header to send: "Name: value", or the value of Authorization',
  },
  '--insecure': {
    en: 'send that header even over http:// to another machine',
  },
  '--allow-removals': {
    en: 'remove records also where very many are gone, or after signing in in another way',
  },
  '--conflicts <how>': {
    en: 'settle conflicts: keep the data, or take what the origin says',
    choices: ['keep', 'take'],
  },
  '--draft': {
    en: 'write also what has errors or differs from the origin',
  },
  '--dry-run': {
    en: 'say what would be done, and write no data',
  },
  '--concurrency <n>': {
    en: 'requests at once, at most 64',
    parse: 'number',
    standard: 2,
  },
  ...reporterFlag('pretty', 'json'),
};

const ORIGIN = 'where the live API is: https://portal.example.org';

export const define: Define<[string, Flags]> = (command, lang) => {
  command.argument('<url>', ORIGIN);
  addFlags(command, 'import', lang);
  addOwnFlags(command, FLAGS);
  return async (url, { headerEnv, reporter, ...flags }) => {
    const header = headerEnv === undefined ? undefined : headerIn(headerEnv);
    const { importPortal } = await import('../../../import/index.js');
    const { portal } = await import('../../../portal/index.js');
    const { json, pretty } = await import('../../../import/report.js');
    const view = viewOf(flags.lang);
    const { on, tell } = warnings(view.lang);
    return stoppable(async (signal) => {
      const how = { url, ...flags, ...(header && { header }), signal, ...on };
      const report = await withProgress(reporter, view.lang, (onProgress) =>
        importPortal(portal, { ...how, onProgress }),
      ).finally(tell);
      process.stdout.write(reporter === 'json' ? json(report, view.lang) : pretty(report, view));
      return report.ok ? DONE : HAS_ERRORS;
    });
  };
};

/** The header in an environment variable: `Name: value`, or the value of Authorization. No error quotes the secret. */
function headerIn(variable: string): Header {
  const text = process.env[variable]?.trim();
  if (!text) throw new UsageError(`--header-env: the environment has no ${variable}`);
  const [, name = 'Authorization', value = text] = /^([\w-]+):\s*(.+)$/.exec(text) ?? [];
  if (!/^[\t\x20-\x7e]+$/.test(value)) {
    throw new UsageError(`--header-env: ${variable} holds what cannot be sent as a header`);
  }
  return { name, value };
}
