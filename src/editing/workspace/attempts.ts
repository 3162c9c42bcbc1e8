// Changes the data folder although people may save files in it at any time. If a file has changed since it was read,
// the change is computed again.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../../engine/plan.js';
import { statSignature } from '../../files/disk/stat-signature.js';
import { dataFilesOf } from '../../files/source/files.js';
import { refused } from '../../problems/problem.js';
import type { Command } from './journal.js';
import { type DataSettings, PortalData } from './portal-data.js';
import { type Edit, oneAtATime, putFiles } from './put.js';

/** How many times a change is computed if files keep changing. */
const ATTEMPTS = 20;

/** A change of the data that was computed, but not written yet. */
export interface Wanted<T> {
  readonly result: T;
  /** The files to put in place, in this order. */
  readonly edits: readonly Edit[];
  readonly command: Command;
  /** False if the edits may not be written. */
  readonly mayWrite?: boolean;
}

/**
 * Reads the data, computes a change by `workOut` and writes it, while no other command changes the data. Begins again
 * if somebody saves a data file meanwhile. A dry run writes nothing, and takes no lock. Throws what `workOut` throws,
 * and a {@link UsageError} if files keep changing. `more`: returns the names of further files that must not change.
 */
export function changeData<T>(
  plan: Plan,
  settings: DataSettings & { readonly dryRun: boolean },
  workOut: (data: PortalData, before: Signatures) => Promise<Wanted<T>>,
  more?: () => readonly string[],
): Promise<T> {
  const attempt = async (before: Signatures) =>
    workOut(await PortalData.read(plan, settings), before);
  const isDone = ({ edits, command, mayWrite = true }: Wanted<T>) =>
    settings.dryRun || !mayWrite || putFiles(settings, edits, command);
  const attempts = async () =>
    (await whileUnchanged(plan, settings, attempt, { ...(more && { more }), isDone })).result;
  return settings.dryRun ? attempts() : oneAtATime(settings, attempts);
}

/**
 * Runs `work`, which reads the data. Repeats it if somebody saves a data file meanwhile, or `isDone` returns false.
 * Throws what `work` throws, and a {@link UsageError} if files keep changing. `more`: returns the names of further
 * files that must not change.
 */
export async function whileUnchanged<T>(
  plan: Pick<Plan, 'portal'>,
  { data }: Pick<DataSettings, 'data'>,
  work: (before: Signatures) => Promise<T>,
  how: { readonly more?: () => readonly string[]; readonly isDone?: (result: T) => boolean } = {},
): Promise<T> {
  const { more = () => [], isDone = () => true } = how;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = signaturesOf(plan, data, more());
    const isChanged = () => !areSame(before, signaturesOf(plan, data, more()));
    let result: T;
    try {
      result = await work(before);
    } catch (error) {
      // A file that changed may have caused the error, so the work is repeated.
      if (!isChanged()) throw error;
      continue;
    }
    if (!isChanged() && isDone(result)) return result;
  }
  throw refused('{data} is changed by others all the time', { data });
}

/** The stat signatures of files, by their names in the data folder. Missing files have none. */
type Signatures = ReadonlyMap<string, string>;

function signaturesOf(
  { portal }: Pick<Plan, 'portal'>,
  data: string,
  more: readonly string[],
): Signatures {
  const { files } = dataFilesOf(data, portal.collections);
  const all = files.flatMap(({ name, texts = [] }) => [name, ...texts.map((text) => text.name)]);
  return new Map(
    [...all, ...more].flatMap((name) => {
      const stats = lstatSync(join(data, name), { throwIfNoEntry: false });
      return stats ? [[name, statSignature(stats)] as const] : [];
    }),
  );
}

const areSame = (a: Signatures, b: Signatures): boolean =>
  a.size === b.size && [...a].every(([name, signature]) => b.get(name) === signature);
