// What a command line takes, as data → a script by which bash, zsh or fish completes it. Each script finds
// where in the tree of commands the cursor is, and offers what is declared there.

/** What may stand in the place of a value. */
export type Value = 'none' | 'any' | 'file' | 'folder' | readonly string[];

/** A command, and below which others it stands: `/new/vacancy`; the whole program is the empty path. */
export interface Level {
  readonly path: string;
  /** Other names by which it is called, as paths. */
  readonly aliases: readonly string[];
  readonly about: string;
  readonly flags: readonly {
    readonly name: string;
    readonly about: string;
    readonly value: Value;
  }[];
  readonly argument: Value;
}

export const scripts = { bash, zsh, fish } satisfies Record<string, Script>;

/** The script for a program, whose name it is; `npx` before that name is completed likewise. */
type Script = (program: string, levels: readonly Level[]) => string;

function bash(program: string, levels: readonly Level[]): string {
  const name = identifier(program);
  const reply = (value: Value): string => {
    if (value === 'file') return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$word"))';
    if (value === 'folder') return 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$word"))';
    return typeof value === 'string'
      ? ':'
      : `COMPREPLY=($(${name}_words ${quoted(value.join(' '))} "$word"))`;
  };
  return `# Completion of ${program} in bash, made by: ${program} completion bash
${name}_words() {
  local IFS=' '
  compgen -W "$1" -- "$2"
}
${name}() {
  local IFS=$'\\n' word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} path='' i=1
  if [ "\${COMP_WORDS[0]}" = npx ]; then
    while [[ \${COMP_WORDS[i]} == -* ]]; do ((i++)); done
    [ "\${COMP_WORDS[i]}" = ${program} ] && [ "$i" -lt "$COMP_CWORD" ] || return
    ((i++))
  fi
  for (( ; i < COMP_CWORD; i++)); do
    case "$path/\${COMP_WORDS[i]}" in
${pathCases(levels, '      ')}
    esac
  done
  case "$path $before" in
${valueCases(levels)
  .map(({ cases, value }) => `    ${cases}) ${reply(value)}; return ;;`)
  .join('\n')}
  esac
  case "$path" in
${levels
  .map((level) => {
    const words = [...below(level, levels), ...level.flags.map(({ name }) => name)];
    const { argument } = level;
    const more = Array.isArray(argument) ? argument : [];
    const lines = [`COMPREPLY=($(${name}_words ${quoted([...more, ...words].join(' '))} "$word"))`];
    if (argument === 'file' || argument === 'folder') {
      const kind = argument === 'file' ? '-f' : '-d';
      lines.push(
        `[[ $word == -* ]] || { compopt -o filenames; COMPREPLY=($(compgen ${kind} -- "$word")); }`,
      );
    }
    return `    ${quoted(level.path)})\n      ${lines.join('\n      ')}\n      ;;`;
  })
  .join('\n')}
  esac
}
complete -F ${name} ${program}
complete -p npx > /dev/null 2>&1 || complete -o default -F ${name} npx
`;
}

function zsh(program: string, levels: readonly Level[]): string {
  const reply = (value: Value): string => {
    if (value === 'file') return '_files';
    if (value === 'folder') return '_files -/';
    return typeof value === 'string' ? ':' : `compadd -- ${value.map(quoted).join(' ')}`;
  };
  // A colon ends the word that a description is of.
  const described = (word: string, about: string) =>
    quoted(`${word.replaceAll(':', '\\:')}:${about}`);
  const name = identifier(program);
  return `#compdef ${program}
# Completion of ${program} in zsh, made by: ${program} completion zsh
${name}() {
  local word=\${words[CURRENT]} before=\${words[CURRENT-1]} path_='' i=2
  if [[ \${words[1]} == npx ]]; then
    while [[ \${words[i]} == -* ]]; do ((i++)); done
    if [[ \${words[i]} != ${program} ]] || ((i >= CURRENT)); then _default; return; fi
    ((i++))
  fi
  for (( ; i < CURRENT; i++)); do
    case "$path_/\${words[i]}" in
${pathCases(levels, '      ').replaceAll('path=', 'path_=')}
    esac
  done
  case "$path_ $before" in
${valueCases(levels)
  .map(({ cases, value }) => `    ${cases}) ${reply(value)}; return ;;`)
  .join('\n')}
  esac
  local -a commands flags
  case "$path_" in
${levels
  .map((level) => {
    const commands = children(level, levels).map(({ path, about }) => described(last(path), about));
    const flags = level.flags.map(({ name, about }) => described(name, about));
    const argument =
      level.argument === 'none' || level.argument === 'any'
        ? ''
        : `\n      [[ $word == -* ]] || ${reply(level.argument)}`;
    return `    ${quoted(level.path)})
      commands=(${commands.join(' ')})
      flags=(${flags.join(' ')})${argument}
      ;;`;
  })
  .join('\n')}
  esac
  ((\${#commands})) && _describe -t commands command commands
  [[ $word == -* ]] || ((\${#commands} == 0)) && _describe -o -t flags flag flags
}
if [[ $funcstack[1] == ${name} ]]; then
  ${name} "$@"
else
  compdef ${name} ${program}
  (( \${+_comps[npx]} )) || compdef ${name} npx
fi
`;
}

function fish(program: string, levels: readonly Level[]): string {
  const name = identifier(program);
  const at = ({ path }: Level) => `-n ${fishWord(`${name} ${fishWord(path)}`)}`;
  const given = (value: Value): string => {
    if (value === 'none') return '-f';
    if (value === 'any') return '-x';
    if (value === 'file') return '-rF';
    return `-x -a ${value === 'folder' ? "'(__fish_complete_directories)'" : fishWord(value.join(' '))}`;
  };
  const lines = levels.flatMap((level) => [
    ...children(level, levels).map(
      ({ path, about }) => `${at(level)} -f -a ${fishWord(last(path))} -d ${fishWord(about)}`,
    ),
    ...level.flags.map(({ name, about, value }) => {
      const long = name.startsWith('--') ? `-l ${fishWord(name.slice(2))}` : `-s ${name.slice(1)}`;
      return `${at(level)} ${long} ${given(value)} -d ${fishWord(about)}`;
    }),
    ...(level.argument === 'file'
      ? [`${at(level)} -F`]
      : [`${at(level)} ${given(level.argument).replace('-x', '-f')}`]),
  ]);
  return `# Completion of ${program} in fish, made by: ${program} completion fish
function ${name}
  set -l words (commandline -opc)
  if test "$words[1]" = npx
    set -e words[1]
    while string match -q -- '-*' "$words[1]"; set -e words[1]; end
    test "$words[1]" = ${program}; or return 1
  end
  set -l path ''
  for word in $words[2..-1]
    switch "$path/$word"
${levels
  .filter(({ path }) => path !== '')
  .map(
    ({ path, aliases }) =>
      `      case ${[path, ...aliases].map(fishWord).join(' ')}\n        set path ${fishWord(path)}`,
  )
  .join('\n')}
    end
  end
  test "$path" = "$argv[1]"
end
for program in ${program} npx
${lines.map((line) => `  complete -c $program ${line}`).join('\n')}
end
`;
}

/** The `case` branches by which the words before the cursor lead to a command. */
function pathCases(levels: readonly Level[], indent: string): string {
  return levels
    .filter(({ path }) => path !== '')
    .map(
      ({ path, aliases }) =>
        `${indent}${[path, ...aliases].map(quoted).join('|')}) path=${quoted(path)} ;;`,
    )
    .join('\n');
}

/** The patterns of `<path> <flag>` for each value that flags take. */
function valueCases(levels: readonly Level[]): { readonly cases: string; readonly value: Value }[] {
  const byValue = new Map<string, { cases: string[]; value: Value }>();
  for (const { path, flags } of levels) {
    for (const { name, value } of flags) {
      if (value === 'none') continue;
      const key = JSON.stringify(value);
      const one = byValue.get(key) ?? { cases: [], value };
      byValue.set(key, one);
      one.cases.push(quoted(`${path} ${name}`));
    }
  }
  return [...byValue.values()].map(({ cases, value }) => ({ cases: cases.join('|'), value }));
}

const children = ({ path }: Level, levels: readonly Level[]): readonly Level[] =>
  levels.filter(
    (other) => other.path !== '' && other.path.slice(0, other.path.lastIndexOf('/')) === path,
  );
const below = (level: Level, levels: readonly Level[]): string[] =>
  children(level, levels).map(({ path }) => last(path));
const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const identifier = (program: string): string => `_${program.replaceAll('-', '_')}`;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const fishWord = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
