// Standard output and standard error, when nobody takes what is written to them: a reader that goes
// away (`| head`) ends the command quietly, a full disk in a line.
import { explain, withPath } from '../problems/failure.js';
import { visibleLines } from '../terminal/visible.js';
import { FAILED } from './status.js';

/** The status of a program that a closed pipe ends: 128, and the number of SIGPIPE. */
const BROKEN_PIPE = 141;

/** How commander tells wrong usage: it quotes what was given. */
export const harmless = {
  outputError: (text: string, write: (text: string) => void) => write(visibleLines(text)),
};

/**
 * Takes over the failures of both streams. Work that has begun comes to its own end, for it would
 * leave half of something; what it still has to say is dropped, and the exit status tells so.
 */
export function mindStreams(): void {
  let status: number | undefined;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (status !== undefined) return;
      status = error.code === 'EPIPE' ? BROKEN_PIPE : FAILED;
      if (status === FAILED && stream === process.stdout) {
        const [why] = explain(withPath('standard output', error));
        process.stderr.write(`portal-snapshot: ${why}\n`);
      }
    });
  }
  process.once('exit', () => {
    if (status !== undefined) process.exitCode = status;
  });
}
