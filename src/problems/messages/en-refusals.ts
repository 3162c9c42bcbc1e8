// The texts of usage errors in English, by name: functions of the error's arguments. Other languages have the same
// entries. Texts of the caller are quoted already. The errors of `publish` and `verify` are in English only.
import { quoted } from '../quote.js';
import type { MissingId, Said, Texts } from './catalogue.js';

/** An error of the system: its code, and its own message for codes without a text here. */
export type Reason = Texts<'code' | 'said'>;

interface NearOf {
  readonly nearest: string | undefined;
}

interface Unknown extends NearOf {
  readonly name: string;
  readonly known: readonly string[];
}

/** `breaking`: the command that breaks the lock, where the one at work has no flag for that. */
interface InTheWay extends Texts<'folder' | 'lock'> {
  readonly breaking?: string | undefined;
}

interface HeldLock extends InTheWay, Texts<'sign'> {
  readonly by: Texts<'pid' | 'host'> | undefined;
  readonly since: string | undefined;
}

/** A field, and the file, as JSON, from which it is read; undefined for standard input. */
interface OfFile {
  readonly field: string;
  readonly file: string | undefined;
}

interface NoRecord extends MissingId {
  readonly flag: string;
  readonly near: readonly number[];
}

const from = (file: string | undefined) =>
  file === undefined ? 'standard input' : `the file ${file}`;
const meant = (nearest: string | undefined) => (nearest ? `; did you mean ${nearest}?` : '');
const orOneOf = (nearest: string | undefined, known: readonly string[]) =>
  nearest ? `did you mean ${nearest}?` : `there are ${known.join(', ')}`;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
};
const why = ({ code, said }: Reason) => REASONS[code] ?? said;
const would = {
  read: 'what is there would be read as data',
  serve: 'a host would serve what is there',
};

export const en = {
  refusals: {
    'data/no-folder': ({ folder }: { folder: string }) =>
      `there is no data folder ${folder}; "npx portal-snapshot init" begins a portal`,
    'data/above': ({ folder, portal }: Texts<'folder' | 'portal'>) =>
      `there is no data folder ${folder}; the portal is in ${portal}: run the command there (cd ${quoted(portal)})`,
    'data/link': ({ folder, to }: Texts<'folder' | 'to'>) =>
      `the data folder ${folder} is a symbolic link, which is not followed: name the folder it leads to (--data ${quoted(to)})`,
    'data/no-file': ({ file, data }: Texts<'file' | 'data'>) =>
      `${file} is no data file of ${data}`,
    'data/changed': ({ path }: { path: string }) => `${path} changed while it was read`,
    'data/unfinished': ({ folder, command }: Texts<'folder' | 'command'>) =>
      `a change of ${folder} is not finished: another command is at it, or was killed; if none is at it, ${command} takes back what was begun`,
    'data/not-taken-back': ({ journal, files }: { journal: string; files: readonly string[] }) =>
      files.length === 0
        ? `a killed command left a change half done, and its record in ${journal} is damaged: mend the data by hand or by git, then remove that folder`
        : `a killed command left a change half done, and these files are no longer as it left them: ${files.join(', ')}; what was there before is in ${journal}: mend the data, then remove that folder`,
    /** `file`: the name of a file or a collection. */
    'data/unread': ({ file }: { file: string }) =>
      `${file} cannot be read in full: mend what check finds there first`,
    'setting/value': ({ name, must, found }: Texts<'name' | 'found'> & { must: Said }) =>
      `${name}: ${must.en}, not ${found}`,
    'setting/unknown': ({ name, file, nearest }: NearOf & Texts<'name' | 'file'>) =>
      `unknown setting ${name} in ${file}${meant(nearest)}`,
    'setting/file': ({ file, reason }: Texts<'file' | 'reason'>) =>
      `cannot read the settings in ${file}: ${reason}`,
    'setting/twice': ({ name, file, line }: Texts<'name' | 'file'> & { line: number }) =>
      `${name} is given twice in ${file}, the second time in line ${line}: remove one of them`,
    'setting/no-object': ({ file }: { file: string }) => `${file} must hold one JSON object`,
    'setting/inside': (args: { name: string; outer: string; would: 'read' | 'serve' }) =>
      `${args.name} must not be inside ${args.outer}: ${would[args.would]}`,
    'setting/member': ({ place, name, nearest }: NearOf & Texts<'place' | 'name'>) =>
      `${place} has no ${name}${meant(nearest)}`,
    'host/unknown': ({ name, nearest, known }: Unknown) =>
      `unknown host ${name}; ${orOneOf(nearest, known)}`,
    'host/links': ({ host, style, needed }: Texts<'host' | 'style' | 'needed'>) =>
      `${host} cannot serve links of the style "${style}": ${needed} is none of its abilities`,
    'host/path': ({ host, path }: Texts<'host' | 'path'>) =>
      `the files of ${host} take letters, digits, "-", "_", "." and "~" in the path of baseUrl, not ${path}`,
    'host/folder': ({ host, folder }: Texts<'host' | 'folder'>) =>
      `the files of ${host} cannot name the folder ${folder}: it must be an absolute path without quotes, backslashes, brackets, control characters or any of $ % * ?`,
    'host/top': ({ host, path }: Texts<'host' | 'path'>) =>
      `${host} serves the folder at the top of its address: the base URL cannot have the path ${path}`,
    'search/no-pagefind': () =>
      'the extra /search/ is made by Pagefind, which is not installed: npm install pagefind',
    'search/failed': ({ reason }: { reason: string }) =>
      `Pagefind cannot make the search: ${reason}`,
    'disk/link': ({ path }: { path: string }) =>
      `${path} is a symbolic link, and nothing is written through it: remove it`,
    'disk/no-folder': ({ path }: { path: string }) => `${path} is in the way: it is not a folder`,
    'disk/no-file': ({ path }: { path: string }) => `${path} is in the way: it is not a file`,
    'disk/refused': ({ folder, reason, path }: { folder: string; reason: Reason; path?: string }) =>
      `${folder} cannot be written: ${why(reason)}${path === undefined ? '' : ` (${path})`}`,
    'disk/temporary': ({ folder, reason }: { folder: string; reason: Reason }) =>
      `cannot write to ${folder}: ${reason.said}; TMPDIR can name another folder`,
    'lock/restless': ({ folder }: { folder: string }) =>
      `${folder} is locked and released by others all the time`,
    'lock/broken': ({ folder }: { folder: string }) =>
      `another command broke the lock of ${folder}`,
    'lock/unreadable': ({
      folder,
      lock,
      reason,
      breaking = '--break-lock',
    }: InTheWay & Texts<'reason'>) =>
      `whether another command is writing to ${folder} cannot be known: its lock ${lock} cannot be read (${reason}); if none is, use ${breaking}`,
    'lock/held': ({ folder, lock, by, since, sign, breaking = '--break-lock' }: HeldLock) => {
      const who = by ? `process ${by.pid} on ${by.host}` : 'its lock names nobody';
      const when = since === undefined ? '' : ` since ${since}`;
      return `another command is writing to ${folder} (${who}${when}, last sign of life ${sign}, lock ${lock}); wait for it to end, or if it is gone, use ${breaking}`;
    },
    'git/missing': () => 'git is needed for this, and is not installed',
    'git/no-repository': ({ folder, ref, said }: Texts<'folder' | 'ref' | 'said'>) =>
      `${folder} is not in the working tree of a git repository, so it has no ${ref}${said && ` (git: ${said})`}`,
    'git/shallow': ({ ref }: { ref: string }) =>
      `this shallow clone has no commit ${ref}: fetch it with its history (git fetch --unshallow; in GitHub Actions, fetch-depth: 0)`,
    'git/unknown-ref': ({ ref }: { ref: string }) =>
      `git knows no commit ${ref}: name a branch, a tag or a commit that is here (git fetch brings those of the server)`,
    'git/strange-name': ({ name }: { name: string }) =>
      `git names a file ${name}, which cannot be one`,
    'git/incomplete': ({ ref, said }: Texts<'ref' | 'said'>) =>
      `git cannot read the files of ${ref}: fetch the repository with all its objects (a partial clone with git fetch --refetch --no-filter)${said && ` (git: ${said})`}`,
    'new/numbered': ({ collection, id, field }: Texts<'collection' | 'field'> & { id: number }) =>
      `record ${id} of ${collection} gives ${field}, so a new record below it would change the numbers of others: leave such numbers out on the whole tree, and they are worked out`,
    'data/restless': ({ data }: { data: string }) => `${data} is changed by others all the time`,
    'new/twice': ({ flag, times }: { flag: string; times: number }) =>
      `--${flag} is given ${times} times`,
    'new/no-json': ({ flag, found }: Texts<'flag' | 'found'>) =>
      `--${flag} takes JSON, such as {"id": 1}, not ${found}`,
    'new/input-twice': () => 'standard input can be one text only',
    'new/text-unread': ({ field, file, reason }: OfFile & { reason: string }) =>
      `--${field}: ${from(file)} cannot be read (${reason}); a text that begins with @ is given as @@`,
    'new/text-encoding': ({ field, file }: OfFile) => `--${field}: ${from(file)} is not UTF-8`,
    'new/no-record': ({ flag, collection, id, near }: NoRecord) => {
      const hint =
        near.length > 0
          ? `did you mean ${near.join(' or ')}?`
          : 'write the id of one that is there';
      return `--${flag}: there is no record ${id} in ${collection}; ${hint}`;
    },
    'diff/errors': ({ ref, errors }: { ref: string; errors: number }) =>
      `the data at ${ref} has errors (${errors}), so there is no snapshot of it to compare with`,
    'diff/no-snapshot': ({ folder, file }: Texts<'folder' | 'file'>) =>
      `${folder} is no snapshot: it has no ${file} that can be read (a ref of this name is meant by refs/heads/…)`,
    'diff/no-page': ({ path }: { path: string }) => `${path} is no page of a snapshot`,
    'mirror/no-snapshot': ({ url, status }: { url: string; status: number }) =>
      `there is no snapshot to copy: ${url} answers with status ${status}; name the base URL of a published snapshot`,
    'preview/no-port': ({ first, last }: { first: number; last: number }) =>
      `no port is free from ${first} to ${last}`,
    'preview/taken': ({ port }: { port: number }) =>
      `port ${port} is taken; choose another one, or leave out --port`,
    'preview/port': ({ port, reason }: { port: number; reason: string }) =>
      `cannot use port ${port}: ${reason}`,
  },
  system: {
    EMFILE: 'too many files are open at once; "ulimit -n 1024" allows more',
    ERR_MODULE_NOT_FOUND: 'if it is there, too many files are open; "ulimit -n 1024" allows more',
    ENFILE: 'too many files are open at once on this machine; wait, or end other programs',
    ENOSPC: 'there is no space left to write to',
    EDQUOT: 'the disk quota is used up; nothing more can be written to',
  },
};
