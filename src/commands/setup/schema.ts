// `schema`: writes a JSON Schema for each collection and one for the settings file, so that text editors
// can complete and check what is typed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isFolder } from '../../disk/boundary.js';
import { UsageError } from '../../problems/problem.js';
import { DONE, HAS_ERRORS } from '../status.js';

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
    const { portal } = await import('../../portal/index.js');
    const { hosts } = await import('../../hosts/index.js');
    const { outdated, schemaFiles, settingsFile, writeSchemas } = await import(
      '../../schema/files.js'
    );
    const folder = out ?? join(data, '.schemas');
    if (out === undefined && !check) isFolder(folder); // a link that nobody named could lead anywhere
    const settings = settingsFile(
      portal,
      hosts.map(({ name }) => name),
    );
    const done = check ? 'not up to date' : 'written';
    const lines: string[] = [];
    let schemas = 0;
    for (const [place, files] of [
      [folder, schemaFiles(portal)],
      [out ?? '.', settings],
    ] as const) {
      const names = outdated(place, files);
      if (!check) writeSchemas(place, files, names);
      lines.push(...names.map((name) => `${join(place, name)}: ${done}\n`));
      schemas += files.size;
    }
    process.stdout.write(`${lines.join('')}${schemas} schemas, ${lines.length} ${done}\n`);
    return check && lines.length > 0 ? HAS_ERRORS : DONE;
  };
}
