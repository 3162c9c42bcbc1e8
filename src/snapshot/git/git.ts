// Runs the system's `git`, without any program that the repository's configuration names. Extracts a folder as it was
// at a git ref. Git's output is not trusted: a tree made by hand can contain any file name.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writing } from '../../problems/failure.js';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';

/** A folder of a working tree, in its state at a commit. */
export interface FolderAt {
  /** The folder in the working tree, as an absolute path. */
  readonly folder: string;
  /** The ref as the user wrote it. */
  readonly ref: string;
  /** The commit's id; the id of the empty tree where there is no commit yet. */
  readonly commit: string;
  /** There is no commit yet. */
  readonly isUnborn?: true;
  /** The folder's path in the repository, with a slash at its end; empty for the top folder. */
  readonly prefix: string;
}

/**
 * Finds the commit that a ref names in a folder's repository. Before the first commit, `HEAD` stands for no files.
 * Throws a {@link UsageError} if there is no such commit.
 */
export async function findCommit(folder: string, ref: string): Promise<FolderAt> {
  const asked = ['--is-inside-work-tree', '--is-shallow-repository', '--show-prefix'];
  const { text, error } = await git(folder, ['rev-parse', ...asked]);
  // The prefix comes last: it may hold line breaks.
  const [, inside, shallow, prefix = ''] = /^(\w+)\n(\w+)(?:\n(.*))?$/s.exec(text) ?? [];
  if (inside !== 'true') {
    const [said = ''] = error.split('\n', 1);
    throw refused('git/no-repository', { folder, ref: quote(ref), said });
  }
  const commit = await objectOf(folder, `${ref}^{commit}`);
  if (commit !== undefined) return { folder, ref, commit, prefix };
  if (ref === 'HEAD' && (await isUnborn(folder))) {
    const { text: commit } = await git(folder, ['hash-object', '-t', 'tree', '/dev/null']);
    return { folder, ref, commit, prefix, isUnborn: true };
  }
  throw refused(shallow === 'true' ? 'git/shallow' : 'git/unknown-ref', { ref: quote(ref) });
}

/**
 * Writes the files that the folder had at the commit into a new folder: regular files with their contents, and
 * each symbolic link as a link to nowhere. If the folder did not exist at the commit, the new one is empty.
 * `name`: writes only the file of this name.
 */
export async function extract(at: FolderAt, into: string, name = ''): Promise<void> {
  mkdirSync(into, { recursive: true });
  const { commit, prefix } = at;
  const below = prefix + name === '' ? [] : ['--', prefix + name];
  const listed = await git(at.folder, ['ls-tree', '-r', '-z', '--full-tree', commit, ...below]);
  if (listed.failed) throw notAllHere(at, listed.error);
  const lines = listed.text.split('\0').filter(Boolean);
  const entries = lines.map((line) => parseEntry(line, prefix));
  for (const { path } of entries) mkdirSync(join(into, dirname(path)), { recursive: true });
  const files = entries.filter(({ mode }) => mode.startsWith('100'));
  for await (const _ of writtenBlobs(at, files, into)) {
    // Each is written when it is asked for.
  }
  for (const { mode, path } of entries) {
    // A submodule's files are in another repository; here it is an empty folder.
    if (mode === '160000') mkdirSync(join(into, path), { recursive: true });
    else if (mode === '120000') symlinkSync('nowhere', join(into, path));
  }
}

interface TreeEntry {
  /** `100644`, `100755`, `120000` (a link) or `160000` (a submodule). */
  readonly mode: string;
  readonly object: string;
  /** Relative to {@link FolderAt.folder}. */
  readonly path: string;
}

function parseEntry(line: string, prefix: string): TreeEntry {
  const match = /^(\d{6}) \w+ ([0-9a-f]{40,64})\t(.+)$/s.exec(line);
  const [, mode = '', object = '', whole = ''] = match ?? [];
  const path = whole.startsWith(prefix) ? whole.slice(prefix.length) : '';
  const strange = path.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (strange) throw refused('git/strange-name', { name: quote(whole) });
  return { mode, object, path };
}

/**
 * Writes the contents of files, in the order in which git streams them, and yields each file when it is written; the
 * next one is not written before it is asked for. Skips those of more than `most` bytes. `signal` aborts it.
 */
export async function* writtenBlobs<File extends Pick<TreeEntry, 'object' | 'path'>>(
  at: Pick<FolderAt, 'folder' | 'ref'>,
  files: readonly File[],
  into: string,
  {
    most = Number.POSITIVE_INFINITY,
    signal,
  }: { readonly most?: number; readonly signal?: AbortSignal } = {},
): AsyncGenerator<File> {
  const child = spawn('git', [...inFolder(at.folder), 'cat-file', '--batch'], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
  });
  const ended = once(child, 'close');
  ended.catch(() => {}); // an abort rejects this promise before anyone awaits it
  child.stdin.on('error', () => {}); // git ended early, which the reading of its output reports
  child.stdin.end(files.map(({ object }) => `${object}\n`).join(''));
  try {
    const answer = new Bytes(child.stdout);
    for (const file of files) {
      signal?.throwIfAborted();
      const size = Number(/ blob (\d+)$/.exec(await answer.line())?.[1]);
      if (Number.isNaN(size)) throw notAllHere(at, '');
      const isWanted = size <= most;
      if (isWanted) await writeAll(join(into, file.path), answer.take(size));
      else for await (const _ of answer.take(size)); // it stands before the next one
      await answer.line();
      if (isWanted) yield file;
    }
  } finally {
    child.kill();
    child.stdout.destroy(); // unread output would keep the process from closing
    await ended;
  }
}

async function writeAll(path: string, blocks: AsyncIterable<Buffer>): Promise<void> {
  const fd = openSync(path, 'wx', 0o600);
  try {
    for await (const bytes of blocks) {
      writing(path, () => {
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      });
    }
  } finally {
    closeSync(fd);
  }
}

/** A stream of bytes, read by lines and by counts. */
class Bytes {
  readonly #blocks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#blocks = stream[Symbol.asyncIterator]();
  }

  /** The text up to the next line break, or up to the end. */
  async line(): Promise<string> {
    const parts: Buffer[] = [];
    while (this.#rest.length > 0 || (await this.#more())) {
      const end = this.#rest.indexOf(0x0a);
      parts.push(this.#cut(end < 0 ? this.#rest.length : end));
      if (end < 0) continue;
      this.#cut(1);
      break;
    }
    return Buffer.concat(parts).toString();
  }

  /** The next `count` bytes, in blocks. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new Error('git ended early');
      const block = this.#cut(Math.min(left, this.#rest.length));
      left -= block.length;
      yield block;
    }
  }

  #cut(count: number): Buffer {
    const block = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return block;
  }

  async #more(): Promise<boolean> {
    const next = await this.#blocks.next();
    if (!next.done) this.#rest = next.value;
    return !next.done;
  }
}

function notAllHere({ ref }: Pick<FolderAt, 'ref'>, said: string): UsageError {
  const [why = ''] = said.trimEnd().split('\n').slice(-1);
  return refused('git/incomplete', { ref: quote(ref), said: why });
}

/** The id of the object that a name such as `main^{commit}` means; undefined if there is none. */
async function objectOf(folder: string, name: string): Promise<string | undefined> {
  // After `--end-of-options` nothing is read as an option. A range or a negation is not one id.
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  const { text } = await git(folder, asked);
  return /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
}

/** The top folder of the working tree that a folder is in; undefined outside of one, or if git is not installed. */
export async function topOf(folder: string): Promise<string | undefined> {
  const asked = await git(folder, ['rev-parse', '--show-toplevel']).catch(() => undefined);
  return asked?.text || undefined;
}

/** Whether the branch of a folder's repository has no commit yet. */
export async function isUnborn(folder: string): Promise<boolean> {
  const branch = await git(folder, ['symbolic-ref', '--quiet', 'HEAD']);
  return !branch.failed && (await objectOf(folder, 'HEAD')) === undefined;
}

interface GitResult {
  readonly failed: boolean;
  /** Standard output, without the line break at its end; empty if git failed. */
  readonly text: string;
  /** Standard error; if git failed, standard output and standard error, or else why it was not run. */
  readonly error: string;
}

const run = promisify(execFile);

/**
 * Runs git in a folder; `signal` aborts it; `mayConnect`: git may reach a remote; `input`: its standard input. Throws a
 * {@link UsageError} if git is not installed.
 */
export async function git(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
  { mayConnect = false, input = '' } = {},
): Promise<GitResult> {
  if (args.some((arg) => arg.includes('\0'))) return { failed: true, text: '', error: '' };
  try {
    const env = mayConnect ? connecting(environment()) : environment();
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
    if (code === 'ENOENT') throw refused('git/missing', undefined);
    return { failed: true, text: '', error: `${stdout}${stderr}` || message };
  }
}

/** An environment for reaching remotes: by no helper program that a repository names, and without prompts of ssh. */
const connecting = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  ...own,
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
});

/**
 * The first arguments of every git command. They keep git from running programs that the
 * repository's configuration names: a file system monitor (started when a name such as `:data` is
 * looked up in the index), hooks, a pager. {@link environment} keeps it from fetching objects that a
 * partial clone lacks.
 */
const inFolder = (folder: string) => [
  ...['-c', 'core.fsmonitor=', '-c', 'core.hooksPath=/dev/null'],
  ...['--no-pager', '--literal-pathspecs'],
  // The data may contain files that form a bare repository, whose configuration must not be used.
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-C', folder],
];

/**
 * The environment of git: without the variables by which a hook points git at its own repository, and
 * with git set neither to prompt nor to fetch.
 */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_COMMON_DIR, GIT_PREFIX, ...rest } =
    process.env;
  // GIT_ALLOW_PROTOCOL is for versions of git that do not know GIT_NO_LAZY_FETCH.
  const here = { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' };
  return { ...rest, ...here };
}
