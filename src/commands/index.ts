// Every command of the command line. What a command needs is loaded when it is called, so that
// `--version` and `--help` wait for nothing.
import type { Command } from 'commander';

/** The module of a command. */
export interface CommandModule {
  /** Adds the command's arguments and options; what to do with them gives the exit status. */
  readonly define: (command: Command) => (...given: never[]) => Promise<number>;
}

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<CommandModule>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'build',
    description: 'check the data and, if there is no error, bring the snapshot up to date',
    load: () => import('./build.js'),
  },
  {
    name: 'check',
    description: 'check the data; write no snapshot',
    load: () => import('./check.js'),
  },
  {
    name: 'fmt',
    description: 'bring data files into their canonical form',
    load: () => import('./fmt.js'),
  },
  {
    name: 'verify',
    description: 'prove that a deployment, or a folder, is the API',
    load: () => import('./verify.js'),
  },
];
