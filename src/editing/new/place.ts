// Chooses the file for a new record, so that the data folder keeps its layout: if the newest record of the collection
// is in a list, the new one is added to that file. If the newest record has a file of its own, the new one gets a file
// beside it, with a similar name. In a collection without files, the declaration of the collection decides.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CollectionPlan } from '../../engine/plan.js';
import { bytesOfText } from '../../files/source/texts.js';
import { type JsonObject, longFields } from '../../model/fields.js';
import { memo } from '../../model/memo.js';
import { refused, type UsageError } from '../../problems/problem.js';
import type { ResolvedSettings } from '../../snapshot/settings/index.js';
import { type Home, recordsIn } from '../format/file-edit.js';
import { inFolder, type PortalData } from '../workspace/portal-data.js';
import { slugFrom } from './slug.js';

/** Where a new record is written. */
export interface Place extends Home {
  /** The texts of the record that get files of their own. */
  readonly texts: readonly NewText[];
}

/** A text of a new record that gets a file of its own. */
export interface NewText {
  readonly field: string;
  readonly file: string;
  readonly text: string;
}

/** How the data folder stores the records of a collection, and so where new ones are written. */
interface Habit {
  /** The list to which new records are added; undefined if each record gets a file of its own. */
  readonly list?: string;
  readonly homeOf: (record: JsonObject) => Home;
  /** The fields whose texts are written into files of their own. */
  readonly texts: readonly string[];
}

/** Returns the record without the texts that get files of their own. */
export function withoutTexts(record: JsonObject, texts: readonly NewText[]): JsonObject {
  const apart = new Set(texts.map(({ field }) => field));
  return Object.fromEntries(Object.entries(record).filter(([field]) => !apart.has(field)));
}

const textFileOf = (file: string, ending: string) => file.replace(/\.json$/, ending);

export class Places {
  readonly #habits = new Map<string, Habit | undefined>();

  constructor(
    private readonly settings: Pick<ResolvedSettings, 'data'>,
    private readonly data: PortalData,
  ) {}

  /**
   * Where to write a new record; undefined if the name of its own file is in use. Throws a {@link UsageError} if the
   * name of a new list is in use. `elsewhere`: the file that has the record in other data, from which it is copied. The
   * copy gets a file of the same name if the collection has no files, or if the name differs from that of the newest
   * list only in numbers, such as the year in `comments/2026.ndjson`.
   */
  of(plan: CollectionPlan, record: JsonObject, elsewhere?: Home): Place | undefined {
    const habit = this.#habitOf(plan);
    if (elsewhere && (!habit || this.#isLike(habit.list, elsewhere))) {
      return { ...elsewhere, texts: [] };
    }
    const home = habit ? habit.homeOf(record) : homeByLayout(plan, record);
    if (home.file === habit?.list || isFree(this.settings, plan, home.file)) {
      return { ...home, texts: habit ? textsOf(plan, habit.texts, home.file, record) : [] };
    }
    if (home.isAlone) return undefined;
    throw nameTaken(home.file);
  }

  /** Whether another file is a list, or may become one here, and has a name like that of a list. */
  #isLike(list: string | undefined, { file, isAlone }: Home): boolean {
    const isAlike = list !== undefined && withoutNumbers(file) === withoutNumbers(list);
    return isAlike && !isAlone && !this.data.isAlone(file);
  }

  /** Undefined for a collection without files. */
  #habitOf(plan: CollectionPlan): Habit | undefined {
    return memo(this.#habits, plan.declared.name, () => {
      const files = this.#newestFirst(plan);
      for (const [file, newest] of files) {
        const { isWhole, isSingle } = recordsIn(this.data.pathOf(file), plan.declared);
        if (!isWhole) continue;
        if (!isSingle) return { list: file, homeOf: () => ({ file, isAlone: false }), texts: [] };
        const texts = this.data.textsOf(file).map(({ field }) => field);
        return { homeOf: namesLike(file, newest, plan), texts };
      }
      // None of the files can be read, so the new record is not added to one of them.
      return files.length > 0
        ? { homeOf: ownHome(plan, plan.declared.name), texts: [] }
        : undefined;
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

/** Makes homes for new records with names like that of `file`, which holds record `newest`: `0042-slug.json`. */
function namesLike(file: string, newest: number, plan: CollectionPlan): Habit['homeOf'] {
  const folder = file.includes('/') ? dirname(file) : plan.declared.name;
  const [, digits = '', title] = /(?:^|\/)(\d+)(-[^/]*)?\.json$/.exec(file) ?? [];
  const isNumbered = Number(digits) === newest;
  const width = isNumbered && digits.startsWith('0') ? digits.length : 0;
  return ownHome(plan, folder, width, isNumbered && title !== undefined);
}

/**
 * Names a file for each record, such as `posts/0042-slug.json`. `digits`: the least number of digits; `isTitled`:
 * whether the name has a slug.
 */
function ownHome(
  { declared, fields }: CollectionPlan,
  folder: string,
  digits = 0,
  isTitled = false,
): Habit['homeOf'] {
  // The slug is made from the first of these fields whose text gives one.
  const texts = Object.keys(fields).filter((name) => fields[name]!.required);
  const names = ['slug', ...declared.named, ...texts].filter(
    (name) => fields[name]?.type.kind !== 'timestamp',
  );
  const slugOf = (record: JsonObject) =>
    names
      .map((name) => record[name])
      .map((value) => (typeof value === 'string' ? slugFrom(value) : ''))
      .find((slug) => slug !== '');
  return (record) => {
    const number = String(record['id']).padStart(digits, '0');
    const slug = isTitled ? slugOf(record) : undefined;
    const file = `${folder}/${number}${slug === undefined ? '' : `-${slug}`}.json`;
    return { file, isAlone: true };
  };
}

/** The file of a record in a data folder that is laid out as its collection declares. */
export function homeByLayout(plan: CollectionPlan, record: JsonObject): Home {
  const { name, layout } = plan.declared;
  if (layout.kind === 'files') return ownHome(plan, name, layout.digits, true)(record);
  if (layout.kind === 'list') return { file: `${name}.json`, isAlone: false };
  const year = /^\d{4}/.exec(String(record[layout.byYearOf ?? '']))?.[0];
  return { file: year ? `${name}/${year}.ndjson` : `${name}.ndjson`, isAlone: false };
}

/** The texts of a new record that get files beside its own. `fields`: the fields whose texts do. */
function textsOf(
  plan: CollectionPlan,
  fields: readonly string[],
  file: string,
  record: JsonObject,
): NewText[] {
  return longFields(plan.fields).flatMap(({ field, ending }) => {
    const text = fields.includes(field) ? record[field] : undefined;
    if (typeof text !== 'string' || !bytesOfText(text)) return [];
    return [{ field, file: textFileOf(file, ending), text: `${text}\n` }];
  });
}

/** The name of a file with `#` in place of its numbers: `comments/#.ndjson`. */
const withoutNumbers = (file: string) => file.replace(/\d+/g, '#');

/** The error for a new file whose name is in use. */
export const nameTaken = (file: string): UsageError =>
  refused('{file} cannot be made: something else has its name', { file });

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
