// Finds the records that differ from the last commit, also those that readers do not see. Reads only the changed files,
// and the files of records whose text files have changed, so that it is fast in a large portal.
import { join } from 'node:path';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { dataFilesOf, fieldIn } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { longFieldsOf } from '../../model/fields.js';
import { extract, findCommit } from '../../snapshot/git/git.js';
import {
  type DataState,
  type Edited,
  type EditedSettings,
  type EditedVersions,
  editedBetween,
} from './edited.js';

/** The edited records, and the data of the last commit, which exists until the function that got them ends. */
export interface Uncommitted {
  readonly edited: readonly Edited[];
  /** The versions of each edited record, by keys such as `posts 5`. */
  readonly versions: ReadonlyMap<string, EditedVersions>;
  /** The data folder of the last commit. It has only the changed files. */
  readonly before: string;
}

/**
 * Calls `use` with the edited records. `changed`: the files of the data folder that git reports as changed. `find`: looks
 * up records in the present data.
 */
export async function withUncommitted<T>(
  portal: Portal,
  settings: EditedSettings,
  changed: readonly string[],
  find: NonNullable<DataState['find']>,
  use: (uncommitted: Uncommitted) => T | Promise<T>,
): Promise<T> {
  const { data } = settings;
  const { collections } = portal;
  const endings = longFieldsOf(collections);
  // A text file belongs to the record beside it: if the text has changed, so has the record.
  const touched = new Set(changed.map((file) => fieldIn(file, endings)?.beside ?? file));
  const files = dataFilesOf(data, collections).files.filter(({ name }) => touched.has(name));
  const texts = files.flatMap((file) => (file.texts ?? []).map(({ name }) => name));
  const at = await findCommit(data, 'HEAD');
  return inTemporaryFolder(async (folder) => {
    const then = join(folder, 'data');
    await extract(at, then, new Set([...touched, ...changed, ...texts]));
    const before = { data: then, files: dataFilesOf(then, collections).files, find };
    const versions = new Map<string, EditedVersions>();
    // Editors see personal data in forms, too.
    const shown = { ...settings, personal: 'publish' } as const;
    const edited = editedBetween(portal, before, { data, files, find }, shown, (key, own) =>
      versions.set(key, own),
    );
    return use({ edited, versions, before: then });
  });
}
