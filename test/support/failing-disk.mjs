// For `node --import`: a process that kills itself before the nth change that it makes in the folder `data`
// (DIE_AT=n; temporary folders do not count), or whose disk has no hard links (NO_LINKS=1), as exFAT has none.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { DIE_AT = '', NO_LINKS } = process.env;
let left = DIE_AT === '' || !isMainThread ? Number.NaN : Number(DIE_AT);

for (const name of [
  ...['linkSync', 'mkdirSync', 'openSync', 'renameSync', 'rmdirSync', 'rmSync', 'writeFileSync'],
]) {
  const own = fs[name];
  fs[name] = (...args) => {
    const isChange = name !== 'openSync' || /[wa]/.test(String(args[1]));
    const isInData = args.some((arg) => /[/]data[/](?!.*[.]portal-snapshot-)/.test(String(arg)));
    if (isChange && isInData && left-- === 0) process.kill(process.pid, 'SIGKILL');
    if (name === 'linkSync' && NO_LINKS) {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    }
    return own(...args);
  };
}
syncBuiltinESMExports();
