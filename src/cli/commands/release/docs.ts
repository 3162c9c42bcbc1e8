// `docs`: writes a page that documents the whole API and can send requests to it.
import { pageFiles, writePage } from '../../../preview/docs/docs.js';
import { describe } from '../../../snapshot/build.js';
import { keepOutOfData } from '../../../snapshot/settings/index.js';
import type { Run } from '../../command.js';

export const docs: Run<{ out: string }> = async ({ out }, { portal, options, resolve }) => {
  keepOutOfData(out, resolve().data);
  const files = pageFiles(JSON.stringify(await describe(portal, options)));
  writePage(out, files);
  return { ok: true, output: [`${files.size} files in ${out}`] };
};
