// `docs`: writes the page that shows the whole API, to be served beside it.
import type { Command } from 'commander';
import type { FlagsOf } from '../../settings/types.js';
import { addFlags } from '../flags.js';
import { DONE } from '../status.js';

interface DocsFlags extends FlagsOf<'docs'> {
  /** The folder of the page. */
  readonly out: string;
}

export function define(command: Command): (flags: DocsFlags) => Promise<number> {
  command.requiredOption('--out <dir>', "the page's folder, served on the API's own origin");
  addFlags(command, 'docs');
  return async ({ out, ...flags }) => {
    const [{ pageFiles, writePage }, { describe }, { portal }] = await Promise.all([
      import('../../docs/docs.js'),
      import('../../build.js'),
      import('../../portal/index.js'),
    ]);
    const files = pageFiles(JSON.stringify(await describe(portal, flags)));
    writePage(out, files);
    process.stdout.write(`${files.size} files in ${out}\n`);
    return DONE;
  };
}
