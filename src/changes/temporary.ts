// A folder for as long as some work takes, in the system's temporary folder. It goes with all that
// is in it when the work ends, fails, or is interrupted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does some work with a fresh, empty folder that nobody else can read. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-snapshot-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // Once: the second time the signal does what it always does.
  const stop = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    remove();
  }
}
