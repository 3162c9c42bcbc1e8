// Runs the compiled command, or any other program, as a user would do in a shell.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { build } from '../../src/index.js';
import { projectFolder } from './folders.js';

/** The report of the library's `build`. `--reporter json` prints the same. */
export type Result = Awaited<ReturnType<typeof build>>;

/** The exit status of a program, and what it printed. */
export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program. `ended` only rejects if the program could not be started. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** The working folder and the environment of a program. A variable that is undefined is removed. */
export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The file behind the command `portal-snapshot`. */
export const commandFile = join(projectFolder, 'bin', 'portal-snapshot.js');

// Without colours, and in English, so that messages can be compared.
const plain = { NO_COLOR: '1', FORCE_COLOR: undefined, LC_ALL: 'C' };

/** Starts a program without a shell, and collects its output. */
export function start(file: string, args: readonly string[], where: Surroundings): Running {
  const env = { ...process.env, ...plain, ...where.env };
  const child = spawn(file, args, { cwd: where.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      const [stdout, stderr] = [Buffer.concat(out).toString(), Buffer.concat(err).toString()];
      resolve({ status, signal, stdout, stderr });
    });
  });
  return { child, ended };
}

/** Ends processes, the last one first, and waits for them. */
export async function endAll(
  children: readonly ChildProcess[],
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  for (const child of [...children].reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}

/** Starts `portal-snapshot` with these arguments. */
export function startCommand(args: readonly string[], where: Surroundings): Running {
  return start(process.execPath, [commandFile, ...args], where);
}

/** Runs `portal-snapshot` with these arguments to its end. */
export function runCommand(args: readonly string[], where: Surroundings): Promise<Ended> {
  return startCommand(args, where).ended;
}

/** The JSON object that `--reporter json` printed. Throws if something else was printed, too. */
export function printedResult(ended: Pick<Ended, 'stdout'>): Result {
  return JSON.parse(ended.stdout) as Result;
}

/** Runs a command of a page to its end. `preview` has no end, so it is ended by Ctrl-C when it serves. */
export async function follow(line: string, where: Surroundings): Promise<Ended> {
  if (!line.endsWith(' preview')) return start('bash', ['-c', line], where).ended;
  // In a session of its own, so that Ctrl-C reaches all its processes, as on a terminal.
  const running = start('setsid', ['bash', '-c', line], where);
  let said = '';
  running.child.stdout!.on('data', async (chunk: Buffer) => {
    said += chunk.toString();
    const url = /http:\S+/.exec(said)?.[0];
    if (!url) return;
    said = '';
    const { status } = await fetch(`${url}api/event/`);
    if (status !== 200) throw new Error(`${url}api/event/ answers ${status}`);
    process.kill(-running.child.pid!, 'SIGINT');
  });
  return running.ended;
}
