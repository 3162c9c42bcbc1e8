// Runs one command and tells its wall time, the peak memory of its process, and how long it used processors.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One run of a command. */
export interface Run {
  /** Wall seconds. */
  readonly seconds: number;
  /** Peak resident memory in MB; 0 where the command is no Node program. */
  readonly megabytes: number;
  /** Seconds of processors, of all its threads; 0 where the command is no Node program. */
  readonly processor: number;
  readonly output: string;
}

/** Runs a command to its end; throws when it fails. */
export async function measure(command: string, args: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const peak = join(folder, 'peak');
  // On Linux `maxRSS` begins with what the parent process had when it started this one.
  const hook = `data:text/javascript,${encodeURIComponent(
    `import{isMainThread}from'node:worker_threads';import{existsSync,readFileSync,writeFileSync}from'node:fs';
    const file='/proc/self/status';
    const most=()=>existsSync(file)?/VmHWM:\\s*(\\d+)/.exec(readFileSync(file,'utf8'))[1]:process.resourceUsage().maxRSS;
    const used=()=>{const{user,system}=process.cpuUsage();return(user+system)/1e6};
    if(isMainThread)process.on('exit',()=>writeFileSync(${JSON.stringify(peak)},most()+' '+used()))`,
  )}`;
  const all = command === process.execPath ? ['--import', hook, ...args] : args;
  try {
    const start = performance.now();
    const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text;
    });
    const status = await new Promise((ended, failed) => {
      child.on('close', ended);
      child.on('error', failed);
    });
    const seconds = (performance.now() - start) / 1000;
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${output}`);
    const isNode = command === process.execPath;
    const [kilobytes = 0, processor = 0] = isNode
      ? readFileSync(peak, 'utf8').split(' ').map(Number)
      : [];
    return { seconds, megabytes: kilobytes / 1024, processor, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const ordered = [...numbers].sort((a, b) => a - b);
  const half = ordered.length >> 1;
  return ordered.length % 2 ? ordered[half]! : (ordered[half - 1]! + ordered[half]!) / 2;
}
