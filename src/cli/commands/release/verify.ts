// `verify`: checks that a deployment, or a folder, serves the API as delivery/verify/rules.ts requires.

import type { VerifyOptions } from '../../../delivery/verify/index.js';
import { verify as verifyDeployment } from '../../../delivery/verify/index.js';
import { reporters } from '../../../delivery/verify/reporters.js';
import { chooseHosts } from '../../../hosts/choose.js';
import { readPublicKeys } from '../../../site/signature.js';
import type { Run } from '../../command.js';

interface Given extends Omit<VerifyOptions, 'target' | 'hosts' | 'keys'> {
  readonly urlOrFolder: string;
  readonly key?: string;
  readonly host?: readonly string[];
}

export const verify: Run<Given> = async (
  { urlOrFolder: target, host, key, ...flags },
  { portal, view, reporter, onProgress },
) => {
  const hosts = host && chooseHosts(host);
  const keys = key === undefined ? [] : readPublicKeys(key);
  const report = await verifyDeployment(portal, { target, ...flags, keys, hosts, onProgress });
  const { color = false } = view;
  return {
    ok: report.ok,
    // The flag --reporter of this command only accepts these names.
    output: reporters[reporter as keyof typeof reporters](report, color),
  };
};
