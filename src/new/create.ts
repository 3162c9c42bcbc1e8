// Creates a record from what its author gave: drafts it, checks it among all other records, and only
// then writes it, together with its companions (the records that come with it).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inTemporaryFolder } from '../disk/temporary.js';
import { makeValidator } from '../engine/compile/validate.js';
import { makePlan, type Plan } from '../engine/plan.js';
import { type Layout, makeFormat } from '../format/canonical.js';
import { memo } from '../memo.js';
import type { Portal } from '../model/endpoint.js';
import type { Fields, JsonObject } from '../model/fields.js';
import { writing } from '../problems/failure.js';
import { identityOf } from '../problems/identity.js';
import { word } from '../problems/in-words.js';
import { isOnlyWarning, type PlacedFinding } from '../problems/placed.js';
import { type Finding, pointerSteps, UsageError } from '../problems/problem.js';
import type { FindingsReport } from '../report.js';
import { describe } from '../schema/describe.js';
import type { ResolvedSettings } from '../settings/index.js';
import { type Draft, Drafts } from './drafts.js';
import { addEntries, type Entries, type Splice, spliced } from './entries.js';
import { fieldsFrom, flagsOf, type Given } from './flags.js';
import { Places } from './place.js';
import { type Overlay, PortalData } from './portal-data.js';
import { type Edit, type NewFile, oneAtATime, putFiles } from './put.js';
import { makeRoom } from './room.js';

export interface NewRecord {
  readonly collection: string;
  readonly given: Given;
  /** Check, and write nothing. */
  readonly dryRun: boolean;
  readonly now: Date;
}

/** The result of {@link create}. */
export interface Created {
  /** Only the problems that the new records cause; nothing is written when one is an error. */
  readonly report: FindingsReport;
  readonly records: readonly NewRecordText[];
  /** The files of other records that changed along with them. */
  readonly edited: readonly string[];
}

/** A new record as it stands in its file. */
interface NewRecordText {
  readonly file: string;
  readonly text: string;
}

/** How often to try again when somebody saves a file meanwhile; that often in a row is no accident. */
const ATTEMPTS = 100;

/** Writes a new record and its companions. Throws a {@link UsageError} for wrong or missing flags. */
export async function create(
  portal: Portal,
  settings: ResolvedSettings,
  wanted: NewRecord,
): Promise<Created> {
  const plan = makePlan(portal);
  // The clock is right, however long ago the newest record was made.
  const isNews = ({ name, path }: PlacedFinding) =>
    name !== 'implausible/date-ahead' || wanted.given.has(path.slice(1));
  const attempts = async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const data = await PortalData.read(plan, settings);
      const places = new Places(settings, data);
      const drafts = draft(plan, settings, data, places, wanted);
      const { records, edited, files, edits } = lay(drafts, data, places);
      const tried = await tryOut(plan, settings, data.problems, files, edits);
      const report = { ...tried, problems: tried.problems.filter(isNews) };
      const created = { report, records, edited };
      if (!report.ok || wanted.dryRun || putFiles(settings, files, edits)) return created;
    }
    throw new UsageError(`${settings.data} is changed by others all the time`);
  };
  return wanted.dryRun ? attempts() : oneAtATime(settings, attempts);
}

function draft(
  plan: Plan,
  settings: ResolvedSettings,
  data: PortalData,
  places: Places,
  { collection, given, now }: NewRecord,
): readonly Draft[] {
  const own = plan.byName.get(collection)!;
  const drafts = new Drafts(plan, data, places, now);
  const main = drafts.add(collection, fieldsFrom(own.fields, given));
  const validate = makeValidator(own, settings.frames);
  const found = validate(main.record, { kind: 'record', start: 0 });
  refuse(
    main,
    found.filter((finding) => !isOnlyWarning(finding)),
  );
  return drafts.all;
}

/** Throws a {@link UsageError} that tells which flags are missing, and which values are wrong. */
function refuse({ plan, record }: Draft, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const missing = new Set<string>();
  const wrong: string[] = [];
  for (const { name, args, path } of findings) {
    const [field = '', ...inner] = pointerSteps(path);
    if (record[field] === undefined) {
      missing.add(field);
      continue;
    }
    const { message, hint } = word(name, args);
    const where = [field, ...inner].join('/');
    wrong.push(`  --${where}: ${message}${hint === undefined ? '' : `; ${hint}`}`);
  }
  const { singular, name } = plan.declared;
  const lacking = flagsOf(plan.fields, name)
    .filter((flag) => missing.has(flag.name))
    .map((flag) => {
      const about = describe(flag.name, flag.field, name, '');
      return `  --${flag.name} ${flag.value}  ${about}`;
    });
  const lines = [
    ...(wrong.length > 0 ? [`this cannot be in a new ${singular}:`, ...wrong] : []),
    ...(lacking.length > 0 ? [`a new ${singular} needs also:`, ...lacking] : []),
  ];
  throw new UsageError(lines[0]!, lines.slice(1));
}

/** Turns drafts into new files and edits of existing ones. */
function lay(drafts: readonly Draft[], data: PortalData, places: Places) {
  const records: NewRecordText[] = [];
  const files: NewFile[] = [];
  const added = new Map<Entries, { id: number; line: string }[]>();
  const splices = new Map<string, Splice[]>();
  for (const { plan, id, file, record } of drafts) {
    const room = makeRoom(plan, record, data);
    for (const [moved, some] of room?.splices ?? []) {
      memo(splices, moved, () => []).push(...some);
    }
    const whole = { ...record, ...room?.fields };
    const entries = places.entriesOf(plan);
    const texts = places.textsOf(plan, file, whole);
    const apart = new Set(texts.map(({ field }) => field));
    const own = Object.fromEntries(Object.entries(whole).filter(([name]) => !apart.has(name)));
    const text = textOf(own, plan.fields, entries ? 'line' : 'expanded');
    records.push({ file, text }, ...texts);
    if (entries) memo(added, entries, () => []).push({ id, line: text.trimEnd() });
    // The texts first: by itself each is a mere warning, the record without them an error.
    else files.push(...texts, { file, text });
  }
  const written = new Set(records.map(({ file }) => file));
  const edited = [...splices.keys()].filter((file) => !written.has(file));
  const bytes = new Map<string, Buffer>();
  const bytesOf = (file: string) => memo(bytes, file, () => readFileSync(data.pathOf(file)));
  for (const [entries, some] of added) {
    const { file } = entries;
    memo(splices, file, () => []).push(...addEntries(entries, bytesOf(file), some));
  }
  const edits: Edit[] = [...splices].map(([file, some]) => {
    const before = bytesOf(file);
    return { file, before, after: spliced(before, some) };
  });
  return { records, edited, files, edits };
}

/** The text of a record as `fmt` would write it in this layout, with a line break at its end. */
export function textOf(record: JsonObject, fields: Fields, layout: Layout): string {
  let text = '';
  const put = (piece: string) => {
    text += piece;
  };
  makeFormat(fields)(JSON.stringify(record), layout, put, () => {});
  return `${text}\n`;
}

/** Checks all data as if the files were written; reports only problems that were not there `before`. */
function tryOut(
  plan: Plan,
  settings: ResolvedSettings,
  before: readonly PlacedFinding[],
  files: readonly NewFile[],
  edits: readonly Edit[],
): Promise<FindingsReport> {
  return inTemporaryFolder(async (folder) => {
    const overlay: Overlay = new Map([
      ...files.map(({ file, text }) => [file, aside(folder, file, text)] as const),
      ...edits.map(({ file, after }) => [file, aside(folder, file, after)] as const),
    ]);
    const { problems, derivation } = await PortalData.read(plan, settings, overlay);
    const caused = withoutThese(problems, before);
    const { tables } = derivation;
    return {
      ok: caused.every(({ severity }) => severity !== 'error'),
      problems: caused,
      summary: {
        records: Object.fromEntries([...tables].map(([name, { rows }]) => [name, rows])),
        withheld: {},
        files: { written: 0, unchanged: 0, removed: 0, total: 0 },
        bytes: 0,
        snapshot: null,
      },
      reasons: [],
    };
  });
}

function aside(folder: string, file: string, content: string | Buffer): string {
  const path = join(folder, ...file.split('/'));
  mkdirSync(dirname(path), { recursive: true });
  writing(path, () => writeFileSync(path, content));
  return path;
}

/** The findings that are not among `others`, whatever their lines and columns. */
function withoutThese(
  findings: readonly PlacedFinding[],
  others: readonly PlacedFinding[],
): PlacedFinding[] {
  const keyOf = (finding: PlacedFinding) => JSON.stringify([finding.file, identityOf(finding)]);
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return findings.filter((finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}
