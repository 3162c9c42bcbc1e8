// Translates commander into Russian: the headings and marks of its help, and its errors. An error is known by its code;
// the values that it quotes are taken from its English text. A test causes each error.
import { type Argument, Command, type ErrorOptions, Help, type Option } from 'commander';

/** A command whose help and errors are in Russian; so are those of its subcommands. */
export class RussianCommand extends Command {
  override createCommand(name?: string): Command {
    return new RussianCommand(name);
  }

  override createHelp(): Help {
    return Object.assign(new RussianHelp(), this.configureHelp());
  }

  override error(message: string, options?: ErrorOptions): never {
    return super.error(inRussian(message, options?.code), options);
  }
}

/** Texts of commander itself in help, and their translations. */
const OWN: Readonly<Record<string, string>> = {
  'Usage:': 'Использование:',
  'Arguments:': 'Аргументы:',
  'Options:': 'Параметры:',
  'Commands:': 'Команды:',
  'display help for command': 'показать справку по команде',
  'output the version number': 'показать номер версии',
};
const own = (text: string): string => OWN[text] ?? text;

class RussianHelp extends Help {
  override styleTitle = own;
  override styleDescriptionText = own;
  override styleUsage = placeholders;
  override styleSubcommandTerm = placeholders;

  override optionDescription(option: Option): string {
    const hasValue = option.required || option.optional;
    return described(option.description, option.argChoices, hasValue && option.defaultValue);
  }

  override argumentDescription({ description, argChoices, defaultValue }: Argument): string {
    return described(description, argChoices, defaultValue);
  }
}

function placeholders(usage: string): string {
  return usage.replace('[options]', '[параметры]').replace('[command]', '[команда]');
}

function described(about: string, choices: readonly string[] | undefined, standard: unknown) {
  const marks = [
    ...(choices ? [`варианты: ${choices.map((choice) => `"${choice}"`).join(', ')}`] : []),
    ...(standard === undefined || standard === false
      ? []
      : [`по умолчанию: ${JSON.stringify(standard)}`]),
  ];
  return marks.length === 0 ? about : `${about} (${marks.join(', ')})`;
}

const NEAR = /\n\(Did you mean (?:one of )?(.*)\?\)$/;
const CHOICES = /Allowed choices are (.*)\.$/;

/** Each error: its code, a regular expression for its English text, and the Russian text for the quoted values. */
const ERRORS: readonly (readonly [string, RegExp, (...quoted: string[]) => string])[] = [
  ['unknownOption', /^unknown option '(.*)'$/s, (flag) => `нет параметра ${flag}`],
  ['unknownCommand', /^unknown command '(.*)'$/s, (name) => `нет команды ${name}`],
  [
    'missingArgument',
    /^missing required argument '(.*)'$/s,
    (name) => `не хватает обязательного аргумента ${name}`,
  ],
  [
    'optionMissingArgument',
    /^option '(.*)' argument missing$/s,
    (flag) => `у параметра ${flag} не указано значение`,
  ],
  [
    'missingMandatoryOptionValue',
    /^required option '(.*)' not specified$/s,
    (flag) => `не указан обязательный параметр ${flag}`,
  ],
  [
    'excessArguments',
    /^too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)\.$/s,
    (name, most, given) =>
      `лишние аргументы${name ? ` у ${name}` : ''}: должно быть ${most}, а указано ${given}`,
  ],
  [
    'conflictingOption',
    /^option '(.*)' cannot be used with option '(.*)'$/s,
    (one, other) => `параметры ${one} и ${other} не указывают вместе`,
  ],
  [
    'invalidArgument',
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    (flag, value, why) => `параметр ${flag} не может быть '${value}'. ${why}`,
  ],
  [
    'invalidArgument',
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
    (value, name, why) => `аргумент ${name} не может быть '${value}'. ${why}`,
  ],
];

function inRussian(message: string, code = ''): string {
  const text = message.replace(/^error: /, '').replace(NEAR, '');
  for (const [name, shape, said] of ERRORS) {
    const quoted = code === `commander.${name}` && shape.exec(text);
    if (!quoted) continue;
    const [, near] = NEAR.exec(message) ?? [];
    const hint = near === undefined ? '' : `\n(Возможно, имелось в виду: ${near})`;
    return `ошибка: ${said(...quoted.slice(1)).replace(CHOICES, 'Возможные значения: $1.')}${hint}`;
  }
  return message;
}
