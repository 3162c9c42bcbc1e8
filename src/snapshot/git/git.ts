// Runs git, in a way that no program is started which the repository's configuration names. Can also write the files
// of a folder as they were at a commit. Git's output is not trusted: a tree can be made by hand, with any file name.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';

/** A folder of a working tree, as it was at a commit. */
export interface FolderAt {
  /** The folder in the working tree, as an absolute path. */
  readonly folder: string;
  /** The ref as the user wrote it. */
  readonly ref: string;
  /** The commit's id; the id of the empty tree before the first commit. */
  readonly commit: string;
  /** Set if the repository has no commit yet. */
  readonly isUnborn?: true;
  /** The folder's path in the repository, with a slash at its end; empty for the top folder. */
  readonly prefix: string;
}

/**
 * Finds the commit that a ref names in a folder's repository. Before the first commit, `HEAD` means no files. Throws a
 * {@link UsageError} if there is no such commit.
 */
export async function findCommit(folder: string, ref: string): Promise<FolderAt> {
  const asked = ['--is-inside-work-tree', '--is-shallow-repository', '--show-prefix'];
  const { text, error } = await git(folder, ['rev-parse', ...asked]);
  // The prefix comes last, because it may contain line breaks.
  const [, inside, shallow, prefix = ''] = /^(\w+)\n(\w+)(?:\n(.*))?$/s.exec(text) ?? [];
  if (inside !== 'true') {
    throw refused(
      '{folder} is not in the working tree of a git repository, so it has no {ref}{answer}',
      { folder, ref: quote(ref), answer: answerOf(error) },
    );
  }
  const commit = await objectOf(folder, `${ref}^{commit}`);
  if (commit !== undefined) return { folder, ref, commit, prefix };
  if (ref === 'HEAD' && (await isUnborn(folder))) {
    const { text: commit } = await git(folder, ['hash-object', '-t', 'tree', '/dev/null']);
    return { folder, ref, commit, prefix, isUnborn: true };
  }
  throw refused(
    shallow === 'true'
      ? 'this shallow clone has no commit {ref}: fetch it with its history (git fetch --unshallow; in GitHub Actions, fetch-depth: 0)'
      : 'git knows no commit {ref}: name a branch, a tag or a commit that is here (git fetch brings those of the server)',
    { ref: quote(ref) },
  );
}

/**
 * Writes the files that the folder had at a commit into a new folder, which stays empty if the folder did not exist
 * then. `names`: writes only these files. Git itself refuses names that lead out of the folder.
 */
export async function extract(
  at: FolderAt,
  into: string,
  names?: ReadonlySet<string>,
): Promise<void> {
  mkdirSync(into, { recursive: true });
  // A new git folder, without the repository's configuration, hooks and attributes, so that no program is run that
  // they name.
  const format = await git(at.folder, ['rev-parse', '--show-object-format']);
  const objects = await git(at.folder, [
    'rev-parse',
    '--path-format=absolute',
    '--git-path',
    'objects',
  ]);
  const own = `${into}.git`;
  const fresh = ['init', '--quiet', '--bare', '--template=', `--object-format=${format.text}`, own];
  const made = await git(into, fresh);
  if (made.failed) throw notAllHere(at, made.error);
  const below = [`--git-dir=${own}`, `--work-tree=${into}`];
  const index = { GIT_INDEX_FILE: `${into}.index`, GIT_OBJECT_DIRECTORY: objects.text };
  if ((await objectOf(at.folder, `${at.commit}:${at.prefix}`)) === undefined) {
    // If git lists nothing, the folder did not exist at the commit. In a partial clone, git may also lack the tree
    // that lists it.
    const path = at.prefix.replace(/\/$/, '');
    const listed = ['ls-tree', '--full-tree', at.commit, ...(path === '' ? [] : ['--', path])];
    const { failed, error } = await git(at.folder, listed);
    if (failed) throw notAllHere(at, error);
    return;
  }
  const inIndex = async (args: readonly string[], input = ''): Promise<string> => {
    const { failed, text, error } = await git(into, [...below, ...args], undefined, {
      index,
      input,
    });
    if (failed) throw notAllHere(at, error);
    return text;
  };
  await inIndex(['read-tree', `${at.commit}:${at.prefix}`]);
  const all = (await inIndex(['ls-files', '-z'])).split('\0');
  const wanted = names ? all.filter((name) => names.has(name)) : all;
  await inIndex(['checkout-index', '-z', '--stdin'], wanted.join('\0'));
}

const notAllHere = ({ ref }: Pick<FolderAt, 'ref'>, output: string): UsageError =>
  refused(
    'git cannot read the files of {ref}: fetch the repository with all its objects (a partial clone with git fetch --refetch --no-filter){answer}',
    { ref: quote(ref), answer: answerOf(output) },
  );

/** Returns all of git's output on one line, because the useful advice is often on its last line. */
export const inOneLine = (output: string): string => output.trim().replaceAll(/\s*\n\s*/g, ' ');

/** Git's output, to be added to a message. */
const answerOf = (output: string): string => output && ` (git: ${inOneLine(output)})`;

/** The id of the object that a name such as `main^{commit}` means; undefined if there is none. */
async function objectOf(folder: string, name: string): Promise<string | undefined> {
  // `--end-of-options` makes sure that a name is not taken for an option. For a range (`a..b`) or a negation (`^a`), git
  // prints something other than one id.
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  const { text } = await git(folder, asked);
  return /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
}

/**
 * The top folder of the working tree that contains a folder; undefined if there is none, or if git is not installed.
 */
export async function topOf(folder: string): Promise<string | undefined> {
  const asked = await git(folder, ['rev-parse', '--show-toplevel']).catch(() => undefined);
  return asked?.text || undefined;
}

/** Whether the branch of a folder's repository has no commit yet. */
export async function isUnborn(folder: string): Promise<boolean> {
  const branch = await git(folder, ['symbolic-ref', '--quiet', 'HEAD']);
  return !branch.failed && (await objectOf(folder, 'HEAD')) === undefined;
}

/** How a run of git ended. */
export interface GitResult {
  readonly failed: boolean;
  /** Standard output, without the line break at its end; empty if git failed. */
  readonly text: string;
  /** Standard error. If git failed, also standard output, or the reason why git could not be started. */
  readonly error: string;
}

const run = promisify(execFile);

/**
 * Runs git in a folder. `signal`: aborts it; `mayConnect`: whether git may connect to a remote; `input`: its standard
 * input. Throws a {@link UsageError} if git is not installed.
 */
export async function git(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
  { mayConnect = false, input = '', index = {} } = {},
): Promise<GitResult> {
  if (args.some((arg) => arg.includes('\0'))) return { failed: true, text: '', error: '' };
  try {
    const env = { ...(mayConnect ? connecting(environment()) : environment()), ...index };
    const options = { env, maxBuffer: Number.POSITIVE_INFINITY, signal };
    const running = run('git', [...inFolder(folder), ...args], options);
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
 * The environment for connecting to a remote: no helper program that the repository names is run, and ssh asks no
 * questions.
 */
const connecting = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  ...own,
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
});

/**
 * The first arguments of each git command. They keep git from running programs that the repository's configuration
 * names: a file system monitor, hooks, a pager. {@link environment} keeps git from fetching objects that a partial
 * clone lacks.
 */
const inFolder = (folder: string) => [
  ...['-c', 'core.fsmonitor=', '-c', 'core.hooksPath=/dev/null'],
  ...['--no-pager', '--literal-pathspecs'],
  // The data folder could contain a bare repository of a stranger, whose configuration must not be used.
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-C', folder],
];

/**
 * The environment of git, without the variables with which a git hook names its own repository. Git must neither ask
 * questions nor fetch.
 */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_COMMON_DIR, GIT_PREFIX, ...rest } =
    process.env;
  // Older versions of git do not know GIT_NO_LAZY_FETCH. Without an allowed protocol, they cannot fetch either.
  const here = { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' };
  return { ...rest, ...here };
}
