// Runs a command line in this process, in a folder, in English unless it asks for another language.
import { vi } from 'vitest';
import { run } from '../../src/cli.js';

/** What a command printed, and its exit status. */
export interface Printed {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `portal-snapshot` with these arguments in a folder. */
export async function runIn(cwd: string, ...args: readonly string[]): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const before = process.cwd();
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  vi.stubEnv('LC_ALL', 'C');
  process.chdir(cwd);
  try {
    return { status: await run(args), ...printed };
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
