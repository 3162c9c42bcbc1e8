// The command line: arguments in, exit status out.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commands } from './cli/commands/index.js';
import { languageOfLine } from './cli/commands/language.js';
import { DONE, FAILED } from './cli/commands/status.js';
import { harmless, mindStreams } from './cli/commands/streams.js';
import { explain } from './problems/failure.js';
import type { Said } from './problems/messages/catalogue.js';
import { speak } from './problems/say.js';
import { visible } from './problems/text/visible.js';

/** Runs the command line of this process, to its end. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  mindStreams(languageOfLine(args, process.env));
  process.exitCode = await run(args);
}

/** Runs a command line, such as `['build', '--strict']`, and returns its exit status. */
export async function run(args: readonly string[]): Promise<number> {
  let status = DONE;
  const lang = languageOfLine(args, process.env);
  await speak(lang);
  // `build` in `build --strict`, and in `help build`.
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const named = first === 'help' ? second : first;
  const program = new Command('portal-snapshot')
    .description(DESCRIPTION[lang])
    .version(version(), '-v, --version')
    // Behind a command, `-v…` is a value or an option of its own. (`help --lang ru` would be help for `--lang`.)
    .enablePositionalOptions(first !== 'help')
    .configureOutput(harmless)
    .exitOverride();
  for (const { name, group, description, load } of commands) {
    const command = program
      .command(name)
      .description(description[lang] ?? description.en)
      .helpGroup(group[lang]);
    if (name !== named) continue; // so only this one is loaded
    const work = (await load())(command, lang);
    command.action(async (...declared) => {
      // Commander passes the arguments and flags that the command declared.
      status = await work(...(declared as never[]));
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : FAILED;
    const lines = explain(error, lang).map(visible);
    process.stderr.write(`portal-snapshot: ${lines.join('\n')}\n`);
    return FAILED;
  }
  return status;
}

const DESCRIPTION: Said = {
  en: "Publishes a portal's read-only JSON API as a static snapshot.",
  ru: 'Публикует JSON API портала (только для чтения) как статический снимок.',
};

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
