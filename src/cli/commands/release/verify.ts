// `verify`: checks that a deployment, or a folder, serves the API as delivery/verify/rules.ts requires.
import { readPublicKeys } from '../../../site/signature.js';
import type { Run } from '../../command.js';

interface Given {
  readonly urlOrFolder: string;
  readonly against?: string;
  readonly mirrorOf?: string;
  readonly key?: string;
  readonly writeMethods?: boolean;
  readonly host?: readonly string[];
  readonly concurrency: number;
  readonly all?: boolean;
  readonly timeout: number;
  readonly deadline: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

export const verify: Run<Given> = async (
  { urlOrFolder: target, host, key, ...flags },
  { portal, view, onProgress },
) => {
  const { verify } = await import('../../../delivery/verify/index.js');
  const { reporters } = await import('../../../delivery/verify/reporters.js');
  const { chooseHosts } = await import('../../../hosts/choose.js');
  const hosts = host && chooseHosts(host);
  const keys = key === undefined ? [] : readPublicKeys(key);
  const report = await verify(portal, { target, ...flags, keys, hosts, onProgress });
  const { color = false } = view;
  return {
    ok: report.ok,
    output: {
      pretty: () => reporters.pretty(report, color),
      json: () => reporters.json(report),
      github: () => reporters.github(report),
    },
  };
};
