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
export const runIn = (cwd: string, ...args: readonly string[]): Promise<Printed> =>
  runAs({ LC_ALL: 'C' }, cwd, ...args);

/** The same with these variables in the environment; one that is undefined is unset. */
export function runAs(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  ...args: readonly string[]
): Promise<Printed> {
  const printed = last.then(() => runNow(env, cwd, args));
  last = printed.catch(() => undefined);
  return printed;
}

function setAll(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

async function runNow(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  args: readonly string[],
): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const before = {
    cwd: process.cwd(),
    env: Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]])),
  };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  setAll(env);
  process.chdir(cwd);
  try {
    return { status: await run(args), ...printed };
  } finally {
    process.chdir(before.cwd);
    setAll(before.env);
    for (const spy of spies) spy.mockRestore();
  }
}
