// Runs git so that it starts no pager or file system monitor that the repository's configuration names, and hooks only
// for a commit or a push. Can also write the files of a folder as they were at a commit. Git's output is not trusted, because a commit can be made by
// hand with any file names.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';

/** A folder of a repository, and a commit. */
export interface FolderAt {
  /** The absolute path of the folder. */
  readonly folder: string;
  /** The name by which the commit was asked for: `HEAD^1`. */
  readonly ref: string;
  /** The id of the commit. Before the first commit, the id of the empty tree. */
  readonly commit: string;
  /** Set if the checked-out branch has no commit yet. */
  readonly isUnborn?: true;
  /** The path of the folder in the repository: `portal/data/`. Empty for the top folder. */
  readonly prefix: string;
}

/**
 * Finds the commit that `ref` names. Before the first commit, `HEAD` stands for an empty folder. Throws a
 * {@link UsageError} if there is no such commit.
 */
export async function findCommit(folder: string, ref: string): Promise<FolderAt> {
  const asked = ['--is-inside-work-tree', '--is-shallow-repository', '--show-prefix'];
  const { text, error } = await git(folder, ['rev-parse', ...asked]);
  // The prefix comes last, because it may contain line breaks.
  const [, inside, shallow, prefix = ''] = /^(\w+)\n(\w+)(?:\n(.*))?$/s.exec(text) ?? [];
  if (inside !== 'true') {
    const isOfOther = /dubious ownership/.test(error);
    throw refused(
      isOfOther
        ? '{folder} belongs to another user of this computer, so git does not work in it. Ask that user, or allow it by the command at the end{answer}'
        : '{folder} is not in the working tree of a git repository, so it has no {ref}{answer}',
      { folder, ref: quote(ref), answer: answerOf(error) },
    );
  }
  const commit = await objectOf(folder, `${ref}^{commit}`);
  const at = { folder, ref, prefix };
  if (commit !== undefined) return { ...at, commit };
  if (ref === 'HEAD' && (await isUnborn(folder))) {
    const { text: commit } = await git(folder, ['hash-object', '-t', 'tree', '/dev/null']);
    return { ...at, commit, isUnborn: true };
  }
  throw refused(
    shallow === 'true'
      ? 'this shallow clone has no commit {ref}: fetch it with its history (git fetch --unshallow; in GitHub Actions, fetch-depth: 0)'
      : 'git knows no commit {ref}: name a branch, a tag or a commit that is here (git fetch brings those of the server)',
    { ref: quote(ref) },
  );
}

/**
 * Writes the files of a folder, as they were at a commit, into the new folder `into`. If the commit does not have the
 * folder, `into` stays empty. `names`: writes only these files. Git refuses file names that lead out of a folder.
 */
export async function extract(
  at: FolderAt,
  into: string,
  names?: ReadonlySet<string>,
): Promise<void> {
  mkdirSync(into, { recursive: true });
  // A new `.git` folder without the repository's configuration, hooks and attributes, because git would start programs
  // that they name.
  const format = await git(at.folder, ['rev-parse', '--show-object-format']);
  const path = ['--path-format=absolute', '--git-path', 'objects'];
  const objects = await git(at.folder, ['rev-parse', ...path]);
  const own = `${into}.git`;
  const fresh = ['init', '--quiet', '--bare', '--template=', `--object-format=${format.text}`, own];
  const made = await git(into, fresh);
  if (made.failed) throw notAllHere(at, made.error);
  const index = { GIT_INDEX_FILE: `${into}.index`, GIT_OBJECT_DIRECTORY: objects.text };
  const inIndex = (args: readonly string[], input = '') =>
    git(into, [`--git-dir=${own}`, `--work-tree=${into}`, ...args], undefined, { index, input });
  const orRefuse = ({ failed, text, error }: GitResult): string => {
    if (failed) throw notAllHere(at, error);
    return text;
  };
  const read = await inIndex(['read-tree', `${at.commit}:${at.prefix}`]);
  if (read.failed && (await isMissing(at))) return;
  orRefuse(read);
  if (!names) {
    orRefuse(await inIndex(['checkout-index', '--all']));
    return;
  }
  const all = orRefuse(await inIndex(['ls-files', '-z'])).split('\0');
  const wanted = all.filter((name) => names.has(name));
  orRefuse(await inIndex(['checkout-index', '-z', '--stdin'], wanted.join('\0')));
}

/**
 * Whether the commit does not have the folder. Throws a {@link UsageError} if `ls-tree` fails: then this partial clone
 * lacks one of the folders that contain it.
 */
async function isMissing(at: FolderAt): Promise<boolean> {
  if ((await objectOf(at.folder, `${at.commit}:${at.prefix}`)) !== undefined) return false;
  const path = at.prefix.replace(/\/$/, '');
  const listed = ['ls-tree', '--full-tree', at.commit, ...(path === '' ? [] : ['--', path])];
  const { failed, error } = await git(at.folder, listed);
  if (failed) throw notAllHere(at, error);
  return true;
}

const notAllHere = ({ ref }: Pick<FolderAt, 'ref'>, output: string): UsageError =>
  refused(
    'git cannot read the files of {ref}: fetch the repository with all its objects (a partial clone with git fetch --refetch --no-filter){answer}',
    { ref: quote(ref), answer: answerOf(output) },
  );

/** Git's output on one line. All of it is kept, because the useful advice is often on its last line. */
export const inOneLine = (output: string): string => output.trim().replaceAll(/\s*\n\s*/g, ' ');

/** Git's output, in parentheses, for the end of a message. */
const answerOf = (output: string): string => output && ` (git: ${inOneLine(output)})`;

/** The id of the git object that `name` means, such as `main^{commit}`; undefined if there is none. */
export async function objectOf(folder: string, name: string): Promise<string | undefined> {
  // `--end-of-options`: `name` is not an option, even if it begins with `-`. For `a..b` or `^a`, git prints more than
  // an id, which the pattern refuses.
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  const { text } = await git(folder, asked);
  return /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
}

/** The top folder of the repository that contains a folder; undefined if git finds none. */
export async function topOf(folder: string): Promise<string | undefined> {
  const asked = await git(folder, ['rev-parse', '--show-toplevel']).catch(() => undefined);
  return asked?.text || undefined;
}

/** Whether the checked-out branch has no commit yet. */
export async function isUnborn(folder: string): Promise<boolean> {
  const branch = await git(folder, ['symbolic-ref', '--quiet', 'HEAD']);
  return !branch.failed && (await objectOf(folder, 'HEAD')) === undefined;
}

/** How a run of git ended. */
export interface GitResult {
  readonly failed: boolean;
  /** Standard output without its last line break; empty if git failed. */
  readonly text: string;
  /** Standard error. If git failed, standard output and standard error or, if both are empty, the reason. */
  readonly error: string;
}

const run = promisify(execFile);

/**
 * Runs git in a folder. `signal`: ends git when aborted. `mayConnect`: whether git may connect to a remote. `input`:
 * standard input. `runsHooks`: whether git starts the hooks of the repository. Throws a {@link UsageError} if git is not
 * installed.
 */
export async function git(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
  { mayConnect = false, runsHooks = false, input = '', index = {} } = {},
): Promise<GitResult> {
  if (args.some((arg) => arg.includes('\0'))) return { failed: true, text: '', error: '' };
  try {
    const env = { ...(mayConnect ? connecting(environment()) : environment()), ...index };
    const options = { env, maxBuffer: Number.POSITIVE_INFINITY, signal };
    const running = run('git', [...inFolder(folder, runsHooks), ...args], options);
    running.child.stdin?.on('error', () => {}); // git ended early, which its exit status reports
    running.child.stdin?.end(input);
    const { stdout, stderr } = await running;
    return { failed: false, text: stdout.replace(/\n$/, ''), error: stderr };
  } catch (error) {
    const {
      code,
      message = '',
      stdout = '',
      stderr = '',
    } = error as Partial<Record<string, string>>;
    if (code === 'ENOENT') throw refused('git is needed for this, and is not installed');
    return { failed: true, text: '', error: `${stdout}${stderr}` || message };
  }
}

/**
 * The environment for `mayConnect`. Only the usual protocols are allowed, so that the URL of a remote cannot start a
 * program (`ext::…`). By default, ssh asks no questions.
 */
const connecting = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  ...own,
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
});

/**
 * The first arguments of each git command. They switch off what the repository's configuration may name: a file system
 * monitor, hooks, a pager.
 */
const inFolder = (folder: string, runsHooks: boolean) => [
  ...['-c', 'core.fsmonitor='],
  ...(runsHooks ? [] : ['-c', 'core.hooksPath=/dev/null']),
  ...['--no-pager', '--literal-pathspecs'],
  // The data folder could contain a bare repository of a stranger, with a configuration that must not be used.
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-C', folder],
];

/**
 * The environment of git, without variables such as `GIT_DIR`, which a git hook sets for its own repository. Git may
 * neither ask questions in the terminal nor fetch missing objects from a remote.
 */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_COMMON_DIR, GIT_PREFIX, ...rest } =
    process.env;
  // Older versions of git ignore GIT_NO_LAZY_FETCH. They cannot fetch either, because no protocol is allowed.
  const here = { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' };
  return { ...rest, ...here, LANGUAGE: 'en' }; // English, so that refusals are recognized (refusals.ts)
}
