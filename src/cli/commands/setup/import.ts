// `import`: its flags, and how its report reaches the user; what it does is in ../../import/.
import type { Header } from '../../../import/options.js';
import type { Said } from '../../../problems/messages/catalogue.js';
import { UsageError } from '../../../problems/problem.js';
import type { FlagsOf } from '../../../snapshot/settings/types.js';
import { addFlags, addOwnFlags, type Define, type OwnFlags, reporterFlag } from '../flags.js';
import { viewOf, warnings, withProgress } from '../report.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { stoppable } from '../stoppable.js';

interface Flags extends FlagsOf<'import'> {
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
    ru: 'придумать и пометить то, чего API не сообщает, например пост комментария',
  },
  '--header-env <name>': {
    en: 'environment variable with a header to send: "Name: value", or the value of Authorization',
    ru: 'переменная окружения с заголовком запросов: «Имя: значение» или значение Authorization',
  },
  '--insecure': {
    en: 'send that header even over http:// to another machine',
    ru: 'отправлять этот заголовок и по http:// на другую машину',
  },
  '--allow-removals': {
    en: 'remove records also where very many are gone, or after signing in in another way',
    ru: 'удалять записи и тогда, когда пропало очень много или вход выполнен иначе, чем в прошлый раз',
  },
  '--conflicts <how>': {
    en: 'settle conflicts: keep the data, or take what the origin says',
    ru: 'разрешить конфликты: keep — оставить данные, take — взять то, что в источнике',
    choices: ['keep', 'take'],
  },
  '--draft': {
    en: 'write also what has errors or differs from the origin',
    ru: 'записать и то, в чём есть ошибки или отличия от источника',
  },
  '--dry-run': {
    en: 'say what would be done, and write no data',
    ru: 'рассказать, что было бы сделано, не записывая данные',
  },
  '--concurrency <n>': {
    en: 'requests at once, at most 64',
    ru: 'запросов одновременно, не больше 64',
    parse: 'number',
    standard: 2,
  },
  ...reporterFlag('pretty', 'json'),
};

const ORIGIN: Said = {
  en: 'where the live API is: https://portal.example.org',
  ru: 'где живой API: https://portal.example.org',
};

export const define: Define<[string, Flags]> = (command, lang) => {
  command.argument('<url>', ORIGIN[lang]);
  addFlags(command, 'import', lang);
  addOwnFlags(command, FLAGS, lang);
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
