// `import`: the work is done in import/.
import { importPortal } from '../../../import/index.js';
import type { Header, ImportOptions } from '../../../import/options.js';
import { json, pretty } from '../../../import/report.js';
import { UsageError } from '../../../problems/problem.js';
import type { Run } from '../../command.js';

type Given = Omit<ImportOptions, 'header'> & { readonly headerEnv?: string };

export const importData: Run<Given> = async (
  { headerEnv, ...flags },
  { portal, options, view, reporter, signal, onProgress },
) => {
  const header = headerEnv === undefined ? undefined : headerIn(headerEnv);
  const report = await importPortal(portal, {
    ...{ ...options, ...flags, signal, onProgress },
    ...(header && { header }),
  });
  return { ok: report.ok, output: reporter === 'json' ? json(report, view) : pretty(report, view) };
};

/**
 * Reads a header from an environment variable: `Name: value`, or only the value of `Authorization`. Errors do not
 * quote the header, because it is a secret.
 */
function headerIn(variable: string): Header {
  const text = process.env[variable]?.trim();
  if (!text) throw new UsageError(`--header-env: the environment has no ${variable}`);
  const [, name = 'Authorization', value = text] = /^([\w-]+):\s*(.+)$/.exec(text) ?? [];
  if (!/^[\t\x20-\x7e]+$/.test(value)) {
    throw new UsageError(`--header-env: ${variable} holds what cannot be sent as a header`);
  }
  return { name, value };
}
