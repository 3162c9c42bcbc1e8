// Every command of the command line. What a command needs is loaded when it is called, so that
// `--version` and `--help` wait for nothing.
import type { Command } from 'commander';

/** Adds a command's arguments and options; returns its action, which gives the exit status. */
type Define = (command: Command) => (...given: never[]) => Promise<number>;

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<Define>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'build',
    description: 'check the data and, if there is no error, bring the snapshot up to date',
    load: async () => (await import('./build.js')).define,
  },
  {
    name: 'check',
    description: 'check the data; write no snapshot',
    load: async () => (await import('./check.js')).define,
  },
  {
    name: 'fmt',
    description: 'bring data files into their canonical form',
    load: async () => (await import('./fmt.js')).define,
  },
  {
    name: 'diff',
    description: 'tell what the data changes in the API since a git ref, or against a snapshot',
    load: async () => (await import('./diff.js')).define,
  },
  {
    name: 'preview',
    description: 'serve the data as an API on this machine, and follow every save',
    load: async () => (await import('./preview.js')).define,
  },
  {
    name: 'docs',
    description: 'write a page that shows the API, and tries it',
    load: async () => (await import('./docs.js')).define,
  },
  {
    name: 'schema',
    description: 'write the JSON Schema of each collection, for editors',
    load: async () => (await import('./schema.js')).define,
  },
  {
    name: 'new',
    description: 'write a new record, and the records that come with it',
    load: async () => (await import('./new.js')).define,
  },
  {
    name: 'publish',
    description: 'bring the snapshot to its readers in one transaction, or an earlier one back',
    load: async () => (await import('./publish.js')).define,
  },
  {
    name: 'verify',
    description: 'prove that a deployment, or a folder, is the API',
    load: async () => (await import('./verify.js')).define,
  },
];
