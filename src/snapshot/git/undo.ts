// The command that brings files back as they were before an edit. It is given only if it does just that:
// each file is in the index as it was, so that restoring it loses nothing.
import { hash } from 'node:crypto';
import { git } from './git.js';
import { fromHere, type GitPath, restoring, wayTo } from './way.js';

/** The time limit: without an answer nothing is promised. */
const MOST_MS = 10_000;
/** How many files git is asked about at once. */
const MOST_FILES = 200;

/** A file of the data folder, as it was before an edit. */
interface FileBefore {
  /** Relative to the data folder. */
  readonly file: string;
  readonly before: Buffer;
}

/** The command; or the files that git does not have as they were; or that no git answers. */
export type Undo =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'uncommitted'; readonly files: readonly string[] }
  | { readonly kind: 'no-git' };

/** What undoes an edit of files, which may be done already or not. Never fails. */
export async function undoOf(
  { cwd, data }: { readonly cwd: string; readonly data: string },
  files: readonly FileBefore[],
): Promise<Undo> {
  const signal = AbortSignal.timeout(MOST_MS);
  try {
    const way = await wayTo(cwd, data, signal);
    if (!way) return { kind: 'no-git' };
    const lost = await lacking(data, way, files, signal);
    if (lost.length > 0) return { kind: 'uncommitted', files: lost };
    const paths = files.map(({ file }) => fromHere(way, file));
    return { kind: 'command', command: restoring(way, paths) };
  } catch {
    return { kind: 'no-git' };
  }
}

/** The files that the index does not have as they were, or that no command line can name. */
async function lacking(
  data: string,
  { prefix }: GitPath,
  files: readonly FileBefore[],
  signal: AbortSignal,
): Promise<string[]> {
  const known = new Map<string, string>();
  for (let at = 0; at < files.length; at += MOST_FILES) {
    const names = files.slice(at, at + MOST_FILES).map(({ file }) => file);
    // `-v`: files of which git does not see the changes are told by another letter than H.
    const asked = ['ls-files', '-v', '-s', '-z', '--full-name', '--', ...names];
    const { text, failed } = await git(data, asked, signal);
    if (failed) throw new Error('git cannot read its index');
    for (const line of text.split('\0')) {
      const [, id = '', path = ''] = /^H 100\d{3} ([0-9a-f]{40,64}) 0\t(.*)$/s.exec(line) ?? [];
      known.set(path, id);
    }
  }
  return files
    .filter(({ file, before }) => {
      const id = known.get(prefix + file);
      if (id === undefined || /[\p{C}\ufffd]/u.test(file)) return true;
      const blob = Buffer.concat([Buffer.from(`blob ${before.length}\0`), before]);
      return hash(id.length === 40 ? 'sha1' : 'sha256', blob, 'hex') !== id;
    })
    .map(({ file }) => file);
}
