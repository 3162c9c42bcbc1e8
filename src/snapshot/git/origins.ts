// Where lines of data files come from, as git knows it: the commit that added each, and the branch that contains it.
import type { FindOrigins, LineOf } from '../../engine/diagnose/twins.js';
import { git } from './git.js';

/** A commit that added a line. */
export interface CommitOfLine {
  readonly commit: string;
  /** The author's time, in seconds since 1970. */
  readonly time: number;
}

/** The commit that added each line; undefined for a line that is in no commit, and where git does not answer. */
export async function originsOf(
  data: string,
  lines: readonly LineOf[],
): Promise<(CommitOfLine | undefined)[]> {
  const origins: (CommitOfLine | undefined)[] = [];
  for (const { file, line } of lines) origins.push(await originOf(data, file, line));
  return origins;
}

async function originOf(
  data: string,
  file: string,
  line: number,
): Promise<CommitOfLine | undefined> {
  const asked = ['blame', '--porcelain', '--no-textconv', '-L', `${line},${line}`, '--', file];
  const { text, failed } = await git(data, asked).catch(() => ({ text: '', failed: true }));
  const [commit] = /^[0-9a-f]{40,64}/.exec(text) ?? [];
  const [, time] = /^author-time (\d+)$/m.exec(text) ?? [];
  // A line that is not committed has a commit of zeros.
  if (failed || commit === undefined || /^0+$/.test(commit) || time === undefined) return undefined;
  return { commit, time: Number(time) };
}

/** The commits that added two lines, each with a name for people: `main, 0123456789ab`. */
export async function namedOrigins(
  { data }: { readonly data: string },
  lines: Parameters<FindOrigins>[0],
): ReturnType<FindOrigins> {
  const origins = await originsOf(data, lines);
  return Promise.all(
    origins.map(async (origin, i) => {
      const other = origins[1 - i];
      if (!origin || !other) return origin && { ...origin, name: origin.commit.slice(0, SHORT_ID) };
      const branch = await branchOf(data, origin.commit, other.commit);
      const names = [...(branch === undefined ? [] : [branch]), origin.commit.slice(0, SHORT_ID)];
      return { time: origin.time, name: names.join(', ') };
    }),
  );
}

const SHORT_ID = 12;

/** The branch that contains `commit` and not `other`; undefined where there is none, or several. */
async function branchOf(data: string, commit: string, other: string): Promise<string | undefined> {
  const without = ['--no-contains', other];
  const format = '--format=%(refname:short)';
  const { text } = await git(data, ['branch', '--all', format, '--contains', commit, ...without]);
  const branches = text
    .split('\n')
    .filter((name) => name !== '' && !/[^\p{L}\p{N}\-_./]/u.test(name));
  return branches.length === 1 ? branches[0] : undefined;
}
