// For `node --import`: a process that kills itself before the nth change that it makes in the folder `data`
// (DIE_AT=n; temporary folders do not count), whose disk has no hard links (NO_LINKS=1), as exFAT has none, or which may
// change nothing in a folder (READ_ONLY=path).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { DIE_AT = '', NO_LINKS, READ_ONLY } = process.env;
const refused = (code, errno, message) => Object.assign(new Error(message), { code, errno });
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
      throw refused('EPERM', -1, 'EPERM: operation not permitted, link');
    }
    const isReadOnly = READ_ONLY && args.some((arg) => `${arg}/`.startsWith(`${READ_ONLY}/`));
    if (isChange && isReadOnly && !(name === 'mkdirSync' && fs.existsSync(args[0]))) {
      throw refused('EROFS', -30, 'EROFS: read-only file system');
    }
    return own(...args);
  };
}
syncBuiltinESMExports();
