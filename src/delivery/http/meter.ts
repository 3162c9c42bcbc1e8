// Counts what a client asked and got, for the summary; it keeps a number or two of each request.
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.js';

/** The spread of some amounts. */
export interface Range {
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** The address that has the most. */
  readonly address: string;
}

export class Meter {
  requests = 0;
  retries = 0;
  bytes = 0;
  protocol: string | null = null;
  server: string | null = null;
  readonly #times = new Samples();
  readonly #sizes = new Samples();

  /** Called when an answer begins. */
  meet({ httpVersion, headers }: IncomingMessage): void {
    this.protocol ??= `HTTP/${httpVersion}`;
    this.server ??= [headers.server].flat()[0] ?? null;
  }

  /** Called when a request has ended, after so many milliseconds. */
  count({ url, method, status, bytes }: Answer, ms: number): void {
    this.requests++;
    this.bytes += bytes;
    this.#times.add(url, Math.round(ms * 10) / 10);
    if (method === 'GET' && status === 200) this.#sizes.add(url, bytes);
  }

  get times(): Range | null {
    return this.#times.range;
  }

  get sizes(): Range | null {
    return this.#sizes.range;
  }
}

class Samples {
  readonly #amounts: number[] = [];
  #most = -1;
  #address = '';

  add(address: string, amount: number): void {
    this.#amounts.push(amount);
    if (amount < this.#most) return;
    this.#most = amount;
    this.#address = address;
  }

  get range(): Range | null {
    if (this.#amounts.length === 0) return null;
    const sorted = Float64Array.from(this.#amounts).sort();
    return {
      least: sorted[0]!,
      median: sorted[Math.floor(sorted.length / 2)]!,
      most: this.#most,
      address: this.#address,
    };
  }
}
