// `init`: makes a folder a portal. It overwrites nothing.
import { Option } from 'commander';
import type { Language } from '../../../problems/messages/catalogue.js';
import { visible } from '../../../problems/text/visible.js';
import { type Define, langOption } from '../flags.js';
import { DONE } from '../status.js';

interface Flags {
  readonly sample?: boolean;
  readonly data: boolean;
  readonly lang?: Language;
}

const flags = {
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
    .argument('[folder]', flags[lang].folder, '.')
    .option('--sample', flags[lang].sample)
    .addOption(new Option('--no-data', flags[lang].noData).conflicts('sample'))
    .addOption(langOption(lang));
  return async (folder, { sample = false, data }) => {
    const { portal } = await import('../../../portal/index.js');
    const { hosts } = await import('../../../hosts/index.js');
    const { init } = await import('../../init/init.js');
    const { words } = await import('../../init/words.js');
    const names = hosts.map(({ name }) => name);
    const wanted = { folder, hosts: names, sample, withData: data, lang };
    const { written, kept, version, isListed, lacking, up } = await init(portal, wanted);
    const said = words[lang];
    const isOwnPackage = written.includes('package.json');
    const lines = [
      ...written.map(said.written),
      ...kept.map(said.kept),
      ...lacking.map(([file, lines]) => said.lacking(file, lines)),
      ...(isOwnPackage ? [said.tool(version)] : isListed ? [] : [said.add(version)]),
      ...(written.length > 0 ? [said.git, ...commitLines(said.message, up)] : []),
      kept.includes('README.md') ? said.nextWithout : said.next,
    ];
    process.stdout.write(lines.map((line) => `${visible(line)}\n`).join(''));
    return DONE;
  };
};

/** The commands of git that keep a new portal; `up`: the way to the top of a repository that it is a folder of. */
const commitLines = (message: string, up: string): string[] =>
  [
    ...(up === ''
      ? ['init --initial-branch main', 'add --all']
      : [`add . ${up}/.github/workflows`]),
    `commit -m "${message}"`,
  ].map((command) => `  git ${command}`);
