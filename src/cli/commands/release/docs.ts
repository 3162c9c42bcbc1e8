// `docs`: writes the page that shows the whole API, to be served beside it.
import type { SettingFlags } from '../../../snapshot/settings/types.js';
import { addFlags, type Define } from '../flags.js';
import { DONE } from '../status.js';

interface DocsFlags extends SettingFlags {
  /** The folder of the page. */
  readonly out: string;
}

const OUT =
  "the page's folder, served on the API's own origin: dist/docs on GitHub Pages, GitLab Pages, Netlify and Firebase; of other hosts, only a server of your own serves more than the API";

export const define: Define<[DocsFlags]> = (command, lang) => {
  command.requiredOption('--out <dir>', OUT);
  addFlags(command, 'docs', lang);
  return async ({ out, ...flags }) => {
    const [{ pageFiles, writePage }, { describe }, { portal }, { keepOutOfData, resolveSettings }] =
      await Promise.all([
        import('../../../preview/docs/docs.js'),
        import('../../../snapshot/build.js'),
        import('../../../portal/index.js'),
        import('../../../snapshot/settings/index.js'),
      ]);
    keepOutOfData(out, resolveSettings(flags, portal).data);
    const files = pageFiles(JSON.stringify(await describe(portal, flags)));
    writePage(out, files);
    process.stdout.write(`${files.size} files in ${out}\n`);
    return DONE;
  };
};
