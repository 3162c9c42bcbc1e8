// Runs the compiled command, or any other program, as a user of the shell would.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { build } from '../../src/index.js';
import { projectFolder } from './folders.js';

/** What `build` of the library hands back; `--reporter json` prints the same. */
export type Result = Awaited<ReturnType<typeof build>>;

/** How a program ended, and all it printed. */
export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs; `ended` never rejects once the program could be started. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Where and with which variables a program runs; a variable that is undefined is unset. */
export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The file behind the command `portal-snapshot`. */
export const commandFile = join(projectFolder, 'bin', 'portal-snapshot.js');

// Colours would cut the messages apart, and they are in the environment's language; the rest of it
// is the caller's.
const plain = { NO_COLOR: '1', FORCE_COLOR: undefined, LC_ALL: 'C' };

/** Starts a program without a shell and gathers its output. */
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

/** Starts `portal-snapshot` with these arguments. */
export function startCommand(args: readonly string[], where: Surroundings): Running {
  return start(process.execPath, [commandFile, ...args], where);
}

/** Runs `portal-snapshot` with these arguments to its end. */
export function runCommand(args: readonly string[], where: Surroundings): Promise<Ended> {
  return startCommand(args, where).ended;
}

/** The one object that `--reporter json` printed; throws when there is anything else beside it. */
export function printedResult(ended: Pick<Ended, 'stdout'>): Result {
  return JSON.parse(ended.stdout) as Result;
}

/** Runs a line of a page to its end; the one that has none, the preview, until it serves: then Ctrl-C ends it. */
export async function follow(line: string, where: Surroundings): Promise<Ended> {
  if (!line.endsWith(' preview')) return start('bash', ['-c', line], where).ended;
  // In a session of its own, so that Ctrl-C reaches all of it, as on a terminal.
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
