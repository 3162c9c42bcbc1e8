// Checks changes before they are written: reads and checks all data as if the changes were made.
import fsExtra from 'fs-extra';
import type { Plan } from '../../engine/plan.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { writing } from '../../problems/failure.js';
import { identityOf } from '../../problems/identity.js';
import type { PlacedFinding } from '../../problems/placed.js';
import type { FindingsReport } from '../../problems/report.js';
import { changeData, type Wanted } from './attempts.js';
import { type DataSettings, inFolder, type Overlay, PortalData } from './portal-data.js';
import type { Edit } from './put.js';

/**
 * A change that was checked. It was written if the report has no errors, {@link Wanted.mayWrite} is not false, and it
 * was no dry run.
 */
export interface Tried {
  /** Only the problems that the change causes. */
  readonly report: FindingsReport;
  readonly edits: readonly Edit[];
}

/**
 * Changes the data: computes the change by `workOut`, checks all data as it would then be, and writes the change if it
 * causes no errors and may be written. Throws as {@link changeData} does. `keyOf`: see {@link withoutThese}.
 */
export function editData<T>(
  plan: Plan,
  settings: DataSettings & { readonly dryRun: boolean },
  workOut: (data: PortalData) => Wanted<T>,
  keyOf?: FindingKey,
): Promise<T & Tried> {
  return changeData(plan, settings, async (data) => {
    const { result, edits, command, mayWrite = true } = workOut(data);
    const report = await tryOut(plan, settings, data, edits, keyOf);
    return {
      result: { ...result, report, edits },
      edits,
      command,
      mayWrite: report.ok && mayWrite,
    };
  });
}

/** Checks all data as it would be after the edits. Reports only problems that `data` does not have. */
async function tryOut(
  plan: Plan,
  settings: DataSettings,
  data: PortalData,
  edits: readonly Edit[],
  keyOf?: FindingKey,
): Promise<FindingsReport> {
  const readAfter = (folder: string) => PortalData.read(plan, settings, laidIn(folder, edits));
  const after = edits.length === 0 ? data : await inTemporaryFolder(readAfter);
  const caused = withoutThese(after.problems, data.problems, keyOf);
  const { tables } = after.derivation;
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
}

/** Writes the new files into another folder. With the returned overlay, they are read instead of the data's files. */
export function laidIn(folder: string, edits: readonly Edit[]): Overlay {
  const lay = (file: string, content: Buffer) => {
    const path = inFolder({ data: folder }, file);
    writing(path, () => fsExtra.outputFileSync(path, content));
    return path;
  };
  return new Map(
    edits.map(({ file, after }) => [file, typeof after === 'object' ? lay(file, after) : after]),
  );
}

type FindingKey = (finding: PlacedFinding) => string;

/** The key of a problem. It stays the same if the record moves to another file or line. */
const inRecord: FindingKey = (finding) =>
  JSON.stringify([finding.record ?? finding.file, identityOf(finding)]);

/**
 * The findings that are not in `others`. By default, findings with the same {@link identityOf} are the same if they are
 * in the same record or, outside of records, in the same file. `keyOf` can decide otherwise.
 */
export function withoutThese(
  findings: readonly PlacedFinding[],
  others: readonly PlacedFinding[],
  keyOf: FindingKey = inRecord,
): PlacedFinding[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return findings.filter((finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}
