// A unit of data files → what the link step needs of its records: columns of numbers, pieces of
// JSON, and findings, put into a store. Knows no other unit, so units compile in any order, and
// wherever there is a free processor.
import { closeSync } from 'node:fs';
import { isId, isObject, type JsonObject } from '../../model/fields.js';
import { instantOf } from '../../model/time.js';
import { codeOf, type Finding, type Place, UsageError } from '../../problems/problem.js';
import { openData, readText, Window } from '../../source/data-file.js';
import { idsIn } from '../../source/ids.js';
import { type RawRecord, scanFile } from '../../source/records.js';
import { ofDefect, ofFault } from '../../source/unreadable.js';
import type { CollectionPlan, InnerReference } from '../plan.js';
import { type CompiledUnit, FRACTION_DIGITS, pieceKinds, piecesName } from '../unit/format.js';
import { innerValues } from '../unit/inner.js';
import type { Store } from '../unit/store.js';
import { makeEmitter } from './emit.js';
import { PieceWriter } from './piece-writer.js';
import type { Unit, UnitFile } from './units.js';
import { makeValidator, reasonToWithhold, type Validate } from './validate.js';

/** What the settings change about compiling. */
export interface CompileSettings {
  readonly frames: readonly string[];
  readonly withholdPersonal: boolean;
}

/** The most findings reported of one file; the next check, after corrections, reports the others. */
const MAX_FINDINGS = 100_000;

/** Makes the function that compiles units of a collection into a store, under their keys. */
export function makeCompiler(
  plan: CollectionPlan,
  settings: CompileSettings,
  store: Store,
): (unit: Unit) => void {
  const validate = makeValidator(plan, settings.frames);
  const emit = makeEmitter(plan, settings.withholdPersonal);
  const kinds = Array.from({ length: pieceKinds(plan) }, (_, kind) => kind);
  return (unit) => {
    const rows = new Rows(plan);
    const outputs = kinds.map((kind) => store.begin(piecesName(unit.key, kind)));
    const out = new PieceWriter(outputs.map((output) => (bytes) => output.write(bytes)));
    const possibleIds: number[] = [];
    const files = unit.files.map((file) => {
      const firstRow = rows.count;
      const findings: Finding[] = [];
      readRecords(file, possibleIds, findings, ({ start, text, single, defects, value }) => {
        if (findings.length >= MAX_FINDINGS) {
          addIds(text, possibleIds);
          return;
        }
        const record = single ? withoutSchemaKey(value) : value;
        const found = findingsOf(record, { start, text, defects }, validate);
        for (const finding of found) findings.push(finding);
        if (!isObject(record) || !isId(record['id'])) {
          addIds(text, possibleIds);
          return;
        }
        rows.add(record, start, found.length === 0);
        if (found.length === 0) emit(record, out);
        out.endRecord();
      });
      return { name: file.name, firstRow, findings };
    });
    const { offsets, hashes } = out.close();
    const pieces = outputs.map((output, kind) => ({
      offsets: offsets[kind]!,
      digests: output.finish(),
    }));
    const compiled: CompiledUnit = { files, ...rows.take(), possibleIds, hashes, pieces };
    store.write(unit.key, compiled);
  };
}

/** Reads the records of a file; what cannot be read gives findings. */
function readRecords(
  file: UnitFile,
  possibleIds: number[],
  findings: Finding[],
  record: (raw: RawRecord) => void,
): void {
  const fd = openData(file.path);
  try {
    const window = new Window(fd);
    scanFile(window, file.path.endsWith('.ndjson'), {
      record,
      fault: (wrong) => void findings.push(ofFault(wrong)),
    });
    if (window.digest() !== file.hash)
      throw new UsageError(`${file.path} changed while it was read`);
    if (findings.some(({ name }) => UNREADABLE.has(codeOf(name)))) {
      readText(fd, (text) => addIds(text, possibleIds));
    }
  } finally {
    closeSync(fd);
  }
}

const UNREADABLE = new Set(['syntax', 'encoding', 'bad-value']);

/** What is wrong with one record by itself. */
function findingsOf(
  record: unknown,
  raw: Pick<RawRecord, 'start' | 'text' | 'defects'>,
  validate: Validate,
): Finding[] {
  const place: Place = { kind: 'record', start: raw.start };
  if (raw.defects.length === 0) return validate(record, place);
  const lost = raw.defects.map((defect) => ofDefect(defect, raw));
  if (raw.defects.some(({ kind }) => kind === 'depth')) return lost;
  const known = new Set(lost.map(({ path }) => path));
  return [...lost, ...validate(record, place).filter(({ path }) => !known.has(path))];
}

/** Gathers the columns of a unit. */
class Rows {
  readonly #starts: number[] = [];
  readonly #reasons: number[] = [];
  readonly #bad: number[] = [];
  readonly #numbers: number[][];
  readonly #instants: { seconds: number[]; fraction: number[]; rest: Map<number, string> }[];
  readonly #collated: string[][];
  readonly #inner = { which: [] as number[], row: [] as number[], id: [] as number[] };

  constructor(private readonly plan: CollectionPlan) {
    this.#numbers = plan.numbers.map(() => []);
    this.#instants = plan.instants.map(() => ({ seconds: [], fraction: [], rest: new Map() }));
    this.#collated = plan.collated.map(() => []);
  }

  get count(): number {
    return this.#starts.length;
  }

  add(record: JsonObject, start: number, good: boolean): void {
    const row = this.#starts.push(start) - 1;
    this.#bad.push(good ? 0 : 1);
    this.#reasons.push(good ? reasonToWithhold(record, this.plan.declared.withheld) : 0);
    this.plan.numbers.forEach((name, i) => {
      this.#numbers[i]!.push(numberOf(record[name]));
    });
    this.plan.instants.forEach((name, i) => {
      this.#addInstant(i, row, record[name]);
    });
    this.plan.collated.forEach((name, i) => {
      this.#collated[i]!.push(textOf(record[name]));
    });
    this.plan.inner.forEach((inner, which) => {
      for (const id of innerIds(record, inner)) {
        this.#inner.which.push(which);
        this.#inner.row.push(row);
        this.#inner.id.push(id);
      }
    });
  }

  take(): Omit<CompiledUnit, 'files' | 'hashes' | 'pieces' | 'possibleIds'> {
    return {
      rows: this.#starts.length,
      starts: Float64Array.from(this.#starts),
      reasons: Uint8Array.from(this.#reasons),
      bad: Uint8Array.from(this.#bad),
      numbers: this.#numbers.map((column) => Float64Array.from(column)),
      instants: this.#instants.map(({ seconds, fraction, rest }) => ({
        seconds: Float64Array.from(seconds),
        fraction: Float64Array.from(fraction),
        rest,
      })),
      collated: this.#collated,
      inner: {
        which: Uint16Array.from(this.#inner.which),
        row: Uint32Array.from(this.#inner.row),
        id: Float64Array.from(this.#inner.id),
      },
    };
  }

  #addInstant(column: number, row: number, value: unknown): void {
    const { seconds, fraction, rest } = this.#instants[column]!;
    const instant = typeof value === 'string' ? instantOf(value) : undefined;
    if (!instant) {
      seconds.push(Number.NaN);
      fraction.push(0);
      return;
    }
    seconds.push(instant.seconds);
    fraction.push(
      instant.fraction === ''
        ? 0
        : Number(instant.fraction.slice(0, FRACTION_DIGITS).padEnd(FRACTION_DIGITS, '0')),
    );
    if (instant.fraction.length > FRACTION_DIGITS) {
      rest.set(row, instant.fraction.slice(FRACTION_DIGITS));
    }
  }
}

/** NaN for what is absent or not a number, 0 for null. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : value === null ? 0 : Number.NaN;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The ids of a record in one inner reference, in order; values that are no ids are passed over. */
function innerIds(record: JsonObject, { steps }: InnerReference): number[] {
  return [...innerValues(record, steps, 0, '')].map(({ id }) => id);
}

function addIds(text: string, ids: number[]): void {
  for (const id of idsIn(text)) ids.push(id);
}

/** A file of one record may name its JSON Schema, by which editors check it: that is not data. */
function withoutSchemaKey(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, '$schema')) return value;
  const { $schema: _, ...record } = value;
  return record;
}
