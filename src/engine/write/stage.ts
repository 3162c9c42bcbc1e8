// The folder in which the files of a snapshot are made, and its lock. If possible, it is beside the snapshot's folder,
// so that no server serves unfinished files, and on the same file system, so that files can be moved by renaming.
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder, realPath } from '../../files/disk/boundary.js';
import { type Lock, mustBeFree, takeLock } from '../../files/disk/lock.js';

/** The name of the stage if it must be inside `dist/`. Otherwise it is beside `dist/`: `.dist.portal-snapshot/`. */
const INSIDE = '.portal-snapshot';
const LOCK = 'lock';

/** A folder for the unfinished files of a snapshot. It is locked, so that only one build uses it. */
export class Stage {
  /** New files of this build wait in this folder until all are ready. */
  readonly folder: string;
  /** Whether unfinished files of an earlier run were found. */
  wasLeft = false;

  private constructor(
    /** The path of the snapshot's folder, without symbolic links. */
    readonly root: string,
    private readonly work: string,
    private readonly lock: Lock,
    kept: string | undefined,
  ) {
    this.folder = join(work, kept ?? randomUUID());
  }

  /**
   * Takes the lock. Throws a {@link UsageError} if another build has it, unless `byForce`. `kept`: the name of the
   * folder in which an earlier run may have left files that are to be used again.
   */
  static open(folder: string, byForce: boolean, kept?: string): Stage {
    const root = realPath(folder);
    makeFolder(dirname(root));
    const [inside, beside] = placesOf(root);
    const [work, other] = canBeBeside(root) ? [beside, inside] : [inside, beside];
    const lock = takeLock(join(work, LOCK), folder, () => makeFolder(work, 0o700), byForce);
    const stage = new Stage(root, work, lock, kept);
    try {
      makeFolder(root);
      if (isPlace(other)) {
        // The other possible place has the stage of a build that could write only there.
        if (!byForce) mustBeFree(join(other, LOCK), folder);
        remove(other);
      }
      for (const left of readdirSync(work)) {
        if (left === LOCK) continue;
        stage.wasLeft = true;
        if (left !== kept) remove(join(work, left));
      }
      mkdirSync(stage.folder, { recursive: true });
    } catch (error) {
      stage.close();
      throw error;
    }
    return stage;
  }

  /** Whether a run is working for this folder, or was killed. Unfinished files of a run that ended do not count. */
  static isAt(folder: string): boolean {
    return placesOf(realPath(folder)).some((at) => isPlace(at) && existsSync(join(at, LOCK)));
  }

  /** The name of the stage if it is inside the snapshot's folder; undefined if it is beside the folder. */
  get inside(): string | undefined {
    return dirname(this.work) === this.root ? basename(this.work) : undefined;
  }

  /** Renews the lock. Throws a {@link UsageError} if the lock was lost, for example because another build broke it. */
  touch(): void {
    this.lock.touch();
  }

  /**
   * Releases the lock. Removes unfinished files, unless the next run is to go on with them (`isToGoOn`). Removes the
   * snapshot's folder if it is empty.
   */
  close(isToGoOn = false): void {
    if (!isToGoOn) remove(this.folder);
    removeEmpty(this.root);
    this.lock.release();
    removeEmpty(this.work);
    if (this.inside !== undefined) removeEmpty(this.root);
  }
}

/** The two possible paths of the stage. */
function placesOf(root: string): readonly [inside: string, beside: string] {
  return [join(root, INSIDE), join(dirname(root), `.${basename(root)}${INSIDE}`)];
}

/** Whether there is a stage at a path. A symbolic link does not count, because it may lead to any folder. */
function isPlace(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether files beside a folder can be moved into it by renaming. */
function canBeBeside(root: string): boolean {
  const parent = dirname(root);
  const there = statSync(root, { throwIfNoEntry: false });
  if (there && there.dev !== statSync(parent).dev) return false;
  const nothing = `.${randomUUID()}`;
  let said: unknown;
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    // Tries to rename a file that does not exist. The error is ENOENT if renaming is possible. It is another error if
    // the two folders are different mounts, even of the same device.
    renameSync(join(parent, nothing), join(root, nothing));
  } catch (error) {
    said = (error as NodeJS.ErrnoException).code;
  }
  return said === 'ENOENT';
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty: it has files of the snapshot, or another build has begun.
  }
}
