/**
 * A module that a process imports to write, as it ends, the most memory that it had, in kilobytes. Not `maxRSS`: on Linux
 * that begins with what the parent process had when it started this one.
 */
export const tellMemory = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const [, most] = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
    process.stderr.write(most);
  });
`)}`;
