// `renumber`: another id for a record, and for all that refers to it.
import { words } from '../../../editing/edit/words.js';
import { visible } from '../../../problems/text/visible.js';
import { type Define, wholeNumberIn } from '../flags.js';
import { DONE, HAS_ERRORS } from '../status.js';
import { addChangeFlags, type ChangeFlags, changing, tellProblems } from './changing.js';
import { addRecord } from './query.js';

interface Flags extends ChangeFlags {
  readonly file?: string;
  readonly to?: number;
}

export const define: Define<[string, string, Flags]> = (command, lang) => {
  const { file, to } = words[lang].renumber;
  addRecord(command, lang)
    .option('--file <file>', file)
    .option('--to <id>', to, wholeNumberIn(lang));
  addChangeFlags(command, lang);
  return renumber;
};

/** The most records that are listed of each collection. */
const SHOWN = 20;

async function renumber(name: string, id: string, flags: Flags): Promise<number> {
  const { renumber } = await import('../../../editing/edit/renumber.js');
  const { headOf, placeLines } = await import('../../../editing/query/text.js');
  return changing(flags, async ({ portal, settings, lang, dryRun, undo }) => {
    const { file, to } = flags;
    const options = { asked: { of: name, text: id }, file, to, dryRun, lang };
    const { ids, referring, staying, report } = await renumber(portal, settings, options);
    await tellProblems(report, lang);
    const said = words[lang].renumber;
    const singularOf = (collection: string) =>
      portal.collections.find((one) => one.name === collection)!.singular;
    const lines = [dryRun ? said.wouldChange : said.changed];
    for (const { subject, to } of ids) {
      const { collection, id, ...place } = subject;
      lines.push(
        `  ${visible(headOf({ collection, id, ...place }, singularOf(collection)))} → ${to}`,
      );
    }
    if (referring.length > 0) {
      lines.push('', said.referring(referring.length), ...placeLines(referring, SHOWN));
    }
    if (staying.length > 0) {
      lines.push('', said.staying(staying.length), ...placeLines(staying, SHOWN));
    }
    if (!report.ok) lines.push('', said.errors);
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    if (report.ok && !dryRun) process.stdout.write(undo);
    return report.ok ? DONE : HAS_ERRORS;
  });
}
