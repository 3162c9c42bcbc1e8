// Reads single records of an open file. A record is given by the byte at which it begins.
import { readSync } from 'node:fs';
import { readValueAt } from './data-file.js';
import { ValueScan } from './value-scan.js';

/** Reads records. Several small records that follow each other take one read of the file. */
export class RecordReader {
  readonly #block = Buffer.allocUnsafe(1 << 14);
  readonly #scan = new ValueScan();
  #base = 0;
  #length = 0;

  constructor(readonly fd: number) {}

  text(start: number): string {
    let at = start - this.#base;
    let end = at < 0 ? -1 : this.#scan.run(this.#block, at, this.#length);
    if (end < 0) {
      this.#base = start;
      this.#length = readSync(this.fd, this.#block, 0, this.#block.length, start);
      at = 0;
      end = this.#scan.run(this.#block, at, this.#length);
    }
    return end < 0 ? readValueAt(this.fd, start) : this.#block.toString('utf8', at, end);
  }
}
