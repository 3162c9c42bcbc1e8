// Handles failures of standard output and standard error. If the reader has closed the pipe (`| head`), no message is
// shown. If the disk is full, a message is shown.

import { explain, withPath } from '../problems/failure.js';
import type { Language } from '../problems/messages/catalogue.js';
import { visibleLines } from '../problems/text/visible.js';
import { FAILED } from './status.js';

/** The exit status of a program that is ended by a closed pipe: 128 plus the number of SIGPIPE. */
const BROKEN_PIPE = 141;

/** Shows control characters in commander's errors as escapes. */
export const harmless = {
  outputError: (text: string, write: (text: string) => void) => write(visibleLines(text)),
};

/**
 * Handles failures of standard output and standard error. Most commands still complete their work, so that nothing is
 * half done. Further output is dropped, and the exit status shows the failure.
 */
export function mindStreams(lang: Language): void {
  let status: number | undefined;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (status !== undefined) return;
      status = error.code === 'EPIPE' ? BROKEN_PIPE : FAILED;
      if (status === FAILED && stream === process.stdout) {
        const [why] = explain(withPath('standard output', error), lang);
        process.stderr.write(`portal-snapshot: ${why}\n`);
      }
    });
  }
  process.once('exit', () => {
    if (status !== undefined) process.exitCode = status;
  });
}
