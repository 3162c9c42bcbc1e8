// One data file → its canonical form. Reads the file twice: first to see whether it can be read without
// loss, and whether it is canonical already; then, if it is not, record by record in canonical order.
// Neither the file nor its list of records is ever one string in memory, since files may be large.
import { isUtf8 } from 'node:buffer';
import { fstatSync, readFileSync, type Stats } from 'node:fs';
import { ChunkHash } from '../../files/source/chunk-hash.js';
import { Window, withFile } from '../../files/source/data-file.js';
import { RecordReader } from '../../files/source/record-reader.js';
import { scanFile } from '../../files/source/records.js';
import { isTooLarge } from '../../files/source/texts.js';
import { ofDefect, ofFault } from '../../files/source/unreadable.js';
import { LIMITS } from '../../model/limits.js';
import type { Finding } from '../../problems/problem.js';
import type { Format, Put, TextLayout } from './canonical.js';
import { changedMeanwhile, replaceFile } from './replace.js';

/** What happened to a file, or would happen when it is written. */
export type Outcome =
  | { readonly kind: 'canonical' }
  /** The file cannot be read without loss, and is left alone. */
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'changed' };

/** Brings a file into its canonical form; with `write` false, only returns what would happen to it. */
export function formatFile(path: string, format: Format, write: boolean): Outcome {
  const { findings, isCanonical, ...read } = withFile(path, (fd) =>
    survey(fd, path.endsWith('.ndjson'), format),
  );
  if (findings.length > 0) return { kind: 'refused', findings };
  if (isCanonical) return { kind: 'canonical' };
  if (write) {
    replaceFile({ path, ...read }, (writeBytes) =>
      withFile(path, (fd) => {
        const { layout } = read.form;
        const reader = new RecordReader(fd);
        const records = new RecordWriter(read.form, writeBytes);
        for (const start of read.starts) {
          const id = records.add((put) => format(reader.text(start), layout, put));
          if (id === undefined) throw changedMeanwhile(path);
        }
        records.end();
      }),
    );
  }
  return { kind: 'changed' };
}

/** Changes the text in a file of its own; with `write` false, only returns whether it would. A file that is not UTF-8 stays. */
export function changeText(
  path: string,
  change: (text: string) => string,
  write: boolean,
): boolean {
  const read = withFile(path, (fd) => {
    const stat = fstatSync(fd);
    const bytes = isTooLarge(stat.size) ? Buffer.alloc(0) : readFileSync(fd);
    const hash = new ChunkHash();
    hash.update(bytes);
    return { path, stat, bytes, digest: hash.digest() };
  });
  if (!isUtf8(read.bytes)) return false;
  const text = read.bytes.toString('utf8');
  const changed = change(text);
  if (changed === text) return false;
  if (write) replaceFile(read, (writeBytes) => writeBytes(Buffer.from(changed)));
  return true;
}

/** What stands before, between and behind the records of a file, and how each is laid out. */
export interface Form {
  readonly layout: TextLayout;
  readonly open: string;
  readonly between: string;
  readonly close: string;
  /** The whole file when there are no records. */
  readonly none: string;
}

export const SINGLE: Form = { layout: 'expanded', open: '', between: '', close: '\n', none: '' };
export const LIST: Form = {
  layout: 'line',
  open: '[\n  ',
  between: ',\n  ',
  close: '\n]\n',
  none: '[]\n',
};
export const LINES: Form = { layout: 'line', open: '', between: '\n', close: '\n', none: '' };

interface FileScan {
  /** Why the file is left alone; if there are any, the other results mean nothing. */
  readonly findings: readonly Finding[];
  readonly stat: Stats;
  /** The hash of its bytes (source/chunk-hash.ts). */
  readonly digest: string;
  readonly isCanonical: boolean;
  readonly form: Form;
  /** The bytes at which its records begin, in canonical order. */
  readonly starts: readonly number[];
}

/** Reads a whole file, and compares its hash with that of its canonical form. */
function survey(fd: number, isLines: boolean, format: Format): FileScan {
  const stat = fstatSync(fd);
  const findings: Finding[] = [];
  const ids: number[] = []; // Infinity for records without one: they stand last
  const starts: number[] = [];
  let isOrdered = true;
  const canonical = new ChunkHash();
  let form = isLines ? LINES : LIST;
  let records: RecordWriter | undefined;
  const find = (finding: Finding) => {
    if (findings.length < LIMITS.fileProblems) findings.push(finding);
  };
  const window = new Window(fd);
  scanFile(window, isLines, {
    fault: (fault) => find(ofFault(fault)),
    record({ start, text, single, defects }) {
      for (const defect of defects) find(ofDefect(defect, { start, text }));
      if (findings.length > 0) return;
      if (single) form = SINGLE;
      records ??= new RecordWriter(form, (bytes) => canonical.update(bytes));
      const id = records.add((put) => format(text, form.layout, put));
      const place = id || Number.POSITIVE_INFINITY;
      if (place < (ids.at(-1) ?? 0)) isOrdered = false;
      ids.push(place);
      starts.push(start);
    },
  });
  records ??= new RecordWriter(form, (bytes) => canonical.update(bytes));
  records.end();
  const digest = window.digest();
  const isCanonical = isOrdered && canonical.digest() === digest;
  // Infinity - Infinity is NaN, which sort takes for 0: records without an id keep their order, as do equal ids.
  const order = isOrdered ? [] : ids.map((_, i) => i).sort((a, b) => ids[a]! - ids[b]!);
  const inOrder = isOrdered ? starts : order.map((i) => starts[i]!);
  return { findings, stat, digest, isCanonical, form, starts: inOrder };
}

/** Writes the records of a file, and what stands between them, in blocks of bytes. */
class RecordWriter {
  #text = '';
  #count = 0;

  constructor(
    private readonly form: Form,
    private readonly write: (bytes: Buffer) => void,
  ) {}

  /** Adds the record that `format` writes, and returns what `format` returns. */
  add<T>(format: (put: Put) => T): T {
    this.#put(this.#count++ === 0 ? this.form.open : this.form.between);
    return format(this.#put);
  }

  end(): void {
    this.#put(this.#count === 0 ? this.form.none : this.form.close);
    this.#flush();
  }

  readonly #put = (text: string): void => {
    this.#text += text;
    if (this.#text.length >= 1 << 16) this.#flush();
  };

  #flush(): void {
    this.write(Buffer.from(this.#text));
    this.#text = '';
  }
}
