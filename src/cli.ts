// The command line: arguments in, exit status out.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commands } from './commands/index.js';
import { DONE, FAILED } from './commands/status.js';

/** Runs a command line, such as `['build', '--strict']`; the exit status. */
export async function run(args: readonly string[]): Promise<number> {
  let status = DONE;
  const program = new Command('portal-snapshot')
    .description("Publishes a portal's read-only JSON API as a static snapshot.")
    .version(version())
    .exitOverride();
  for (const { name, description, load } of commands) {
    const command = program.command(name).description(description);
    if (!args.includes(name)) continue;
    const work = (await load())(command);
    command.action(async (...given) => {
      // Commander gives what `define` declared.
      status = await work(...(given as never[]));
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : FAILED;
    process.stderr.write(`portal-snapshot: ${explain(error)}\n`);
    return FAILED;
  }
  return status;
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Mistakes of the caller in a line; our own with their trace. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.name === 'UsageError' || code !== undefined ? error.message : String(error.stack);
}
