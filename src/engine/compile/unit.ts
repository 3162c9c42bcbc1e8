// A unit of data files → what the link step needs of its records: columns of numbers, pieces of
// JSON, and findings, put into a store. Knows no other unit, so units compile in any order, and
// wherever there is a free processor.
import { closeSync, fstatSync } from 'node:fs';
import { stampOf } from '../../disk/stamp.js';
import { isId, isObject, type JsonObject } from '../../model/fields.js';
import { type Instant, instantOf } from '../../model/time.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { codeOf, type Finding, type Place, refused } from '../../problems/problem.js';
import { openData, readText, Window } from '../../source/data-file.js';
import { idsIn } from '../../source/ids.js';
import { type RawRecord, SCHEMA_KEY, type ScanHandler, scanFile } from '../../source/records.js';
import { ofDefect, ofFault } from '../../source/unreadable.js';
import type { CollectionPlan } from '../plan.js';
import {
  type CompiledFile,
  type CompiledUnit,
  pieceKinds,
  piecesName,
  type Span,
} from '../unit/format.js';
import type { Store } from '../unit/store.js';
import { emitPieces, makeEmitters, type PieceEmitters } from './emit.js';
import { Cutter, Known, type KnownRows } from './known.js';
import { PieceWriter } from './piece-writer.js';
import { makeQuickRoad } from './quick/road.js';
import { numberOf, type RoadRecord, Rows } from './rows.js';
import { withoutRecord, withTexts } from './texts.js';
import type { Unit, UnitFile } from './units.js';
import { makeValidator, type Validate } from './validate.js';

/** What the settings change about compiling. */
export interface CompileSettings {
  readonly frames: readonly string[];
  readonly withholdPersonal: boolean;
}

/** A span of a file ends where it is so long. */
const SPAN_BYTES = 1 << 16;
/** The most findings reported of one file; the next check, after corrections, reports the others. */
const MAX_FINDINGS = 100_000;

/**
 * Makes the function that compiles units of a collection into a store, under their keys. A record goes
 * by the quick road or, if that does not take it, by the usual one; both make the same of it. What was
 * compiled before of records that are still there is taken as it is.
 */
export function makeCompiler(
  plan: CollectionPlan,
  settings: CompileSettings,
  store: Store,
  makeQuick: typeof makeQuickRoad = makeQuickRoad,
  spanBytes = SPAN_BYTES,
): (unit: Unit) => void {
  const validate = makeValidator(plan, settings.frames);
  const emitters = makeEmitters(plan, settings.withholdPersonal);
  const parsed = new ParsedRecord(plan, emitters);
  const quick = makeQuick(plan, emitters, settings);
  const kinds = Array.from({ length: pieceKinds(plan) }, (_, kind) => kind);
  return (unit) => {
    const rows = new Rows(plan);
    const outputs = kinds.map((kind) => store.begin(piecesName(unit.key, kind)));
    const out = new PieceWriter(outputs.map((output) => (bytes) => output.write(bytes)));
    const add = (record: RoadRecord, start: number, good: boolean) => {
      rows.add(record, start, good);
      if (good) record.emit(out);
      out.endRecord();
    };
    const known = new Known(store);
    const again = (some: KnownRows) => {
      rows.again(some);
      out.again(some);
    };
    const possibleIds: number[] = [];
    const compileFile = (file: UnitFile): CompiledFile => {
      const firstRow = rows.count;
      const before = file.texts ? undefined : known.of(file, unit.scope);
      const all = before?.all();
      if (before && all) {
        again(all);
        return { ...before.then, firstRow };
      }
      const findings: Finding[] = [];
      // Apart, since however many they are, they keep no record from being published.
      const warnings: Finding[] = [];
      const { texts } = file;
      let isSingle = false;
      let spans: readonly Span[] = [];
      readRecords(file, possibleIds, findings, (window, fd) => {
        const cutter = new Cutter(window, spanBytes);
        spans = cutter.spans;
        const row = () => rows.count - firstRow;
        return {
          known(start) {
            const found = before?.at(fd, start);
            if (!found) return -1;
            cutter.pass(row(), start, found.span);
            again(found.rows);
            return start + found.span.bytes;
          },
          take(bytes, from, to, place) {
            if (texts) return -1; // only the usual road reads them
            const end = findings.length < MAX_FINDINGS ? quick.take(bytes, from, to, place) : -1;
            if (end < 0) return -1;
            cutter.begin(row(), place.start);
            add(quick.record, place.start, true);
            return end;
          },
          record({ start, text, single, defects, value }) {
            cutter.begin(row(), start);
            if (findings.length >= MAX_FINDINGS) {
              addIds(text, possibleIds);
              return;
            }
            isSingle ||= single;
            const own = single ? withoutSchemaKey(value) : value;
            const whole = texts && single ? withTexts(own, start, texts) : undefined;
            const record = whole ? whole.record : own;
            const wrong = findingsOf(record, { start, text, defects }, validate);
            const found = whole ? whole.placed(wrong) : wrong;
            for (const finding of found) {
              if (!isOnlyWarning(finding)) findings.push(finding);
              else if (warnings.length < MAX_FINDINGS) warnings.push(finding);
            }
            if (!isObject(record) || !isId(record['id'])) {
              addIds(text, possibleIds);
              return;
            }
            parsed.fields = record;
            add(parsed, start, found.every(isOnlyWarning));
          },
        };
      });
      if (texts && !isSingle && findings.length === 0) warnings.push(...withoutRecord(texts));
      const { name, bytes } = file;
      const count = rows.count - firstRow;
      return {
        name,
        // What its texts hold, its own bytes do not tell.
        hash: texts ? '' : file.hash,
        bytes,
        firstRow,
        rows: count,
        findings: [...findings, ...warnings],
        spans: texts ? [] : spans,
      };
    };
    let files: CompiledFile[];
    try {
      files = unit.files.map(compileFile);
    } finally {
      known.close();
    }
    const { offsets, hashes } = out.close();
    const pieces = outputs.map((output, kind) => ({
      offsets: offsets[kind]!,
      digests: output.finish(),
    }));
    const { scope } = unit;
    const compiled: CompiledUnit = { scope, files, ...rows.take(), possibleIds, hashes, pieces };
    store.write(unit.key, compiled);
  };
}

/** Reads the records of a file; what cannot be read gives findings. */
function readRecords(
  file: UnitFile,
  possibleIds: number[],
  findings: Finding[],
  handlerOf: (window: Window, fd: number) => Omit<ScanHandler, 'fault'>,
): void {
  const fd = openData(file.path);
  try {
    const { hashedAt, hash } = file;
    const window = new Window(fd, hashedAt === undefined);
    scanFile(window, file.path.endsWith('.ndjson'), {
      ...handlerOf(window, fd),
      fault: (wrong) => void findings.push(ofFault(wrong)),
    });
    const isSame =
      hashedAt === undefined ? window.digest() === hash : stampOf(fstatSync(fd)) === hashedAt;
    if (!isSame) throw refused('data/changed', { path: file.path });
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

/** A record as JSON.parse gives it. */
class ParsedRecord implements RoadRecord {
  fields: JsonObject = {};

  constructor(
    private readonly plan: CollectionPlan,
    private readonly emitters: PieceEmitters,
  ) {}

  number(column: number): number {
    return numberOf(this.fields[this.plan.numbers[column]!]);
  }

  instant(column: number): Instant | undefined {
    const value = this.fields[this.plan.instants[column]!];
    return typeof value === 'string' ? instantOf(value) : undefined;
  }

  emit(out: PieceWriter): void {
    emitPieces(this.emitters, this.fields, out);
  }
}

function addIds(text: string, ids: number[]): void {
  for (const id of idsIn(text)) ids.push(id);
}

/** What names the schema of a record is not data. */
function withoutSchemaKey(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, SCHEMA_KEY)) return value;
  const { [SCHEMA_KEY]: _, ...record } = value;
  return record;
}
