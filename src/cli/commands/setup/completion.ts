// `completion`: prints a script by which a shell completes commands, flags and their values. It is made of
// what the commands themselves declare.
import { Argument, type Command, type Option } from 'commander';
import type { Row } from '../../completion/scripts.js';
import { changeCommand } from '../edit/change.js';
import { fieldProgram } from '../edit/field-flags.js';
import { newCommand } from '../edit/new.js';
import { type Define, langOption } from '../flags.js';
import { DONE } from '../status.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const about = { en: 'the shell that it is for', ru: 'для какой оболочки' } as const;

export const define: Define<[(typeof SHELLS)[number]]> = (command, lang) => {
  command
    .addArgument(new Argument('<shell>', about[lang]).choices(SHELLS))
    .addOption(langOption(lang));
  return async (shell) => {
    const { scripts } = await import('../../completion/scripts.js');
    const { hosts } = await import('../../../hosts/index.js');
    const { extraNames } = await import('../../../snapshot/settings/schemas.js');
    const { portal } = await import('../../../portal/index.js');
    const known = new Map<string, readonly string[]>([
      ['host', hosts.map(({ name }) => name)],
      ['extra', extraNames(portal)],
    ]);
    const program = command.parent!;
    const inner = new Map([
      ['new', (await fieldProgram(newCommand(lang), lang)).commands],
      ['change', (await fieldProgram(changeCommand(lang), lang)).commands],
    ]);
    const rows = program.commands.flatMap((one) => {
      const own = inner.get(one.name()) ?? [];
      return [one, ...own].flatMap((each) =>
        rowsOf(each, each === one ? '' : `/${one.name()}`, known),
      );
    });
    process.stdout.write(
      scripts[shell](program.name(), [...flagRows(program, '', known), ...rows]),
    );
    return DONE;
  };
};

type KnownValues = ReadonlyMap<string, readonly string[]>;

/** The rows of a command: its names, its flags, and its argument. `above`: the path of its parent command. */
function rowsOf(command: Command, above: string, known: KnownValues): Row[] {
  const path = `${above}/${command.name()}`;
  const [argument] = command.registeredArguments;
  const takes = argument && (argument.argChoices?.join(' ') ?? placeOf(argument.name()));
  return [
    { path: above, name: command.name(), takes: `>${path}`, about: brief(command.description()) },
    ...command.aliases().map((name) => ({ path: above, name, takes: `=${path}`, about: '' })),
    ...flagRows(command, path, known),
    ...(takes === undefined ? [] : [{ path, name: '', takes, about: '' }]),
  ];
}

function flagRows(command: Command, path: string, known: KnownValues): Row[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      ...{ path, name: option.long ?? option.short ?? '' },
      ...{ takes: takenBy(option, known), about: brief(option.description) },
    }));
}

function takenBy(
  { flags, argChoices, long, required, optional }: Option,
  known: KnownValues,
): string {
  const [, either] = /[[<](\w+(?:\|\w+)+)[\]>]/.exec(flags) ?? [];
  const choices = argChoices ?? known.get(long?.slice(2) ?? '') ?? either?.split('|');
  if (choices) return choices.join(' ');
  return required || optional ? placeOf(flags.split(/[[<]/, 2)[1]!) : '';
}

/** What to offer for a placeholder such as `<dir>`, or for an argument with a name. */
function placeOf(name: string): string {
  if (/\bfiles?\b/.test(name)) return ':file';
  return /\bdir\b|\bfolder\b/.test(name) ? ':folder' : ':any';
}

/** A description on one short line: shells show it beside the word. */
function brief(text: string): string {
  const line = text.replace(/[\s:]+/g, ' ').split(/\. |; /, 1)[0]!;
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
