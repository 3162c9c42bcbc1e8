// `completion`: prints a script by which a shell completes commands, flags and their values. It is made of
// what the commands themselves declare.
import { Argument, type Command, type Option } from 'commander';
import type { Language } from '../../../problems/messages/catalogue.js';
import type { Level, Value } from '../../completion/scripts.js';
import { programOfNew } from '../edit/new.js';
import { langOption } from '../flags.js';
import { DONE } from '../status.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const about = { en: 'the shell that it is for', ru: 'для какой оболочки' } as const;

export function define(
  command: Command,
  lang: Language,
): (shell: (typeof SHELLS)[number]) => Promise<number> {
  command
    .addArgument(new Argument('<shell>', about[lang]).choices(SHELLS))
    .addOption(langOption(lang));
  return async (shell) => {
    const { scripts } = await import('../../completion/scripts.js');
    const { hosts } = await import('../../../hosts/index.js');
    const { endpointOf } = await import('../../../model/endpoint.js');
    const { portal } = await import('../../../portal/index.js');
    const known = new Map<string, readonly string[]>([
      ['host', hosts.map(({ name }) => name)],
      ['extra', ['all', ...portal.extras.map((extra) => endpointOf(extra).template)]],
    ]);
    const program = command.parent!;
    const isNew = (one: Command) => one.name() === 'new';
    const collections = await programOfNew(lang, async () => DONE);
    const levels = [program, ...program.commands].flatMap((one) => [
      levelOf(one, one === program ? '' : `/${one.name()}`, known),
      ...(isNew(one) ? collections.commands : []).map((each) =>
        levelOf(each, `/new/${each.name()}`, known),
      ),
    ]);
    process.stdout.write(scripts[shell](program.name(), levels));
    return DONE;
  };
}

function levelOf(command: Command, path: string, known: Known): Level {
  const help = command.createHelp();
  const [argument] = command.registeredArguments;
  const parent = path.slice(0, path.lastIndexOf('/'));
  return {
    path,
    aliases: command.aliases().map((alias) => `${parent}/${alias}`),
    about: brief(command.description()),
    flags: help.visibleOptions(command).map((option) => ({
      name: option.long ?? option.short ?? '',
      about: brief(option.description),
      value: takenBy(option, known),
    })),
    argument: argument ? (argument.argChoices ?? placeOf(argument.name())) : 'none',
  };
}

type Known = ReadonlyMap<string, readonly string[]>;

function takenBy({ flags, argChoices, long, required, optional }: Option, known: Known): Value {
  const [, either] = /[[<](\w+(?:\|\w+)+)[\]>]/.exec(flags) ?? [];
  const choices = argChoices ?? known.get(long?.slice(2) ?? '') ?? either?.split('|');
  if (choices) return choices;
  return required || optional ? placeOf(flags.split(/[[<]/, 2)[1]!) : 'none';
}

/** What a placeholder such as `<dir>`, or the name of an argument, stands for. */
function placeOf(name: string): Value {
  if (/\bfiles?\b/.test(name)) return 'file';
  return /\bdir\b|\bfolder\b/.test(name) ? 'folder' : 'any';
}

/** A description on one short line: shells show it beside the word. */
function brief(text: string): string {
  const line = text.replace(/[\s:]+/g, ' ').split(/\. |; /, 1)[0]!;
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
