// A file that is being made of texts and of stretches of other files, in blocks: it is never held as a whole.
import { closeSync, fchmodSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { writing } from '../../problems/failure.js';

const BLOCK = 1 << 18;

export class Sink {
  readonly #fd: number;
  #text = '';

  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#fd = openSync(path, 'wx', 0o666);
  }

  put(text: string): void {
    this.#text += text;
    if (this.#text.length >= BLOCK) this.#flush();
  }

  /** Adds the bytes of an open file from one place up to another. */
  copy(fd: number, from: number, to: number): void {
    this.#flush();
    const block = Buffer.allocUnsafe(Math.min(BLOCK, Math.max(to - from, 1)));
    for (let at = from; at < to; ) {
      const read = readSync(fd, block, 0, Math.min(block.length, to - at), at);
      if (read === 0) break;
      this.#write(block.subarray(0, read));
      at += read;
    }
  }

  /** Ends the file. `mode`: that of the file that it takes the place of. */
  end(mode?: number): void {
    try {
      this.#flush();
      if (mode !== undefined) fchmodSync(this.#fd, mode & 0o777);
    } finally {
      closeSync(this.#fd);
    }
  }

  #flush(): void {
    if (this.#text !== '') this.#write(Buffer.from(this.#text));
    this.#text = '';
  }

  #write(bytes: Buffer): void {
    writing(this.path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    });
  }
}

/** Makes a file. */
export function makeFile(path: string, work: (sink: Sink) => void, mode?: number): void {
  const sink = new Sink(path);
  try {
    work(sink);
  } finally {
    sink.end(mode);
  }
}
