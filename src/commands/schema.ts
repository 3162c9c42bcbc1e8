// `schema`: a JSON Schema a collection, for editors that complete and check while one types.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isFolder } from '../disk/boundary.js';
import { UsageError } from '../problems/problem.js';
import { DONE, HAS_ERRORS } from './status.js';

interface Flags {
  readonly data: string;
  readonly out?: string;
  readonly check?: boolean;
}

export function define(command: Command): (flags: Flags) => Promise<number> {
  command
    .option('--data <dir>', 'the data folder', 'data')
    .option('--out <dir>', "the schemas' folder (default: .schemas in the data folder)")
    .option('--check', 'write nothing; exit with 1 if a schema there is not up to date');
  return async ({ data, out, check }) => {
    if (out === undefined && !existsSync(data)) throw new UsageError(`no data folder ${data}`);
    const { portal } = await import('../portal/index.js');
    const { outdated, schemaFiles, writeSchemas } = await import('../schema/files.js');
    const folder = out ?? join(data, '.schemas');
    if (out === undefined && !check) isFolder(folder); // a link that nobody named could lead anywhere
    const files = schemaFiles(portal);
    const names = outdated(folder, files);
    if (!check) writeSchemas(folder, files, names);
    const done = check ? 'not up to date' : 'written';
    const lines = names.map((name) => `${join(folder, name)}: ${done}\n`);
    process.stdout.write(`${lines.join('')}${files.size} schemas, ${names.length} ${done}\n`);
    return check && names.length > 0 ? HAS_ERRORS : DONE;
  };
}
