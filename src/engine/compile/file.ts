// Compiles a data file. Adds its records to the shard by the fast or the slow path, and collects the findings.
import { fstatSync } from 'node:fs';
import { statSignature } from '../../files/disk/stat-signature.js';
import { hashOf } from '../../files/source/chunk-hash.js';
import {
  type FileBytes,
  type FileMemory,
  readData,
  withFile,
} from '../../files/source/data-file.js';
import type { Defect } from '../../files/source/defects.js';
import { idsIn, idsInFile } from '../../files/source/ids.js';
import {
  type RawRecord,
  SCHEMA_KEY,
  type ScanFault,
  type ScanHandler,
  scanFile,
  type TakenPlace,
} from '../../files/source/records.js';
import { defectFinding, faultFinding, type Loss } from '../../files/source/unreadable.js';
import { isId, isObject, type JsonObject } from '../../model/fields.js';
import { LIMITS } from '../../model/limits.js';
import { type Instant, instantOf } from '../../model/time.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { type Finding, type RecordPlace, refused } from '../../problems/problem.js';
import type { CollectionPlan } from '../plan.js';
import type { CompiledFile } from '../shard/format.js';
import { emitFragments, type FragmentEmitters } from './emit.js';
import type { FastPath } from './fast/fast-path.js';
import type { FragmentWriter } from './fragment-writer.js';
import type { KnownRecords, KnownRows } from './known.js';
import { numberOf, type ReadRecord } from './rows.js';
import type { ShardFile } from './shards.js';
import { withoutRecord, withTexts } from './texts.js';
import type { Validate } from './validate.js';
import { noteRecord } from './written.js';

/** The two ways to compile a record: `fast` is the fast path; `validate` and `parsed` together are the slow path. */
export interface Paths {
  readonly fast: FastPath;
  readonly parsed: ParsedRecord;
  readonly validate: Validate;
}

/** Collects the compiled records of a shard. */
export interface Gathered {
  readonly rows: number;
  /** Numbers that look like ids, in files that could not be read completely, and in records that were left out. */
  readonly possibleIds: number[];
  /** A buffer that is used again for each file. */
  readonly memory: FileMemory;
  /**
   * Adds a record that begins at byte `start` of its file. `good`: whether it has no errors. Only good records get
   * fragments. `content`: everything in the data that decides its fragments.
   */
  add(record: ReadRecord, start: number, good: boolean, content: Buffer | string): void;
  /** Adds records that an earlier run compiled. */
  addKnown(some: KnownRows): void;
}

/** Compiles the records of a file into a shard. `before`: what an earlier run compiled of the same file. */
export function compileFile(
  shard: Gathered,
  paths: Paths,
  file: ShardFile,
  before: KnownRecords | undefined,
): CompiledFile {
  return withFile(file.path, (fd) => new FileCompiler(shard, paths, file, before, fd).compile());
}

class FileCompiler implements ScanHandler {
  readonly #bytes: FileBytes;
  readonly #firstRow: number;
  readonly #findings: Finding[] = [];
  /**
   * Warnings are kept apart from errors. After too many errors in a file, no more records are compiled. Warnings do not
   * count for this limit.
   */
  readonly #warnings: Finding[] = [];
  #isSingle = false;
  /** Whether some text of the file could not be read. This text may contain records. */
  #isUnread = false;
  /** Whether a record was not added, because it has no id or comes after too many errors. */
  #isLacking = false;

  constructor(
    private readonly shard: Gathered,
    private readonly paths: Paths,
    private readonly file: ShardFile,
    private readonly before: KnownRecords | undefined,
    private readonly fd: number,
  ) {
    this.#firstRow = shard.rows;
    this.#bytes = readData(fd, shard.memory);
  }

  compile(): CompiledFile {
    const { name, bytes, hash, texts } = this.file;
    const findings = this.#findings;
    this.#mustBeSame();
    scanFile(this.#bytes, this.file.path.endsWith('.ndjson'), this);
    if (this.#isUnread) {
      for (const id of idsInFile(this.#bytes)) this.shard.possibleIds.push(id);
    } else if (texts && !this.#isSingle) this.#warnings.push(...withoutRecord(texts));
    return {
      name,
      // A file with text files gets no hash, because a change of a text file would not change the hash.
      hash: texts ? '' : hash,
      bytes,
      firstRow: this.#firstRow,
      rows: this.shard.rows - this.#firstRow,
      isWhole: !this.#isUnread && !this.#isLacking,
      findings: [...findings, ...this.#warnings],
    };
  }

  known(start: number): number {
    const found = this.before?.at(this.#bytes, start);
    if (!found) return -1;
    this.shard.addKnown(found);
    const { shard, to, shift } = found;
    return shard.starts[to]! + shift;
  }

  take(bytes: Buffer, from: number, to: number, place: TakenPlace): number {
    if (this.file.texts) return -1; // only the slow path reads text files
    if (this.#findings.length >= LIMITS.fileProblems) return -1;
    const { fast } = this.paths;
    const taken = fast.take(bytes, from, to, place);
    if (!taken) return -1;
    this.shard.add(fast.record, place.start, true, taken);
    return from + taken.length;
  }

  record({ start, text, single, defects, value }: RawRecord): void {
    if (this.#findings.length >= LIMITS.fileProblems) {
      this.#leaveOut(text);
      return;
    }
    this.#isSingle ||= single;
    const { texts } = this.file;
    const { parsed, validate } = this.paths;
    const fractions = fractionsIn(defects);
    const own = single ? withoutSchemaKey(value) : value;
    const place: RecordPlace = { kind: 'record', file: this.file.name, start };
    const whole = texts && single ? withTexts(own, place, texts) : undefined;
    const record = whole ? whole.record : own;
    const wrong = findingsOf(record, { start, text, defects }, place, fractions, validate);
    const found = whole ? whole.inTextFiles(wrong) : wrong;
    for (const finding of found) {
      if (!isOnlyWarning(finding)) this.#findings.push(finding);
      else if (this.#warnings.length < LIMITS.fileProblems) this.#warnings.push(finding);
    }
    if (!isObject(record) || !isId(record['id'])) {
      this.#leaveOut(text);
      return;
    }
    parsed.fields = record;
    parsed.text = text;
    // Of a text file, `content` has the field and the hash, but not the path and the times, which differ between
    // machines.
    const hashes = texts?.map(({ field, hash }) => [field, hash]);
    const content = whole ? JSON.stringify([text, hashes]) : text.trimEnd();
    this.shard.add(parsed, start, found.every(isOnlyWarning), content);
  }

  fault(wrong: ScanFault): void {
    this.#isUnread = true;
    if (this.#findings.length < LIMITS.fileProblems)
      this.#findings.push(faultFinding(wrong, this.file.name));
  }

  #mustBeSame(): void {
    const { hashedAt, hash, path } = this.file;
    if (this.#bytes.isTooLarge) return; // none of its bytes are used
    const { bytes, end } = this.#bytes;
    const isSame =
      hashedAt === undefined
        ? hashOf(bytes.subarray(0, end)) === hash
        : statSignature(fstatSync(this.fd)) === hashedAt;
    if (!isSame) throw refused('{path} changed while it was read', { path }, 'changed');
  }

  #leaveOut(text: string): void {
    this.#isLacking = true;
    for (const id of idsIn(text)) this.shard.possibleIds.push(id);
  }
}

/**
 * The numbers of a record that JSON.parse would round to whole numbers although they are none, such as
 * `1.00000000000000000001`, by their JSON Pointers.
 */
function fractionsIn(defects: readonly Defect[]): ReadonlyMap<string, string> {
  return new Map(
    defects.flatMap((one) => (one.kind === 'fraction' ? [[one.path, one.source] as const] : [])),
  );
}

/**
 * Returns the findings of a record. `raw.defects` are faults of the JSON that JSON.parse does not report, such as lost
 * digits. `validate` finds the other mistakes.
 */
function findingsOf(
  record: unknown,
  raw: Pick<RawRecord, 'start' | 'text' | 'defects'>,
  place: RecordPlace,
  fractions: ReadonlyMap<string, string>,
  validate: Validate,
): Finding[] {
  const losses = raw.defects.filter((defect): defect is Loss => defect.kind !== 'fraction');
  if (losses.length === 0) return validate(record, place, fractions);
  const lost = losses
    .slice(0, LIMITS.recordProblems)
    .map((defect) => defectFinding(defect, raw, place.file));
  if (raw.defects.some(({ kind }) => kind === 'depth')) return lost;
  const known = new Set(lost.map(({ path }) => path));
  const others = validate(record, place, fractions).filter(({ path }) => !known.has(path));
  return [...lost, ...others].slice(0, LIMITS.recordProblems);
}

/** A record that the slow path has read with JSON.parse. */
export class ParsedRecord implements ReadRecord {
  fields: JsonObject = {};
  /** The JSON of the record, as it is in the file. */
  text = '';

  constructor(
    private readonly plan: CollectionPlan,
    private readonly emitters: FragmentEmitters,
  ) {}

  number(column: number): number {
    return numberOf(this.fields[this.plan.numbers[column]!]);
  }

  instant(column: number): Instant | undefined {
    const value = this.fields[this.plan.instants[column]!];
    return typeof value === 'string' ? instantOf(value) : undefined;
  }

  emit(out: FragmentWriter): void {
    noteRecord(this.plan.declared, this.fields, this.text);
    emitFragments(this.emitters, this.fields, out);
  }
}

/** Removes `$schema`, which names the JSON Schema of the file and is not data. */
function withoutSchemaKey(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, SCHEMA_KEY)) return value;
  const { [SCHEMA_KEY]: _, ...record } = value;
  return record;
}
