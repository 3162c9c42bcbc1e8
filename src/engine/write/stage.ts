// The folder in which the files of a snapshot are made, and its lock. The folder is beside the snapshot's folder, so
// that no server serves unfinished files. It is on the same file system, so that files can be moved by renaming.
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

/**
 * The name of the stage if it has to be inside the snapshot's folder. Otherwise it is beside `dist/`, as
 * `.dist.portal-snapshot/`.
 */
const INSIDE = '.portal-snapshot';
const LOCK = 'lock';

/** A folder for the unfinished files of a snapshot. It is locked, so that only one build uses it. */
export class Stage {
  /** New files of this build wait here until all are ready. */
  readonly folder: string;
  /** Whether an earlier run was interrupted. */
  wasLeft = false;

  private constructor(
    /** The snapshot's folder: a real path. */
    readonly root: string,
    private readonly work: string,
    private readonly lock: Lock,
    kept: string | undefined,
  ) {
    this.folder = join(work, kept ?? randomUUID());
  }

  /**
   * Takes the lock. Throws a {@link UsageError} if another build has it, unless `byForce`. `kept`: the name of the
   * folder of unfinished files, if the files of a killed run in it are to be kept.
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
        // At the other place is the stage of an older version, or of a build that can only write there.
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

  /**
   * Whether a run is working in a folder, or was killed there. The unfinished files of a run that ended do not count.
   */
  static isAt(folder: string): boolean {
    return placesOf(realPath(folder)).some((at) => isPlace(at) && existsSync(join(at, LOCK)));
  }

  /** The name of the stage if it is inside the snapshot's folder; undefined if it is beside that folder. */
  get inside(): string | undefined {
    return dirname(this.work) === this.root ? basename(this.work) : undefined;
  }

  /** Renews the lock. Throws a {@link UsageError} if another build has taken the folder. */
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

/** The two possible places of the stage. They are the same for every build. */
function placesOf(root: string): readonly [inside: string, beside: string] {
  return [join(root, INSIDE), join(dirname(root), `.${basename(root)}${INSIDE}`)];
}

/** Whether there is a stage at a path. A symbolic link is not one, because it may lead to any folder. */
function isPlace(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether a file beside a folder can be moved into the folder by renaming. */
function canBeBeside(root: string): boolean {
  const parent = dirname(root);
  const there = statSync(root, { throwIfNoEntry: false });
  if (there && there.dev !== statSync(parent).dev) return false;
  const nothing = `.${randomUUID()}`;
  let said: unknown;
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    // Renames a missing file. The error is ENOENT if renaming is possible, and another one if the two folders are
    // different mounts, even of the same device.
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
    // The folder is not empty: it has the snapshot, or another build has begun.
  }
}
