// `init`: makes a folder a portal of one's own. It asks no network, and overwrites nothing.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Language } from '../../problems/messages/catalogue.js';
import { visible } from '../../terminal/visible.js';
import { langOption } from '../flags.js';
import { DONE } from '../status.js';

interface Flags {
  readonly sample?: boolean;
  readonly lang?: Language;
}

const said = {
  en: {
    folder: "the portal's folder, which need not be there (default: this one)",
    sample: 'with a handful of sample records',
  },
  ru: {
    folder: 'папка портала; её может ещё не быть (по умолчанию — эта)',
    sample: 'добавить несколько записей для примера',
  },
} as const;

export function define(
  command: Command,
  lang: Language,
): (folder: string, flags: Flags) => Promise<number> {
  command
    .argument('[folder]', said[lang].folder, '.')
    .option('--sample', said[lang].sample)
    .addOption(langOption(lang));
  return async (folder, { sample = false }) => {
    const { portal } = await import('../../portal/index.js');
    const { hosts } = await import('../../hosts/index.js');
    const { init } = await import('../../init/init.js');
    const { words } = await import('../../init/words.js');
    const { packageFile } = await import('../../shipped.js');
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
    const names = hosts.map(({ name }) => name);
    const { written, kept } = init(portal, { folder, version, hosts: names, sample, lang });
    const lines = [
      ...written.map(words[lang].written),
      ...kept.map(words[lang].kept),
      words[lang].next,
    ];
    process.stdout.write(lines.map((line) => `${visible(line)}\n`).join(''));
    return DONE;
  };
}
