// The command line: runs the command that is named in the arguments, and returns the exit status.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { groups } from './cli/commands.js';
import { configOfLine, languageOfLine } from './cli/language.js';
import { DONE, FAILED } from './cli/status.js';
import { harmless, mindStreams } from './cli/streams.js';
import { explain } from './problems/failure.js';
import { inLanguage, say, speak } from './problems/say.js';
import { visible } from './problems/text/visible.js';

/** Runs the command that is named in the arguments of this process. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  mindStreams(languageOfLine(args, process.env));
  // The module of a portal may wait for something that never happens. Node then ends.
  const unfinished = () => {
    process.stderr.write('portal-snapshot: the command waits in vain\n');
    process.exitCode = FAILED;
  };
  process.once('beforeExit', unfinished);
  process.exitCode = await run(args);
  process.off('beforeExit', unfinished);
}

/** Runs a command line, such as `['build', '--strict']`, and returns its exit status. */
export async function run(args: readonly string[]): Promise<number> {
  let status = DONE;
  const lang = languageOfLine(args, process.env);
  await speak(lang);
  // The name of the command: `build` in `build --strict` and in `help build`.
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const named = first === 'help' ? second : first;
  const program = new Command('portal-snapshot')
    .description(say("Publishes a portal's read-only JSON API as a static snapshot.", lang))
    .version(version(), '-v, --version')
    // With positional options, `-v…` after the name of a command belongs to that command. They are off for `help`,
    // because in `help --lang ru`, `--lang` would become the name of a command.
    .enablePositionalOptions(first !== 'help')
    .configureOutput(harmless)
    .exitOverride();
  const portal = async () => {
    const { portalFor } = await import('./cli/portal.js');
    return portalFor('.', configOfLine(args));
  };
  try {
    for (const { heading, entries } of groups) {
      program.commandsGroup(say(heading, lang));
      for (const [name, entry] of Object.entries(entries)) {
        const command = program.command(name).description(inLanguage(entry.about, lang));
        if (name !== named) continue; // so only what this command needs is loaded
        const { define } = await import('./cli/define.js');
        await define(command, entry, lang, portal, async (line) => {
          const { runCommand } = await import('./cli/frame.js');
          status = await runCommand(entry, line, lang);
        });
      }
    }
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : FAILED;
    const lines = explain(error, lang).map(visible);
    process.stderr.write(`portal-snapshot: ${lines.join('\n')}\n`);
    return FAILED;
  }
  return status;
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
