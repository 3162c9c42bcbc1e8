// Where records stand in the data files: from the tables of the data as it is now, which are made when
// someone asks for the first time after a change, of what the builds have compiled already.
import { NO_ROW } from '../../engine/link/table.js';
import { load } from '../../engine/load.js';
import { makePlan } from '../../engine/plan.js';
import { placeBytes } from '../../files/source/places.js';
import type { Portal } from '../../model/endpoint.js';
import { withData } from '../../snapshot/open.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';

/** A place in a data file. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Finds records of one state of the data. */
export interface Places {
  /** Undefined for a record that is not there; the collection must be one of the portal's. */
  readonly of: (collection: string, id: number) => Place | undefined;
}

/** Reads the data folder of the settings; what is wrong in it does not matter. */
export function readPlaces(portal: Portal, settings: ResolvedSettings): Promise<Places> {
  return withData(portal, settings, async (data, store) => {
    const more = { withholdPersonal: settings.personal === 'withhold' };
    const { derivation } = await load(makePlan(portal), data, { ...settings, ...more }, store);
    // Only what findFiles gave is ever read: files of the data folder, and no links.
    const paths = new Map(data.found.files.map(({ name, path }) => [name, path]));
    return {
      of: (collection, id) => {
        const table = derivation.tables.get(collection)!;
        const row = table.rowOf(id);
        if (row === NO_ROW) return undefined;
        const { file, start } = table.placeOf(row);
        const path = paths.get(file)!;
        const [place] = placeBytes(path, [start]);
        return { path, ...place! };
      },
    };
  });
}
