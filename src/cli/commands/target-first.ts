// The target may stand anywhere on a command line. Commander alone would read it as a value of an option before it that
// has several values, or an optional one: `publish --rollback s3://bucket`, `verify --host nginx https://…`.
import { statSync } from 'node:fs';
import type { Command, Option } from 'commander';

/** The arguments of a command, with the target moved to the front if an option would take it as a value. */
export function targetFirst(command: Command, args: readonly string[]): readonly string[] {
  if (!command.registeredArguments[0]?.required) return args;
  let option: Option | undefined;
  let values = 0;
  let target = -1;
  for (const [at, arg] of args.entries()) {
    if (arg.startsWith('-')) {
      option = command.options.find(({ long, short }) => arg === long || arg === short);
      values = 0;
      continue;
    }
    const isValue = option?.variadic || (values === 0 && (option?.required || option?.optional));
    if (!isValue) return args;
    values++;
    const isSpare = option?.required ? values > 1 : true;
    if (isSpare && isTarget(arg)) target = at;
  }
  return target < 0 ? args : [args[target]!, ...args.filter((_, at) => at !== target)];
}

const isTarget = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ||
  statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
