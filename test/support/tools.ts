// The programs that tests use: those of the system, and packages below `.tools`.

import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { projectFolder } from './project.js';
import { isNight } from './runs.js';

/** A program that tests need. `.ci/tools` installs it. */
export interface Tool {
  readonly name: string;
  /** Its file; undefined if it is not installed. */
  readonly file: string | undefined;
}

const toolsFolder = join(projectFolder, '.tools', 'node_modules');

/** A file of a package below `.tools`. */
export function packaged(name: string, path: string): Tool {
  const file = join(toolsFolder, name, path);
  return { name, file: existsSync(file) ? file : undefined };
}

/** The supported versions of Node. */
export const nodes = ['node20', 'node22', 'node24'].map((name) => packaged(name, 'bin/node'));

/** A program of the system. */
export function program(name: string): Tool {
  // Debian has servers in folders that are not in the PATH of normal users.
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

/**
 * Tests that need programs. If one is missing, they fail in CI and at night; elsewhere they are
 * skipped with a message.
 */
export function describeWith(tools: readonly Tool[], title: string, tests: () => void): void {
  const missing = tools.filter(({ file }) => file === undefined).map(({ name }) => name);
  const reason = `${title} (not run: .ci/tools${isNight ? ' night' : ''} installs ${missing.join(', ')})`;
  if (missing.length === 0) describe(title, tests);
  else if (process.env['CI'] || isNight) {
    it(reason, () => {
      throw new Error(`not installed: ${missing.join(', ')}`);
    });
  } else describe.skip(reason, tests);
}

/** A running server. */
export interface Running {
  /** Without a slash at its end. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
