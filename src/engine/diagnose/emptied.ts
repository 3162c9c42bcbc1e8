// Data files that were emptied by mistake: those with nothing in them that git has something in are told with the command
// that brings it back.
import { isBlankFile } from '../../files/source/data-file.js';
import type { DataFile } from '../../files/source/files.js';
import type { TextFile } from '../../files/source/texts.js';
import type { Tables } from '../link/derive.js';
import type { FindingAbout } from './explain.js';

/** Looks for the commands that bring back what empty files had; gives them by the files' names. */
export type FindEmptied = (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A line end has at most this many bytes: a text file of no more is as good as empty. */
const LINE_END = 2;

interface SizedFile extends DataFile {
  readonly texts?: readonly (TextFile & { readonly bytes: number })[];
}

/** The data files that are blank, and the files of texts that say nothing. */
export function emptyFiles(files: readonly SizedFile[], tables: Tables): string[] {
  return files.flatMap((file) => {
    const texts = (file.texts ?? []).filter(({ bytes }) => bytes <= LINE_END);
    const own = tables.get(file.collection)!.rowsOfFiles().get(file.name) === 0 ? [file] : [];
    return [...own, ...texts].filter(({ path }) => isBlankFile(path)).map(({ name }) => name);
  });
}

/** Adds to what is said of empty files the commands that bring back what they had. */
export async function tellEmptied(
  findings: Map<string, FindingAbout[]>,
  files: readonly string[],
  find: FindEmptied = async () => new Map(),
): Promise<void> {
  if (files.length === 0) return;
  for (const [file, restore] of await find(files)) {
    const some = findings.get(file) ?? [EMPTIED];
    findings.set(
      file,
      some.map((finding) => ({ ...finding, restore })),
    );
  }
}

const EMPTIED: FindingAbout = {
  name: 'ignored-file/emptied',
  args: undefined,
  path: '',
  place: { kind: 'byte', offset: 0 },
};
