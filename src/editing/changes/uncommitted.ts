// Finds the records that differ from the last commit, also those that readers do not see. Reads only the changed files,
// and the files of records whose text files have changed, so that it is fast in a large portal.
import { join } from 'node:path';
import { inTemporaryFolder } from '../../files/disk/temporary.js';
import { dataFilesOf, fieldIn } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { longFieldsOf } from '../../model/fields.js';
import { extract, findCommit } from '../../snapshot/git/git.js';
import { type Edited, type EditedSettings, editedBetween } from './edited.js';

/** Returns the edited records. `changed`: the files of the data folder that git reports as changed. */
export async function editedSinceCommit(
  portal: Portal,
  settings: EditedSettings,
  changed: readonly string[],
): Promise<Edited[]> {
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
    const before = { data: then, files: dataFilesOf(then, collections).files };
    return editedBetween(portal, before, { data, files }, settings);
  });
}
