// `docs`: writes a page that documents the whole API and can send requests to it.
import type { Run } from '../../command.js';

export const docs: Run<{ out: string }> = async ({ out }, { portal, options, resolve }) => {
  const { pageFiles, writePage } = await import('../../../preview/docs/docs.js');
  const { describe } = await import('../../../snapshot/build.js');
  const { keepOutOfData } = await import('../../../snapshot/settings/index.js');
  keepOutOfData(out, resolve().data);
  const files = pageFiles(JSON.stringify(await describe(portal, options)));
  writePage(out, files);
  return { ok: true, output: [`${files.size} files in ${out}`] };
};
