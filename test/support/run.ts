// Runs a command in this process, in a folder, in English by default.
import { vi } from 'vitest';
import { run } from '../../src/cli.js';

/** What a command printed, and its exit status. */
export interface Printed {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `portal-snapshot` with these arguments in a folder. Because this process changes its working folder, only one
 * command runs at a time; others wait.
 */
export function runIn(cwd: string, ...args: readonly string[]): Promise<Printed> {
  const printed = last.then(() => runNow(cwd, args));
  last = printed.catch(() => undefined);
  return printed;
}

async function runNow(cwd: string, args: readonly string[]): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const before = { cwd: process.cwd(), language: process.env.LC_ALL };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  process.env.LC_ALL = 'C';
  process.chdir(cwd);
  try {
    return { status: await run(args), ...printed };
  } finally {
    process.chdir(before.cwd);
    if (before.language === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = before.language;
    for (const spy of spies) spy.mockRestore();
  }
}
