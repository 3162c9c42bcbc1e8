// Finds data files that were emptied by mistake. If git has content for an empty file, the file is reported with the
// command that restores it.
import { isBlankFile } from '../../files/source/data-file.js';
import type { DataFile } from '../../files/source/files.js';
import type { TextFile } from '../../files/source/texts.js';
import type { Tables } from '../link/derive.js';
import type { FindingAbout } from './explain.js';

/** Finds the commands that restore what empty files had; returns them by the files' names. */
export type FindEmptied = (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A line end has at most this many bytes: a text file with no more may be empty. */
const LINE_END = 2;

interface SizedFile extends DataFile {
  readonly texts?: readonly (TextFile & { readonly bytes: number })[];
}

/** Returns the names of data files and text files that are blank. */
export function emptyFiles(files: readonly SizedFile[], tables: Tables): string[] {
  return files.flatMap((file) => {
    const texts = (file.texts ?? []).filter(({ bytes }) => bytes <= LINE_END);
    const own = tables.get(file.collection)!.rowsOfFiles().get(file.name) === 0 ? [file] : [];
    return [...own, ...texts].filter(({ path }) => isBlankFile(path)).map(({ name }) => name);
  });
}

/** Adds the command that restores an empty file to the file's findings, or to a finding of its own. */
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
