// A table of the words of a command line → a script by which bash, zsh or fish completes it. Each script runs the same
// awk program, which finds the words that may stand at the cursor.

/**
 * A word of a command line. `path`: the command after which it may stand, such as `/new/vacancy`; empty after the
 * program. `name`: the word; empty for the command's argument. `takes`: for a command its own path, as `>/new`, or as
 * `=/new/vacancy` if the word is another name of it; otherwise the values to offer: words with spaces between them,
 * `:file`, `:folder`, `:any` (no offer), or nothing for a flag without a value.
 */
export interface Row {
  readonly path: string;
  readonly name: string;
  readonly takes: string;
  readonly about: string;
}

/** Makes the script for the program with a name; the same name after `npx` is completed, too. */
type Script = (program: string, rows: readonly Row[]) => string;

export const scripts = { bash, zsh, fish } satisfies Record<string, Script>;

/** The awk program. Input: the table, and the words before the cursor. Output: offers, as `word<tab>description`. */
const FIND = `
  BEGIN { at = ""; for (i = 2; i < ARGC; i++) { given[i] = ARGV[i]; ARGV[i] = "" } }
  { path[NR] = $1; name[NR] = $2; takes[NR] = $3; about[NR] = $4 }
  function offer(values,  all, count, i) {
    count = split(values, all, " ")
    for (i = 1; i <= count; i++) print all[i]
  }
  END {
    for (i = 2; i < ARGC; i++) {
      value = ""
      for (row = 1; row <= NR; row++) if (path[row] == at && name[row] == given[i]) {
        if (takes[row] ~ /^[>=]/) at = substr(takes[row], 2)
        else value = takes[row]
        break
      }
    }
    if (value != "") { offer(value); exit }
    for (row = 1; row <= NR; row++) if (path[row] == at) {
      if (name[row] == "") offer(takes[row])
      else if (takes[row] !~ /^=/) print name[row] "\\t" about[row]
    }
  }
`;

const tableOf = (rows: readonly Row[]): string =>
  rows
    .map(({ path, name, takes, about }) => `${path}|${name}|${takes}|${about.replaceAll('|', '/')}`)
    .join('\n');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const identifier = (program: string): string => `_${program.replaceAll('-', '_')}`;

/** The function, in bash and zsh, that prints the offers; its arguments are the words before the cursor. */
const offers = (name: string, rows: readonly Row[]) => `${name}_offers() {
  printf '%s\\n' ${quoted(tableOf(rows))} | awk -F '|' ${quoted(FIND)} - "$@"
}`;

function bash(program: string, rows: readonly Row[]): string {
  const name = identifier(program);
  // The bash of macOS, 3.2, has no compopt: it offers names of files as they are.
  return `# Completion of ${program} in bash, made by: ${program} completion bash
${offers(name, rows)}
${name}() {
  local IFS=$'\\n' word=\${COMP_WORDS[COMP_CWORD]} i=1 line
  if [ "\${COMP_WORDS[0]}" = npx ]; then
    while [[ \${COMP_WORDS[i]} == -* ]]; do ((i++)); done
    [ "\${COMP_WORDS[i]}" = ${program} ] && [ "$i" -lt "$COMP_CWORD" ] || return
    ((i++))
  fi
  COMPREPLY=()
  while read -r line; do
    case "$line" in
      :file) [[ $word == -* ]] || { compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -f -- "$word")); } ;;
      :folder) [[ $word == -* ]] || { compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -d -- "$word")); } ;;
      :any) ;;
      "$word"*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(${name}_offers "\${COMP_WORDS[@]:i:COMP_CWORD-i}")
}
complete -F ${name} ${program}
complete -p npx > /dev/null 2>&1 || complete -o default -F ${name} npx
`;
}

function zsh(program: string, rows: readonly Row[]): string {
  const name = identifier(program);
  // For `_describe` a colon ends the word, and the description follows: other colons are escaped.
  return `#compdef ${program}
# Completion of ${program} in zsh, made by: ${program} completion zsh
${offers(name, rows)}
${name}() {
  local i=2 line
  local -a others flags
  if [[ \${words[1]} == npx ]]; then
    while [[ \${words[i]} == -* ]]; do ((i++)); done
    if [[ \${words[i]} != ${program} ]] || ((i >= CURRENT)); then _default; return; fi
    ((i++))
  fi
  for line in "\${(@f)$(${name}_offers "\${(@)words[i,CURRENT-1]}")}"; do
    case $line in
      :file) [[ \${words[CURRENT]} == -* ]] || _files ;;
      :folder) [[ \${words[CURRENT]} == -* ]] || _files -/ ;;
      :any|'') ;;
      -*) flags+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
      *) others+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done
  ((\${#others})) && _describe -t commands command others
  [[ \${words[CURRENT]} == -* ]] || ((\${#others} == 0)) && _describe -o -t flags flag flags
}
if [[ $funcstack[1] == ${name} ]]; then
  ${name} "$@"
else
  compdef ${name} ${program}
  (( \${+_comps[npx]} )) || compdef ${name} npx
fi
`;
}

function fish(program: string, rows: readonly Row[]): string {
  const name = identifier(program);
  const word = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return `# Completion of ${program} in fish, made by: ${program} completion fish
function ${name}
  set -l words (commandline -opc)
  if test "$words[1]" = npx
    set -e words[1]
    while string match -q -- '-*' "$words[1]"; set -e words[1]; end
    test "$words[1]" = ${program}; or return
  end
  for line in (printf '%s\\n' ${word(tableOf(rows))} | awk -F '|' ${word(FIND)} - $words[2..-1])
    switch $line
      case :file
        __fish_complete_path (commandline -ct)
      case :folder
        __fish_complete_directories (commandline -ct)
      case :any
      case '*'
        printf '%s\\n' $line
    end
  end
end
complete -c ${program} -f -a '(${name})'
complete -c npx -n '${name} | string length -q' -f -a '(${name})'
`;
}
