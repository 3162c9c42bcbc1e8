// A unit of data files → what the link step needs of its records: columns of numbers, pieces of
// JSON, and findings, put into a store. Knows no other unit, so units compile in any order, and
// wherever there is a free processor.
import { closeSync } from 'node:fs';
import { isId, isObject, type JsonObject } from '../../model/fields.js';
import { type Instant, instantOf } from '../../model/time.js';
import { isOnlyWarning } from '../../problems/placed.js';
import { codeOf, type Finding, type Place, UsageError } from '../../problems/problem.js';
import { openData, readText, Window } from '../../source/data-file.js';
import { idsIn } from '../../source/ids.js';
import { type RawRecord, SCHEMA_KEY, type ScanHandler, scanFile } from '../../source/records.js';
import { ofDefect, ofFault } from '../../source/unreadable.js';
import type { CollectionPlan } from '../plan.js';
import { type CompiledUnit, pieceKinds, piecesName } from '../unit/format.js';
import type { Store } from '../unit/store.js';
import { emitPieces, makeEmitters, type PieceEmitters } from './emit.js';
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

/** The most findings reported of one file; the next check, after corrections, reports the others. */
const MAX_FINDINGS = 100_000;

/**
 * Makes the function that compiles units of a collection into a store, under their keys. A record goes
 * by the quick road or, if that does not take it, by the usual one; both make the same of it.
 */
export function makeCompiler(
  plan: CollectionPlan,
  settings: CompileSettings,
  store: Store,
  makeQuick: typeof makeQuickRoad = makeQuickRoad,
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
    const possibleIds: number[] = [];
    const files = unit.files.map((file) => {
      const firstRow = rows.count;
      const findings: Finding[] = [];
      // Apart, since however many they are, they keep no record from being published.
      const warnings: Finding[] = [];
      const { texts } = file;
      let isSingle = false;
      readRecords(file, possibleIds, findings, {
        take(bytes, from, to, place) {
          if (texts) return -1; // only the usual road reads them
          const end = findings.length < MAX_FINDINGS ? quick.take(bytes, from, to, place) : -1;
          if (end < 0) return -1;
          add(quick.record, place.start, true);
          return end;
        },
        record({ start, text, single, defects, value }) {
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
      });
      if (texts && !isSingle && findings.length === 0) warnings.push(...withoutRecord(texts));
      return { name: file.name, firstRow, findings: [...findings, ...warnings] };
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
  handler: Pick<ScanHandler, 'take' | 'record'>,
): void {
  const fd = openData(file.path);
  try {
    const window = new Window(fd);
    scanFile(window, file.path.endsWith('.ndjson'), {
      ...handler,
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
    const value = this.fields[this.plan.timestamps[column]!];
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
