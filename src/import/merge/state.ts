// Reads and writes what an import keeps for the next one, in `data/.import/`: the state of the portal as data files,
// and the options of the import. Builds do not read this hidden folder.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import fsExtra from 'fs-extra';
import * as z from 'zod';
import { unclearIn } from '../../editing/merge/unclear.js';
import { type DataSettings, PortalData, shownName } from '../../editing/workspace/portal-data.js';
import type { Plan } from '../../engine/plan.js';
import { mustStayBelow } from '../../files/disk/boundary.js';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { readText } from '../../files/disk/text-file.js';
import { jsonOf } from '../../files/source/foreign-json.js';
import { UsageError } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';

type ImportFolders = Pick<ResolvedSettings, 'cwd' | 'data'>;

/** The folder of the state, relative to the data folder. */
export const STATE = '.import';
const ASKED = `${STATE}/.asked.json`;

/** The name of the header with which an import signs in; null if it does not sign in. */
export type SignedIn = string | null;

/** The options that the next import compares with its own: the header, and whether personal fields are written. */
const lastImportSchema = z.strictObject({
  header: z
    .string()
    .regex(/^[\w-]+$/)
    .nullable(),
  personal: z.enum(['publish', 'withhold']),
});
type LastImport = Readonly<z.output<typeof lastImportSchema>>;

/** The options of the last import; undefined if there was none. Throws a {@link UsageError} if their file is damaged. */
export function lastImport(folders: ImportFolders): LastImport | undefined {
  mustStayBelow(folders.data, ASKED);
  const path = join(folders.data, ASKED);
  const shown = shownName(folders, ASKED);
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
  const read = lastImportSchema.safeParse(jsonOf(readText(path)));
  if (read.success) return read.data;
  throw new UsageError(
    `${shown} is not what an import writes there: restore the file from git, or import into a new folder`,
  );
}

/**
 * Throws a {@link UsageError} if the last import used another header than `now`, because the portal may then show other records.
 * It also throws if the last import wrote personal fields and this one leaves them out, because that would remove them.
 */
export function mustAskAsBefore(
  settings: ImportFolders & Pick<ResolvedSettings, 'personal'>,
  now: SignedIn,
): void {
  const last = lastImport(settings);
  if (last?.personal === 'publish' && settings.personal === 'withhold') {
    throw new UsageError(
      'the last import brought email, birthday and last login, and this one would take them out of the data: --personal publish brings them again, --allow-removals imports all the same',
    );
  }
  if (last === undefined || last.header === now) return;
  const before = last.header;
  const how = (by: SignedIn) => (by === null ? 'without signing in' : `signed in with ${by}`);
  throw new UsageError(
    `the last import asked ${how(before)}, and this one asks ${how(now)}: what the origin shows only in the other way would be removed. --allow-removals imports all the same`,
  );
}

/** Writes the options of an import into a folder whose files are later moved into the data folder. */
export function writeLastImport(folder: string, asked: LastImport): void {
  fsExtra.outputFileSync(join(folder, ASKED), `${JSON.stringify(asked)}\n`);
}

/** Reads the state of the portal at the last import. Before the first import, it has no records. */
export async function readState(plan: Plan, settings: DataSettings): Promise<PortalData> {
  mustStayBelow(settings.data, ASKED);
  const folder = join(settings.data, STATE);
  const read = (data: string) => PortalData.read(plan, { ...settings, data });
  const isThere = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const state = await (isThere ? read(folder) : inTemporaryFolder(read));
  mustBeComparable(state, shownName(settings, STATE), 'restore the folder from git');
  return state;
}

/**
 * Throws a {@link UsageError} if records of the data cannot be identified, read or edited. `todo`: advice for the user.
 */
export function mustBeComparable({ problems }: PortalData, what: string, todo: string): void {
  const places = unclearIn(problems);
  if (places.length === 0) return;
  throw new UsageError(
    `nothing can be imported while ${what} cannot be read in full: ${todo}`,
    places,
  );
}
