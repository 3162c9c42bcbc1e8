// Runs a command line in this process, in a folder, in English unless it asks for another language.
import { vi } from 'vitest';
import { run } from '../../src/cli.js';

/** What a command printed, and its exit status. */
export interface Printed {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let isRunning = false;

/** Runs `portal-snapshot` with these arguments in a folder; one at a time, as it is this process that goes there. */
export async function runIn(cwd: string, ...args: readonly string[]): Promise<Printed> {
  if (isRunning) throw new Error('Another command is running in this process');
  isRunning = true;
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
    isRunning = false;
    process.chdir(before.cwd);
    if (before.language === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = before.language;
    for (const spy of spies) spy.mockRestore();
  }
}
