// Counts what a client asked and got, for the summary.
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.js';
import type { Range } from './report.js';

interface Sample {
  readonly address: string;
  readonly amount: number;
}

export class Meter {
  requests = 0;
  retries = 0;
  bytes = 0;
  protocol: string | null = null;
  server: string | null = null;
  readonly #times: Sample[] = [];
  readonly #sizes: Sample[] = [];

  /** An answer has begun. */
  meet({ httpVersion, headers }: IncomingMessage): void {
    this.protocol ??= `HTTP/${httpVersion}`;
    this.server ??= [headers.server].flat()[0] ?? null;
  }

  /** A request has ended after so many milliseconds. */
  count({ url, method, status, body }: Answer, ms: number): void {
    this.requests++;
    this.bytes += body.length;
    this.#times.push({ address: url, amount: Math.round(ms * 10) / 10 });
    if (method === 'GET' && status === 200) this.#sizes.push({ address: url, amount: body.length });
  }

  get times(): Range | null {
    return rangeOf(this.#times);
  }

  get sizes(): Range | null {
    return rangeOf(this.#sizes);
  }
}

function rangeOf(samples: readonly Sample[]): Range | null {
  if (samples.length === 0) return null;
  const sorted = [...samples].sort((a, b) => a.amount - b.amount);
  const most = sorted.at(-1)!;
  return {
    least: sorted[0]!.amount,
    median: sorted[Math.floor(sorted.length / 2)]!.amount,
    most: most.amount,
    address: most.address,
  };
}
