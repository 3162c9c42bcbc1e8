// Changes of data that somebody else may save at the same time: each is worked out from files that nobody has
// changed since they were read, or else is worked out again.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../../engine/plan.js';
import { statSignature } from '../../files/disk/stat-signature.js';
import { dataFilesOf } from '../../files/source/files.js';
import { refused } from '../../problems/problem.js';
import { type DataSettings, PortalData } from './portal-data.js';
import { type Change, oneAtATime, putFiles } from './put.js';

/** How often to try again when somebody saves a file meanwhile; that often in a row is no accident. */
const ATTEMPTS = 20;

/** What a change was worked out to be. */
export interface Attempt<T> {
  readonly result: T;
  /** The files to put in place, in this order. */
  readonly change: readonly Change[];
  /** What makes the change, such as `remove vacancy 100`; only such a one can be undone. */
  readonly command?: string;
}

/**
 * Reads the data, works out a change of it, and puts that in place (not in a dry run), all while no other command
 * does. Begins again when somebody saves a data file before that. Throws what `workOut` throws, and a
 * {@link UsageError} when the data never stays the same for long enough. `more`: further files that count as data.
 */
export function changeData<T>(
  plan: Plan,
  settings: DataSettings & { readonly dryRun: boolean },
  workOut: (data: PortalData, before: Signatures) => Promise<Attempt<T>>,
  more: readonly string[] = [],
): Promise<T> {
  const attempts = async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = signaturesOf(plan, settings.data, more);
      const isChanged = () => !areSame(before, signaturesOf(plan, settings.data, more));
      const workedOut = await PortalData.read(plan, settings)
        .then((data) => workOut(data, before))
        .catch((error: unknown) => {
          // What was read half before and half after a save may make no sense.
          if (isChanged()) return undefined;
          throw error;
        });
      if (!workedOut || isChanged()) continue;
      const { result, change, command } = workedOut;
      if (settings.dryRun || putFiles(settings, change, command)) return result;
    }
    throw refused('data/restless', { data: settings.data });
  };
  return settings.dryRun ? attempts() : oneAtATime(settings, attempts);
}

/** The stat signatures of files that are there, by their names in the data folder. */
type Signatures = ReadonlyMap<string, string>;

function signaturesOf({ portal }: Plan, data: string, more: readonly string[]): Signatures {
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
