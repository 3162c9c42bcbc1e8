// The data folder of a sequence: the files of a portal, of which an edit changes those of the collections that it is about.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { layOut, writeFiles } from '../oracle/portals.js';
import { COLLECTIONS, emptyPortal, type Portal, readPortal } from '../oracle/types.js';
import { treeOf } from './damage.js';

export class DataFolder {
  #files = new Map<string, string>();

  /** `layout`: the seed of which form the files have. */
  constructor(
    readonly folder: string,
    public layout: number,
  ) {}

  /** Brings the folder to a portal; files that stay the same are not touched. */
  write(portal: Portal): void {
    const next = new Map<string, string>();
    for (const [place, name] of COLLECTIONS.entries()) {
      const own = layOut({ ...emptyPortal(), [name]: portal[name] }, this.layout + place);
      for (const [path, text] of own) {
        if (path.split(/[./]/)[0] === name) next.set(path, text);
      }
    }
    for (const path of this.#files.keys()) {
      if (!next.has(path)) rmSync(join(this.folder, path));
    }
    const changed = [...next].filter(([path, text]) => this.#files.get(path) !== text);
    writeFiles(this.folder, new Map(changed));
    this.#files = next;
  }

  /** The same, whatever became of the folder. */
  writeAnew(portal: Portal): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.#files = new Map();
    this.write(portal);
  }

  /** The portal that the files hold, which have no error. */
  read(): Portal {
    const isRead = (path: string) => /\.(?:nd)?json$/.test(path);
    return readPortal(new Map([...treeOf(this.folder)].filter(([path]) => isRead(path))));
  }
}
