// `init`: makes a folder a portal. It overwrites nothing.
import { Option } from 'commander';
import type { Language } from '../../../problems/messages/catalogue.js';
import { visible } from '../../../problems/text/visible.js';
import type { Initialised } from '../../init/init.js';
import type { InitWords } from '../../init/words.js';
import { type Define, langOption } from '../flags.js';
import { DONE } from '../status.js';

interface Flags {
  readonly sample?: boolean;
  readonly data: boolean;
  readonly lang?: Language;
}

const said = {
  en: {
    folder: "the portal's folder, which need not be there (default: this one)",
    sample: 'with a handful of sample records',
    noData: 'without data files, for a portal that is imported',
  },
  ru: {
    folder: 'папка портала; её может ещё не быть (по умолчанию — эта)',
    sample: 'добавить несколько записей для примера',
    noData: 'без файлов с данными — для портала, который импортируют',
  },
} as const;

export const define: Define<[string, Flags]> = (command, lang) => {
  command
    .argument('[folder]', said[lang].folder, '.')
    .option('--sample', said[lang].sample)
    .addOption(new Option('--no-data', said[lang].noData).conflicts('sample'))
    .addOption(langOption(lang));
  return async (folder, { sample = false, data }) => {
    const { portal } = await import('../../../portal/index.js');
    const { hosts } = await import('../../../hosts/index.js');
    const { init } = await import('../../init/init.js');
    const { words } = await import('../../init/words.js');
    const names = hosts.map(({ name }) => name);
    const done = await init(portal, { folder, hosts: names, sample, withData: data, lang });
    const lines = [
      ...done.written.map(words[lang].written),
      ...done.kept.map(words[lang].kept),
      ...aboutCommit(done, words[lang]),
      ...aboutTool(done, words[lang]),
      words[lang].next,
    ];
    process.stdout.write(lines.map((line) => `${visible(line)}\n`).join(''));
    return DONE;
  };
};

function aboutCommit({ written, notCommitted }: Initialised, words: InitWords): string[] {
  if (notCommitted) return [words.notCommitted[notCommitted]];
  return written.length > 0 ? [words.committed] : [];
}

/** What a user has to know of the portal's dependency on this tool, if anything. */
function aboutTool({ dependency, isListed, kept }: Initialised, words: InitWords): string[] {
  if (!dependency) return [];
  const { name, version, spec, outside, isUnregistered } = dependency;
  return [
    ...(isUnregistered ? [words.unregistered(`${name} ${version}`)] : []),
    ...(kept.includes('package.json') && !isListed ? [words.add(spec)] : []),
    ...(outside ? [words.onlyHere(outside, `${name}-${version}.tgz`)] : []),
  ];
}
