// Working folders with a portal in `data/`, and the command in them.
import { join } from 'node:path';
import { type Ended, runCommand } from '../support/command.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, experts, forum, type Portal, writeData } from '../support/portal.js';

export const small: Portal = { ...directory(7), ...experts(5), ...forum({ posts: 2, replies: 3 }) };
export const broken: Portal = {
  ...small,
  regions: [{ id: 1, name: 'Тюменская область', district: 9 }],
};

/** A working folder with this portal in `data/`. */
export function workplace(portal: Portal): string {
  const folder = temporaryFolder();
  writeData(join(folder, 'data'), portal);
  return folder;
}

export const run = (cwd: string, ...args: string[]): Promise<Ended> => runCommand(args, { cwd });
