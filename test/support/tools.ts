// What tests run besides this project: programs of the system, and packages below `.tools`.

import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { projectFolder } from './project.js';

/** A program that the tests need and the project does not: `.ci/run` installs it. */
export interface Tool {
  readonly name: string;
  /** Its file; undefined where it is not installed. */
  readonly file: string | undefined;
}

const toolsFolder = join(projectFolder, '.tools', 'node_modules');

/** A file of a package below `.tools`. */
export function packaged(name: string, path: string): Tool {
  const file = join(toolsFolder, name, path);
  return { name, file: existsSync(file) ? file : undefined };
}

/** The versions of Node that are promised: the oldest, and the newest of each other. */
export const nodes = ['node20', 'node22', 'node24'].map((name) => packaged(name, 'bin/node'));

/** A program of the system. */
export function program(name: string): Tool {
  // Debian keeps servers where only root looks.
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return { name, file: folders.map((folder) => join(folder, name)).find(isProgram) };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Tests that need tools. Without one they fail where CI runs, and say elsewhere that they did not. */
export function describeWith(tools: readonly Tool[], title: string, tests: () => void): void {
  const missing = tools.filter(({ file }) => file === undefined).map(({ name }) => name);
  const reason = `${title} (not run: .ci/run installs ${missing.join(', ')})`;
  if (missing.length === 0) describe(title, tests);
  else if (process.env['CI']) {
    it(reason, () => {
      throw new Error(`not installed: ${missing.join(', ')}`);
    });
  } else describe.skip(reason, tests);
}

/** A server that runs. */
export interface Running {
  /** Without a slash at its end. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A port of loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
