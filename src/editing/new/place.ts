// Chooses the file for a new record, so that the data folder keeps its layout: if the newest record of the collection
// is in a list, the new one is added to that file. If the newest record has a file of its own, the new one gets a file
// beside it, with a similar name.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CollectionPlan } from '../../engine/plan.js';
import { bytesOfText } from '../../files/source/texts.js';
import { type JsonObject, longFields } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { recordsIn } from '../format/file-edit.js';
import { inFolder, type PortalData } from '../workspace/portal-data.js';
import { slugFrom } from './slug.js';

/** How the data folder stores the records of a collection, and so where new ones are written. */
interface Habit {
  /** The file to which new records are added; undefined if each record gets a file of its own. */
  readonly into: string | undefined;
  readonly nameOf: (id: number, record: JsonObject) => string;
  /** The fields whose texts are written into files of their own. */
  readonly texts: readonly string[];
}

/** A text of a new record that gets a file of its own. */
export interface NewText {
  readonly field: string;
  readonly file: string;
  readonly text: string;
}

/** Returns the record without the texts that get files of their own. */
export function withoutTexts(record: JsonObject, texts: readonly NewText[]): JsonObject {
  const apart = new Set(texts.map(({ field }) => field));
  return Object.fromEntries(Object.entries(record).filter(([field]) => !apart.has(field)));
}

const textFileOf = (file: string, ending: string) => file.replace(/\.json$/, ending);

export class Places {
  readonly #habits = new Map<string, Habit>();

  constructor(
    private readonly settings: Pick<ResolvedSettings, 'data'>,
    private readonly data: PortalData,
  ) {}

  /**
   * The file for a new record: an existing one to add it to, or a new one; undefined if the new one's name is taken.
   */
  fileFor(plan: CollectionPlan, id: number, record: JsonObject): string | undefined {
    const { into, nameOf } = this.#habitOf(plan);
    if (into !== undefined) return into;
    const file = nameOf(id, record);
    return isFree(this.settings, plan, file) ? file : undefined;
  }

  /** The texts of a new record that get files of their own, because the newest record has such files, too. */
  textsOf(plan: CollectionPlan, file: string, record: JsonObject): NewText[] {
    const { texts } = this.#habitOf(plan);
    return longFields(plan.fields).flatMap(({ field, ending }) => {
      const text = texts.includes(field) ? record[field] : undefined;
      if (typeof text !== 'string' || !bytesOfText(text)) return [];
      return [{ field, file: textFileOf(file, ending), text: `${text}\n` }];
    });
  }

  /** The file to which new records of a collection are added; undefined if each record has a file of its own. */
  sharedFile(plan: CollectionPlan): string | undefined {
    return this.#habitOf(plan).into;
  }

  #habitOf(plan: CollectionPlan): Habit {
    return memo(this.#habits, plan.declared.name, () => {
      for (const [file, newest] of this.#newestFirst(plan)) {
        const { isWhole, isSingle } = recordsIn(this.data.pathOf(file), plan.declared);
        if (!isWhole) continue;
        if (!isSingle) return { into: file, nameOf: () => file, texts: [] };
        const texts = this.data.textsOf(file).map(({ field }) => field);
        return { into: undefined, nameOf: namesAs(file, newest, plan), texts };
      }
      const { name, layout } = plan.declared;
      const [digits, isTitled] = layout.kind === 'files' ? [layout.digits, true] : [0, false];
      const nameOf: Habit['nameOf'] = (id, record) =>
        recordFile(plan, name, digits, isTitled, id, record);
      return { into: undefined, nameOf, texts: [] };
    });
  }

  /** The files of a collection, each with the greatest id in it, and sorted by this id: the greatest comes first. */
  #newestFirst({ declared: { name } }: CollectionPlan) {
    const newest = new Map(this.data.filesOf(name).map((file) => [file, 0]));
    const table = this.data.table(name);
    table.ids.forEach((id, row) => {
      const { file } = table.placeOf(row);
      if (id > newest.get(file)!) newest.set(file, id);
    });
    return [...newest].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? 1 : -1));
  }
}

/** Returns a function that names files of new records like `file`, which holds record `newest`: `0042-slug.json`. */
function namesAs(
  file: string,
  newest: number,
  { declared, fields }: CollectionPlan,
): Habit['nameOf'] {
  const folder = file.includes('/') ? dirname(file) : declared.name;
  const [, digits = '', title] = /(?:^|\/)(\d+)(-[^/]*)?\.json$/.exec(file) ?? [];
  const isNumbered = Number(digits) === newest;
  const width = isNumbered && digits.startsWith('0') ? digits.length : 0;
  const isTitled = isNumbered && title !== undefined;
  return (id, record) => recordFile({ declared, fields }, folder, width, isTitled, id, record);
}

/** The name of a file for one record, such as `posts/0042-slug.json`. `digits`: the least number of digits. */
export function recordFile(
  { declared, fields }: Pick<CollectionPlan, 'declared' | 'fields'>,
  folder: string,
  digits: number,
  isTitled: boolean,
  id: number,
  record: JsonObject,
): string {
  // The slug is made from the first of these fields whose text gives one.
  const texts = Object.keys(fields).filter((name) => fields[name]!.required);
  const names = ['slug', ...declared.named, ...texts];
  const number = String(id).padStart(digits, '0');
  const slugs = names.map((name) => {
    const value = record[name];
    return typeof value === 'string' && fields[name]?.type.kind !== 'timestamp'
      ? slugFrom(value)
      : '';
  });
  const slug = isTitled ? slugs.find((one) => one !== '') : undefined;
  return `${folder}/${number}${slug === undefined ? '' : `-${slug}`}.json`;
}

/** Whether a file name and the names of its text files are free. */
export function isFree(
  settings: Pick<ResolvedSettings, 'data'>,
  { fields }: Pick<CollectionPlan, 'fields'>,
  file: string,
): boolean {
  const all = [file, ...longFields(fields).map(({ ending }) => textFileOf(file, ending))];
  return !all.some((name) => isThere(inFolder(settings, name)));
}

/** Whether a file or folder is at this path, or a link, even if the link leads nowhere. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
