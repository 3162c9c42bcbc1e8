// What is left of a day: nothing that has no place, nothing that is older than it may be, and how much there is of all else.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, readTree } from '../../support/tree.js';

const DAY = 24 * 60 * 60_000;
/** Days that a cache keeps what no build uses, and those until the next build sees that (the other portal's come every fourth day). */
const KEPT_IN_CACHE = 14 + 5;
const CACHE = 'node_modules/.cache/portal-snapshot';
/** Changes that `undo` can take back. */
const KEPT_CHANGES = 50;
const CHANGES = '.portal-snapshot/undo';

/** What may be at the top of a folder. */
const TOP: Readonly<Record<string, readonly string[]>> = {
  '': ['clock', 'copy', 'ours', 'still', 'theirs', 'tmp', 'tmp-preview'],
  ours: [
    ...['.gitignore', 'data', 'dist', 'node_modules', 'package.json'],
    'portal-snapshot.config.json',
  ],
  theirs: ['data', 'dist', 'node_modules', 'package.json', 'portal-snapshot.config.json'],
  'ours/dist': ['404.json', 'api'],
  tmp: [],
};

export class Evening {
  constructor(private readonly root: string) {}

  /** Throws when something is left that has no place; gives how much there is of the rest. */
  look(
    now: number,
    preview: number,
    bucket: ReadonlyMap<string, { readonly bytes: Buffer }>,
  ): Record<string, number> {
    const faults = [
      ...[...this.#strangers(), ...this.#old(now)],
      ...[...this.#published(bucket), ...this.#changes()],
    ];
    if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
    const folders = [
      ...['ours/data', 'ours/dist', `ours/${CACHE}`, 'copy'],
      ...['theirs/data', 'theirs/dist', 'theirs/data/.import', `theirs/${CACHE}`, 'tmp-preview'],
    ];
    return {
      ...Object.assign({}, ...folders.map((name) => this.#sizeOf(name))),
      'the bucket: files': bucket.size,
      'the bucket: bytes': [...bucket.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
      ...memoryOf(preview),
    };
  }

  #strangers(): string[] {
    return Object.entries(TOP).flatMap(([folder, names]) => {
      const path = join(this.root, folder);
      const found = existsSync(path) ? readdirSync(path) : [];
      return found
        .filter((name) => !names.includes(name))
        .map((name) => `${folder}/${name} is left`);
    });
  }

  /** What a cache has kept for too long. Times of files are the machine's: a file's age in days is that of its jump. */
  #old(now: number): string[] {
    const jumps = readFileSync(join(this.root, 'clock'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').map(Number) as [number, number])
      .reverse();
    const shown = (ms: number) => ms + (jumps.find(([at]) => at <= ms)?.[1] ?? 0) * DAY;
    return ['ours', 'theirs'].flatMap((whose) => {
      const cache = join(this.root, whose, CACHE);
      if (!existsSync(cache)) return [];
      return filesOf(cache).flatMap((name) => {
        const days = (now - shown(lstatSync(join(cache, name)).mtimeMs)) / DAY;
        return days > KEPT_IN_CACHE ? [`${whose}/${CACHE}/${name} is ${days} days old`] : [];
      });
    });
  }

  /** What readers are given is what was built, to the byte, and what is kept beside it is of a known kind. */
  #published(objects: ReadonlyMap<string, { readonly bytes: Buffer }>): string[] {
    const dist = readTree(join(this.root, 'ours/dist'));
    const kept = /^\.portal-snapshot\/(?:lock|objects\/\w+|snapshots\/\d+-\w+)$/;
    const wrong = [...objects]
      .filter(([name, { bytes }]) => !kept.test(name) && !dist.get(name)?.equals(bytes))
      .map(([name]) => `${name} is published, and is not what was built`);
    const missing = [...dist.keys()].filter((name) => !objects.has(name));
    return [...wrong, ...missing.map((name) => `${name} is not published`)];
  }

  /** As many changes can be taken back as there may be, and no more. */
  #changes(): string[] {
    return ['ours', 'theirs'].flatMap((whose) => {
      const folder = `${whose}/data/${CHANGES}`;
      const path = join(this.root, folder);
      const count = existsSync(path) ? readdirSync(path).length : 0;
      return count > KEPT_CHANGES ? [`${folder} holds ${count} changes`] : [];
    });
  }

  /** Without changes that can be taken back: they become fifty in a few weeks, or in as many months. */
  #sizeOf(folder: string): Record<string, number> {
    const path = join(this.root, folder);
    const all = existsSync(path) ? filesOf(path) : [];
    const files = all.filter((name) => !name.startsWith(CHANGES));
    const bytes = files.reduce((sum, name) => sum + lstatSync(join(path, name)).size, 0);
    return { [`${folder}: files`]: files.length, [`${folder}: bytes`]: bytes };
  }
}

/** What a process has of the machine. */
function memoryOf(pid: number): Record<string, number> {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    'preview: bytes of memory': Number(kilobytes) * 1024,
    'preview: descriptors': readdirSync(`/proc/${pid}/fd`).length,
  };
}
