// Counts what a client asked and got, for the summary.
import type { IncomingMessage } from 'node:http';

export class Meter {
  requests = 0;
  retries = 0;
  /** The size of all bodies, as they were sent. */
  bytes = 0;
  protocol: string | null = null;
  server: string | null = null;

  /** Called when an answer begins. */
  meet({ httpVersion, headers }: IncomingMessage): void {
    this.protocol ??= `HTTP/${httpVersion}`;
    this.server ??= [headers.server].flat()[0] ?? null;
  }
}
