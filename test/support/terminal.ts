// A command on a terminal: a real one, that `script` of util-linux makes, with somebody who types.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { commandFile, type Surroundings } from './command.js';
import { program } from './tools.js';

export const terminalTool = program('script');

/** What somebody sees, and types as soon as it is there. */
export interface Turn {
  readonly sees: string | RegExp;
  readonly types: string;
}

const PATIENCE_MS = 120_000;

export const ENTER = '\r';
export const DOWN = '\u001b[B';
export const CTRL_C = '\u0003';
export const ESC = '\u001b';
export const CTRL_D = '\u0004';

/** Runs `portal-snapshot` on a terminal; all that it showed, without colours, and its exit status. */
export const onTerminal = (
  args: readonly string[],
  turns: readonly Turn[],
  where: Surroundings,
): Promise<Shown> => typedInto([process.execPath, commandFile, ...args], turns, where);

interface Shown {
  readonly status: number | null;
  readonly shown: string;
}

/** Runs any command on a terminal. */
export async function typedInto(
  command: readonly string[],
  turns: readonly Turn[],
  { cwd, env }: Surroundings,
): Promise<Shown> {
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const child = spawn(terminalTool.file ?? '', ['-qfec', quoted, '/dev/null'], {
    cwd,
    env: { ...process.env, CI: undefined, LC_ALL: 'C.UTF-8', TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += stripVTControlCharacters(text);
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let from = 0;
  const end = performance.now() + PATIENCE_MS;
  for (const { sees, types } of turns) {
    for (;;) {
      const rest = shown.slice(from);
      if (typeof sees === 'string' ? rest.includes(sees) : sees.test(rest)) break;
      if (child.exitCode !== null || performance.now() > end) {
        child.kill('SIGKILL');
        throw new Error(`${sees} was not shown:\n${shown}`);
      }
      await sleep(20);
    }
    from = shown.length;
    // Prompts pass over what was typed before they listen.
    await sleep(100);
    child.stdin.write(types);
  }
  const status = await ended;
  child.stdin.end();
  return { status, shown };
}
