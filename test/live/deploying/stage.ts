// A clone in which the lines of the page `Deploying` run: `portal-snapshot` is real, and in the place of
// the programs that need an account, another machine or root stand some that keep a record.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { commandFile, type Ended, start } from '../../support/command.js';
import { temporaryFolder } from '../../support/folders.js';
import { directory, writeData } from '../../support/portal.js';
import { program } from '../../support/tools.js';

/** Programs that run as they are. */
const REAL = [
  ...['awk', 'bash', 'cat', 'cp', 'find', 'ln', 'md5sum', 'mkdir', 'mktemp', 'rm', 'sh'],
];
const STAND_INS = [
  ...['aws', 'curl', 'gcloud', 'gh', 'git', 'node', 'npm', 'npx', 'rsync', 'sleep', 'ssh', 'sudo'],
];

/** What is served on the machine of one's own. */
const SERVED = '/srv/portal';

export interface Stage {
  readonly cwd: string;
  /** What stands for the folder that is served. */
  readonly served: string;
  /** Runs a script as GitHub does, with these variables and no others. */
  readonly run: (script: string, env?: Readonly<Record<string, string>>) => Promise<Ended>;
  /** The commands that were given since the last time, one a line. */
  readonly commands: () => string[];
  /** Puts another script in the place of a program. */
  readonly replace: (name: string, script: string) => void;
}

export function setStage(): Stage {
  const folder = temporaryFolder();
  const [cwd, bin, log] = [join(folder, 'portal'), join(folder, 'bin'), join(folder, 'log')];
  const served = join(folder, 'served');
  for (const made of [cwd, bin, served, join(folder, 'home')]) mkdirSync(made);
  writeData(join(cwd, 'data'), directory(30));
  // `git clone` makes it.
  symlinkSync('.', join(cwd, 'portal'));
  for (const name of REAL) symlinkSync(program(name).file!, join(bin, name));
  const replace = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!${program('bash').file}\n${script}`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const name of STAND_INS) replace(name, standIn(name, log));
  return {
    cwd,
    served,
    replace,
    run: (script, env = {}) => {
      const text = script.replaceAll(SERVED, served);
      const own = { PATH: bin, HOME: join(folder, 'home') };
      // What is undefined is unset.
      const nothing = Object.fromEntries(Object.keys(process.env).map((key) => [key, undefined]));
      return start('bash', ['-eu', '-o', 'pipefail', '-c', text], {
        cwd,
        env: { ...nothing, ...own, ...env },
      }).ended;
    },
    commands: () => {
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      writeFileSync(log, '');
      return text.split('\n').slice(0, -1);
    },
  };
}

/** Runs a script, which must succeed. */
export async function perform(
  stage: Stage,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const ended = await stage.run(script, env);
  expect(ended.status, [script, ended.stdout, ended.stderr].join('\n')).toBe(0);
  return ended;
}

/** A program that is content with what it is asked, where the files that it is given are there. */
function standIn(name: string, log: string): string {
  return `
printf '%s\\n' "${name} $*" >> '${log}'
for word in "$@"; do
  case \${word#file*://} in dist | dist/* | hosts/* | firebase.json)
    [ -e "\${word#file*://}" ] || { echo "${name}: there is no $word" >&2; exit 1; } ;;
  esac
done
${ANSWERS[name] ?? 'echo id'}
`;
}

const ANSWERS: Readonly<Record<string, string>> = {
  git: '',
  gh: 'echo https://portal.example.org',
  gcloud: 'case "$*" in *"keys create"*) echo {} > "$5" ;; esac',
  // No deployment is there to be asked: the folder that it is held against stands for it.
  npx: `
case "$1 \${2-}" in
  "portal-snapshot publish")
    # No bucket is there: that the command gets as far as to ask for it is enough.
    said=$(AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=b \\
      '${process.execPath}' '${commandFile}' "\${@:2}" --endpoint http://127.0.0.1:9 2>&1) && exit 1
    [[ "$said" == *'cannot be reached'* ]] || echo "$said" >&2
    [[ "$said" == *'cannot be reached'* ]]; exit ;;
  "portal-snapshot verify") [[ "$*" =~ --against\\ ([^ ]+) ]]; set -- "$1" verify "\${BASH_REMATCH[1]}" "\${@:4}" ;;
  "portal-snapshot "*) ;;
  *) exit 0 ;;
esac
shift
exec '${process.execPath}' '${commandFile}' "$@"`,
};
