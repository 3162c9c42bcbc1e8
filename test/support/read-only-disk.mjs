// For `node --import`: a process that may change nothing in a folder (READ_ONLY=path).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { READ_ONLY } = process.env;

for (const name of [
  ...['linkSync', 'mkdirSync', 'openSync', 'renameSync', 'rmdirSync', 'rmSync', 'writeFileSync'],
]) {
  const own = fs[name];
  fs[name] = (...args) => {
    const isChange = name !== 'openSync' || /[wa]/.test(String(args[1]));
    const isReadOnly = args.some((arg) => `${arg}/`.startsWith(`${READ_ONLY}/`));
    if (isChange && isReadOnly && !(name === 'mkdirSync' && fs.existsSync(args[0]))) {
      const message = 'EROFS: read-only file system';
      throw Object.assign(new Error(message), { code: 'EROFS', errno: -30 });
    }
    return own(...args);
  };
}
syncBuiltinESMExports();
