// Chooses the file for a new record. Usually it is the file that `new` would choose. But the record gets the file name
// that it has in the imported data if the two names differ only in numbers, such as the year in `comments/2026.ndjson`,
// or if the data has no file of the collection.

import { type NewText, Places } from '../../editing/new/place.js';
import type { PortalData } from '../../editing/workspace/portal-data.js';
import type { CollectionPlan } from '../../engine/plan.js';
import { isObjectFile } from '../../files/source/data-file.js';
import type { JsonObject } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { UsageError } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';

/** The file for a new record, and the files for those of its texts that are kept beside it. */
export interface Home {
  readonly file: string;
  /** Whether the file contains this record alone, without a list around it. */
  readonly isAlone: boolean;
  readonly texts: readonly NewText[];
}

export class Homes {
  readonly #places: Places;
  readonly #alone = new Map<string, boolean>();

  constructor(
    settings: Pick<ResolvedSettings, 'data'>,
    private readonly ours: PortalData,
    private readonly theirs: PortalData,
  ) {
    this.#places = new Places(settings, ours);
  }

  of(plan: CollectionPlan, id: number, record: JsonObject): Home {
    const { name } = plan.declared;
    const table = this.theirs.table(name);
    const theirs = table.placeOf(table.rowOf(id)).file;
    const files = this.ours.filesOf(name);
    const isAlone = this.#isAlone(this.theirs, theirs);
    if (files.length === 0) return { file: theirs, isAlone, texts: [] };
    const shared = this.#places.sharedFile(plan);
    if (shared !== undefined) {
      const isTaken = files.includes(theirs) && this.#isAlone(this.ours, theirs);
      const isAlike = !isAlone && !isTaken && shapeOf(theirs) === shapeOf(shared);
      return { file: isAlike ? theirs : shared, isAlone: false, texts: [] };
    }
    const file = this.#places.fileFor(plan, id, record);
    if (file === undefined) throw nameTaken(`the file of record ${id} of ${name}`);
    return { file, isAlone: true, texts: this.#places.textsOf(plan, file, record) };
  }

  #isAlone(data: PortalData, file: string): boolean {
    const path = data.pathOf(file);
    return memo(this.#alone, path, () => file.endsWith('.json') && isObjectFile(path));
  }
}

/** The name of a file with `#` in place of its numbers: `comments/#.ndjson`. */
const shapeOf = (file: string) => file.replace(/\d+/g, '#');

/** The error for a new file whose name is in use. */
export const nameTaken = (what: string) =>
  new UsageError(`${what} cannot be made: something else has its name`);
