// `docs`: writes the page that shows the whole API, to be served beside it.
import type { Language, Said } from '../../../problems/messages/catalogue.js';
import type { FlagsOf } from '../../../snapshot/settings/types.js';
import { addFlags, type Define } from '../flags.js';
import { DONE } from '../status.js';

interface DocsFlags extends FlagsOf<'docs'> {
  /** The folder of the page. */
  readonly out: string;
}

const OUT: Said = {
  en: "the page's folder, served on the API's own origin: dist/docs on GitHub Pages, GitLab Pages, Netlify and Firebase; of other hosts, only a server of your own serves more than the API",
  ru: 'папка страницы; она отдаётся с того же сервера, что и API: dist/docs на GitHub Pages, GitLab Pages, Netlify и Firebase; из прочих кроме API что-то отдаёт лишь собственный сервер',
};
const DONE_WITH: Readonly<Record<Language, (files: number, folder: string) => string>> = {
  en: (files, folder) => `${files} files in ${folder}`,
  ru: (files, folder) => `файлов в ${folder}: ${files}`,
};

export const define: Define<[DocsFlags]> = (command, lang) => {
  command.requiredOption('--out <dir>', OUT[lang]);
  addFlags(command, 'docs', lang);
  return async ({ out, lang, ...flags }) => {
    const [{ pageFiles, writePage }, { describe }, { portal }, { keepOutOfData, resolveSettings }] =
      await Promise.all([
        import('../../../preview/docs/docs.js'),
        import('../../../snapshot/build.js'),
        import('../../../portal/index.js'),
        import('../../../snapshot/settings/index.js'),
      ]);
    keepOutOfData(out, (await resolveSettings(flags, portal)).data);
    const files = pageFiles(JSON.stringify(await describe(portal, flags)));
    writePage(out, files);
    process.stdout.write(`${DONE_WITH[lang](files.size, out)}\n`);
    return DONE;
  };
};
